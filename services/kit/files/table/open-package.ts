import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { MAX_ENTRIES, MAX_UNPACKED_BYTES, tooLarge, wrongKind } from './table-limits.ts';

/** The files of a workbook by their names; their unpacked bytes are counted together. */
export interface Package {
  names: ReadonlySet<string>;
  /** Unpacks a file. Throws TableFault `too_large` beyond 100 MB of all files together. */
  unpack(name: string): AsyncIterable<Buffer>;
  close(): void;
}

function open(content: Buffer): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  fromBuffer(
    content,
    {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      strictFileNames: true,
    },
    (error, zip) => (error ? reject(wrongKind()) : resolve(zip)),
  );
  return promise;
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Entry>>();
  const entries = new Map<string, Entry>();
  let size = 0;
  zip.on('entry', (entry: Entry) => {
    // of two files with one name, another reader may take the other
    if (entries.has(entry.fileName)) return reject(wrongKind());
    entries.set(entry.fileName, entry);
    // trusts the sizes in the directory where they exceed the limit; the unpacked bytes are counted
    // in any case
    size += entry.uncompressedSize;
    if (entries.size > MAX_ENTRIES || size > MAX_UNPACKED_BYTES) return reject(tooLarge());
    zip.readEntry();
  });
  zip.on('error', () => reject(wrongKind()));
  zip.on('end', () => resolve(entries));
  zip.readEntry();
  return promise;
}

/** Opens a ZIP of at most 1,000 files. Throws TableFault `wrong_kind` or `too_large`. */
export async function openPackage(content: Buffer): Promise<Package> {
  const zip = await open(content);
  const entries = await entriesOf(zip);
  let left = MAX_UNPACKED_BYTES;
  return {
    names: new Set(entries.keys()),
    close: () => zip.close(),
    async *unpack(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw wrongKind();
      const stream = await zip.openReadStreamPromise(entry).catch(() => {
        throw wrongKind();
      });
      for await (const chunk of stream) {
        left -= (chunk as Buffer).length;
        if (left < 0) throw tooLarge();
        yield chunk as Buffer;
      }
    },
  };
}
