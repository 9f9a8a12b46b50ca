import { DomainError, type FieldError, unprocessable } from '@portal/kit/errors';

/** Errors that an answer names; more are only counted. */
const MOST_NAMED = 200;

const rowNumber = ({ path }: FieldError): number => Number(/^row (\d+)/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);

/** 422: nothing of the file was saved, and why, row by row. */
export function rowsInvalid(found: readonly FieldError[]): DomainError {
  const errors = found.toSorted((a, b) => (rowNumber(a) < rowNumber(b) ? -1 : Number(rowNumber(a) > rowNumber(b))));
  const unnamed = errors.length - MOST_NAMED;
  const named = unnamed > 0 ? [...errors.slice(0, MOST_NAMED), { path: '', message: `... and ${unnamed} more` }] : [...errors];
  const rows = new Set(errors.map(({ path }) => path.split(', ')[0])).size;
  return unprocessable('file_rows_invalid', `${rows} rows have errors. Nothing was saved.`, { errors: named });
}

/** 415: the file, or one inside a ZIP, is not of a kind that is taken. R-345. */
export const wrongKind = () =>
  new DomainError(415, 'wrong_type', 'This kind of file is not accepted. Please use CSV, XLSX, ZIP, PDF, JPG or PNG.');

/** 413: a file that would unpack to more than is taken. */
export const unpacksTooLarge = () => new DomainError(413, 'too_large', 'The file is too large when it is unpacked.');
