const startsWith = (content: Buffer, ...bytes: number[]) =>
  bytes.every((byte, at) => content[at] === byte);

const MAX_PAGES = 200;
/** Pages of a PDF that can be counted without unpacking it. */
const pagesOf = (content: Buffer): number =>
  content.toString('latin1').match(/\/Type\s?\/Page(?![a-z])/g)?.length ?? 0;

/** Checks the first bytes of each kind of scan; a locked paper could not be graded. */
const looksLike: Readonly<Record<string, (content: Buffer) => boolean>> = {
  'application/pdf': (content) =>
    startsWith(content, 0x25, 0x50, 0x44, 0x46, 0x2d) &&
    !content.includes('/Encrypt') &&
    pagesOf(content) <= MAX_PAGES,
  'image/jpeg': (content) => startsWith(content, 0xff, 0xd8, 0xff),
  'image/png': (content) => startsWith(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
};

/** Whether a file is a scan of this kind: not encrypted, 200 pages at most. R-345. */
export const isScan = (type: string, content: Buffer): boolean =>
  Object.hasOwn(looksLike, type) && looksLike[type]?.(content) === true;
