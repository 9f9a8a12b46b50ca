import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { DomainError } from '../errors.ts';
import type { FileErrors } from './file-errors.ts';

export interface ZipLimits {
  files: number;
  /** Bytes of all files together when unpacked. */
  unpacked: number;
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

/** Unpacks one file and counts what really comes out, whatever the directory says. */
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
 * The files of a ZIP; folders at most one deep. Refuses as a wrong kind what is no ZIP or has names
 * that climb, and as too large more files or bytes than `limits`.
 */
export async function readZip(
  content: Buffer,
  limits: ZipLimits,
  refuse: FileErrors,
): Promise<Unpacked[]> {
  const zip = await open(content, refuse);
  // kept open until all is read: entries are listed first, so that a bomb is refused before
  // anything is unpacked
  zip.autoClose = false;
  try {
    const files: Unpacked[] = [];
    let left = limits.unpacked;
    for (const entry of await entriesOf(zip, limits, refuse)) {
      const unpacked = await unpack(zip, entry, left, refuse);
      left -= unpacked.length;
      files.push({ name: entry.fileName.split('/').at(-1) ?? '', content: unpacked });
    }
    return files;
  } finally {
    zip.close();
  }
}

/**
 * The names inside a ZIP and the bytes that they unpack to, as its directory says. Refuses as
 * readZip does.
 */
export async function namesInZip(
  content: Buffer,
  limits: ZipLimits,
  refuse: FileErrors,
): Promise<string[]> {
  const zip = await open(content, refuse);
  const names: string[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  zip.on('entry', (entry: Entry) => {
    names.push(entry.fileName);
    size += entry.uncompressedSize;
    if (names.length > limits.files || size > limits.unpacked)
      return reject(refuse.unpacksTooLarge());
    zip.readEntry();
  });
  zip.on('error', () => reject(refuse.wrongKind()));
  zip.on('end', () => resolve(names));
  zip.readEntry();
  return promise.finally(() => zip.close());
}
