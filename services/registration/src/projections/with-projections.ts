import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { readMissing } from './read-projections.ts';

/** A rule asked for a student or an exam that the copies do not have yet. */
export class ProjectionMissing extends Error {
  readonly missing: { studentId?: number; examId?: number };

  constructor(missing: { studentId?: number; examId?: number }) {
    super(`not copied yet: ${JSON.stringify(missing)}`);
    this.missing = missing;
  }
}

export const studentNotFound = () => domainError('student_not_found');

/**
 * Does the work; when a copy was missing, asks its owner outside the transaction and does it once
 * more. Refuses with exam_not_found or student_not_found when the owner does not know it either.
 */
export async function withProjections<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProjectionMissing)) throw error;
    await readMissing(call.db, error.missing);
  }
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProjectionMissing)) throw error;
    throw error.missing.examId === undefined ? studentNotFound() : domainError('exam_not_found');
  }
}
