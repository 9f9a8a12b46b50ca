import type { DomainError, FieldError } from '../errors.ts';

/** How a service refuses a file: each has the sentences of its own uploads. */
export interface FileErrors {
  /** 415: the file, or one inside a ZIP, is not of a kind that is taken. R-345. */
  wrongKind: () => DomainError;
  /** 413: a file that would unpack to more than is taken. */
  unpacksTooLarge: () => DomainError;
  /** Where a service has an error of its own for too many rows; otherwise rowsInvalid names it. */
  tooManyRows?: () => DomainError;
  /** 422: nothing of the file was saved, and why, row by row. */
  rowsInvalid: (errors: readonly FieldError[]) => DomainError;
}

/** Errors that an answer names; more are only counted. */
const MAX_NAMED = 200;

/** Compares by row number; errors without a row come last. */
export const byRow = (a: { path: string }, b: { path: string }): number => {
  const rowNumber = ({ path }: { path: string }) =>
    Number(/^row (\d+)/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);
  return rowNumber(a) < rowNumber(b) ? -1 : Number(rowNumber(a) > rowNumber(b));
};

/** The errors in the rows of a file, in words and by row; at most 200 are named. */
export function rowErrors(found: readonly FieldError[]): {
  detail: string;
  errors: FieldError[];
} {
  const errors = found.toSorted(byRow);
  const unnamed = errors.length - MAX_NAMED;
  const named =
    unnamed > 0
      ? [...errors.slice(0, MAX_NAMED), { path: '', message: `... and ${unnamed} more` }]
      : [...errors];
  const rows = new Set(errors.map(({ path }) => path.split(', ')[0])).size;
  return {
    detail: `${rows} rows have errors. Nothing was saved.`,
    errors: named,
  };
}
