import { DomainError, notFound } from '@portal/kit/errors';

/** Throws an error on; a student who is not on record is called not_found by some calls. */
export function plainlyNotFound(error: unknown): never {
  throw error instanceof DomainError && error.code === 'student_not_found'
    ? notFound('not_found', error.detail)
    : error;
}
