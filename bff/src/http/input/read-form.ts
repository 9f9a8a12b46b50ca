import { DomainError } from '@portal/kit/errors';
import busboy from 'busboy';
import type { Request, Response } from 'express';
import { refuse } from '../refuse.ts';

/** A form with one file in it. */
export interface Form {
  fields: Record<string, string>;
  file: { name: string; content: Buffer } | null;
}

/** Room for the fields and the form itself beside the file. */
const besides = 64 * 1024;
const noForm = () => new DomainError(415, 'wrong_type', 'Please send a form with a file.');
interface FormSpec {
  field: string;
  /** Bytes. */
  largest: number;
  /** Uploads of staff have sentences of their own. */
  kinds?: string;
}
const tooLarge = ({ largest, kinds }: FormSpec) => {
  const most = Math.floor(largest / 1024 / 1024);
  const detail =
    kinds === undefined
      ? `The file is too large: at most ${most} MB.`
      : `The file is too large (${most} MB at most).`;
  return new DomainError(413, 'too_large', detail);
};
/** How much room a form may take, in bytes; one that does not say takes as much as there may be. */
export function bytesOfForm(
  { headers }: Pick<Request, 'headers'>,
  { largest }: Pick<FormSpec, 'largest'>,
): number {
  const declaredBytes = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(declaredBytes) && declaredBytes >= 0
    ? Math.min(declaredBytes, largest + besides)
    : largest + besides;
}
export const isForm = (type: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(type ?? '');

/** Runs before the first file is read, with the fields that came before it. */
type BeforeFile = (fields: Form['fields']) => Promise<void>;

/**
 * Reads a form with one file under `field`, of at most `largest` bytes. Reads nothing of a file
 * before `beforeFile` is done. Throws `wrong_type` (with its own sentences) for a body that is no
 * form, `too_large`, `malformed` for an unreadable form or a second file, `invalid` for a file
 * under another name, and the errors of `beforeFile`.
 */
export async function readForm(
  request: Request,
  response: Response,
  spec: FormSpec,
  beforeFile: BeforeFile,
): Promise<Form> {
  if (!isForm(request.headers['content-type'])) throw noForm();
  try {
    if (Number(request.headers['content-length'] ?? 0) > spec.largest + besides)
      throw tooLarge(spec);
    return await parsed(request, spec, beforeFile);
  } catch (error) {
    // The rest of the body is not read, so the connection cannot be used again.
    if (!request.complete) response.set('Connection', 'close');
    throw error;
  }
}

function parsed(request: Request, spec: FormSpec, beforeFile: BeforeFile): Promise<Form> {
  const { field, largest } = spec;
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const fields: Record<string, string> = Object.create(null);
  let file: Form['file'] = null;
  let files = 0;
  let isNamed = true;
  const oneFile = { errors: [{ path: field, message: 'Please send one file.' }] };
  // a file of just this size would count as cut off
  const limits = {
    fileSize: largest + 1,
    files: 2,
    fields: 20,
    fieldNameSize: 100,
    fieldSize: 32 * 1024,
    parts: 25,
    headerPairs: 20,
  };
  let parser: ReturnType<typeof busboy>;
  try {
    parser = busboy({ headers: request.headers, limits, defParamCharset: 'utf8' });
  } catch {
    reject(refuse('malformed'));
    return promise;
  }
  parser.on('field', (name, value, info) => {
    if (info.nameTruncated || info.valueTruncated)
      reject(refuse('invalid', { errors: [{ path: name, message: 'Too long' }] }));
    fields[name] = value;
  });
  parser.on('file', (name, stream, { filename }) => {
    files += 1;
    if (files > 1) return reject(refuse('malformed', oneFile));
    const parts: Buffer[] = [];
    const read = () => stream.on('data', (part: Buffer) => parts.push(part));
    void beforeFile({ ...fields }).then(read, reject);
    stream.on('limit', () => reject(tooLarge(spec)));
    stream.on('error', () => reject(refuse('malformed')));
    stream.on('end', () => {
      isNamed = name === field;
      file = { name: filename ?? '', content: Buffer.concat(parts) };
    });
  });
  parser.on('error', () => reject(refuse('malformed')));
  parser.on('close', () => {
    if (!isNamed) reject(refuse('invalid', oneFile));
    resolve({ fields, file });
  });
  request.on('aborted', () => reject(refuse('malformed')));
  request.pipe(parser);
  return promise.finally(() => request.unpipe(parser));
}
