import type { Call } from '@portal/kit/command';
import { notFound } from '@portal/kit/errors';
import { readMissing } from './read-copies.ts';

/** A rule asked for a student or an exam that the copies do not have yet. */
export class CopyMissing extends Error {
  readonly missing: { studentId?: number; examId?: number };

  constructor(missing: { studentId?: number; examId?: number }) {
    super(`not copied yet: ${JSON.stringify(missing)}`);
    this.missing = missing;
  }
}

export const studentNotFound = () => notFound('student_not_found', 'No student found');

/**
 * Does the work; when a copy was missing, asks its owner outside the transaction and does it once more.
 * Refuses with exam_not_found or student_not_found when the owner does not know it either.
 */
export async function withCopies<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CopyMissing)) throw error;
    await readMissing(call.db, error.missing);
  }
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CopyMissing)) throw error;
    throw error.missing.examId === undefined ? studentNotFound() : notFound('exam_not_found', 'This exam is not available.');
  }
}
