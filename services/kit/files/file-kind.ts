import { looksLikeText } from './table/decode-text.ts';

export type FileKind = 'pdf' | 'jpg' | 'png' | 'csv' | 'xlsx' | 'zip';

const startsWith = (content: Buffer, ...bytes: number[]) =>
  bytes.every((byte, at) => content[at] === byte);

/** The first bytes of a file of this kind. */
const looksLike: Record<FileKind, (content: Buffer) => boolean> = {
  // a locked paper cannot be graded
  pdf: (content) =>
    startsWith(content, 0x25, 0x50, 0x44, 0x46, 0x2d) && !content.includes('/Encrypt'),
  jpg: (content) => startsWith(content, 0xff, 0xd8, 0xff),
  png: (content) => startsWith(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  csv: looksLikeText,
  xlsx: (content) => startsWith(content, 0x50, 0x4b, 0x03, 0x04),
  zip: (content) => startsWith(content, 0x50, 0x4b, 0x03, 0x04),
};
const isKind = (ending: string): ending is FileKind => Object.hasOwn(looksLike, ending);

/**
 * The kind of a file by the end of its name, when its content is that too; null: not a kind that is
 * taken. R-345.
 */
export function fileKind(name: string, content: Buffer): FileKind | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg') ?? '';
  return isKind(ending) && content.length > 0 && looksLike[ending](content) ? ending : null;
}
