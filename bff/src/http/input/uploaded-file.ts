import { isUtf8 } from 'node:buffer';
import { DomainError } from '@portal/kit/errors';
import { isMarkedUtf16, looksLikeText } from '@portal/kit/files/table/decode-text';
import { fileTypeFromBuffer } from 'file-type';
import { refuse } from '../refuse.ts';

/** A file that came in, and was looked into. */
export interface UploadedFile {
  /** Without folders, as it may be shown and passed on. */
  name: string;
  /** By its content. */
  type: string;
  content: Buffer;
}

const longestName = 150;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to keep out
const unwanted = /[\u0000-\u001f\u007f<>:"|?*\\/]/g;
/**
 * Invisible characters, and those that change the direction of text; joiners are allowed, since
 * some languages are written with them.
 */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;
/** Names of devices on some computers, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The extensions that a name may have, by the type of the content. */
const contentOf = new Map<string, readonly string[]>(
  Object.entries({
    pdf: ['application/pdf'],
    doc: ['application/x-cfb'],
    docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    rtf: ['application/rtf', 'text/rtf'],
    odt: ['application/vnd.oasis.opendocument.text'],
    txt: ['text/plain'],
    jpg: ['image/jpeg'],
    jpeg: ['image/jpeg'],
    png: ['image/png'],
    csv: ['text/plain', 'text/csv'],
    xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    zip: ['application/zip'],
  }),
);

interface Kinds {
  types: readonly string[];
  kinds?: string;
  instead?: Readonly<Record<string, string>>;
}
const wrongType = ({ kinds, instead }: Kinds, ending: string) =>
  new DomainError(
    415,
    'wrong_type',
    instead && Object.hasOwn(instead, ending)
      ? (instead[ending] as string)
      : kinds === undefined
        ? 'Please choose a file of the right kind: its content and the end of its name must ' +
          'fit together.'
        : `This kind of file is not accepted. Please use ${kinds}.`,
  );

/** The name without folders and without what could mislead a person or a file system. */
export function plainName(sent: string): string {
  // bounded first: putting many marks in order costs their number squared
  const last = sent.slice(-1000).split(/[\\/]/).at(-1) ?? '';
  const name = last
    .normalize('NFC')
    .replace(unwanted, '')
    .replace(unseen, '')
    .replace(/^\.+/, '')
    .trim()
    .replace(device, '_$&');
  const dot = name.lastIndexOf('.');
  return dot <= 0
    ? name.slice(0, longestName)
    : name.slice(0, dot).slice(0, longestName) + name.slice(dot).slice(0, 10);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to keep out
const unusual = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;

/**
 * Plain text has only the usual control characters. A pattern finds others: byte by byte, large
 * files would block all requests.
 */
const isText = (content: Buffer): boolean =>
  isUtf8(content) && !unusual.test(content.toString('latin1'));

/**
 * Returns the file as it may be passed on. Refuses with `wrong_type` an empty file and a file that
 * is not, by name and content, of one of these types.
 */
export async function checkFile(
  field: string,
  sent: { name: string; content: Buffer },
  wanted: Kinds,
): Promise<UploadedFile> {
  const { content } = sent;
  if (content.length === 0)
    throw refuse('invalid', {
      errors: [{ path: field, message: 'The file is empty.' }],
    });
  const name = plainName(sent.name);
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const isCsv = ending === 'csv';
  const found =
    (isCsv && isMarkedUtf16(content) ? undefined : (await fileTypeFromBuffer(content))?.mime) ??
    (isText(content) || (isCsv && looksLikeText(content))
      ? 'text/plain'
      : 'application/octet-stream');
  if (!wanted.types.includes(ending) || !contentOf.get(ending)?.includes(found))
    throw wrongType(wanted, ending);
  return { name, type: found, content };
}
