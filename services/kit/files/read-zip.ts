import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { DomainError } from '../errors.ts';
import type { FileErrors } from './file-errors.ts';

export interface ZipLimits {
  files: number;
  /** Bytes of all files together when unpacked. */
  unpacked: number;
  /** Bytes of one file: each is in memory alone. */
  file: number;
}
export interface Unpacked {
  name: string;
  content: Buffer;
}

const open = (content: Buffer, refuse: FileErrors): Promise<ZipFile> => {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  // a name that climbs out of its folder is refused by the reader
  fromBuffer(
    content,
    { lazyEntries: true, validateEntrySizes: true, strictFileNames: true },
    (error, zip) => (error ? reject(refuse.wrongKind()) : resolve(zip)),
  );
  return promise;
};

const isDirectory = ({ fileName }: Entry) => fileName.endsWith('/');
/** At most one folder deep, nothing hidden by a system that packs its own things. */
const isTooDeep = ({ fileName }: Entry) => fileName.split('/').length > 2;
const isLitter = ({ fileName }: Entry) =>
  fileName.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(fileName);

/** Unpacks one file and counts the unpacked bytes, ignoring the size in the directory. */
async function unpack(
  zip: ZipFile,
  entry: Entry,
  left: number,
  refuse: FileErrors,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  zip.openReadStream(entry, (error, stream) => {
    if (error) return reject(refuse.wrongKind());
    const parts: Buffer[] = [];
    let size = 0;
    stream.on('data', (part: Buffer) => {
      size += part.length;
      if (size > left) stream.destroy(refuse.unpacksTooLarge());
      else parts.push(part);
    });
    stream.on('error', (failed: Error) =>
      reject(failed instanceof DomainError ? failed : refuse.wrongKind()),
    );
    stream.on('end', () => resolve(Buffer.concat(parts)));
  });
  return promise;
}

/**
 * The names inside a ZIP, without unpacking; refuses what is not as agreed.
 */
async function entriesOf(zip: ZipFile, limits: ZipLimits, refuse: FileErrors): Promise<Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry[]>();
  const found: Entry[] = [];
  let size = 0;
  zip.on('entry', (entry: Entry) => {
    if (!isDirectory(entry) && !isLitter(entry)) {
      found.push(entry);
      size += entry.uncompressedSize;
    }
    if (isTooDeep(entry) && !isDirectory(entry)) return reject(refuse.wrongKind());
    if (found.length > limits.files || size > limits.unpacked)
      return reject(refuse.unpacksTooLarge());
    zip.readEntry();
  });
  zip.on('error', () => reject(refuse.wrongKind()));
  zip.on('end', () => resolve(found));
  zip.readEntry();
  return promise;
}

/**
 * Unpacks the files of a ZIP one after the other and passes each to `visit`; folders at most one
 * deep. Throws wrongKind for a file that is not a ZIP or has names that climb, and unpacksTooLarge
 * for more files or bytes than `limits`, counted while unpacking.
 */
export async function readZip(
  content: Buffer,
  { limits, refuse }: { limits: ZipLimits; refuse: FileErrors },
  visit: (file: Unpacked) => void,
): Promise<void> {
  const zip = await open(content, refuse);
  // kept open until all is read: entries are listed first, so that a bomb is refused before
  // anything is unpacked
  zip.autoClose = false;
  try {
    let left = limits.unpacked;
    for (const entry of await entriesOf(zip, limits, refuse)) {
      const unpacked = await unpack(zip, entry, Math.min(left, limits.file), refuse);
      left -= unpacked.length;
      visit({ name: entry.fileName.split('/').at(-1) ?? '', content: unpacked });
    }
  } finally {
    zip.close();
  }
}
