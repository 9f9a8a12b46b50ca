import type { DomainError, FieldError } from '@portal/kit/errors';
import { type FileErrors, rowErrors } from '@portal/kit/files/file-errors';
import { domainError } from '../../../errors.ts';

/** 422: nothing of the file was saved, and why, row by row. */
export function rowsInvalid(found: readonly FieldError[]): DomainError {
  const { detail, errors } = rowErrors(found);
  return domainError('file_rows_invalid', detail, { errors });
}

/** 415: the file, or one inside a ZIP, is not of a kind that is taken. R-345. */
export const wrongKind = () => domainError('wrong_type');

/** How an exam batch is refused. */
export const batchErrors: FileErrors = {
  wrongKind,
  unpacksTooLarge: () => domainError('too_large'),
  rowsInvalid,
};
