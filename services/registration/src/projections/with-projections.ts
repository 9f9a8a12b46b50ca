import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { readMissing } from './read-projections.ts';

/** A rule needs a student or an exam that the projections do not have yet. */
export class ProjectionMissing extends Error {
  readonly missing: { studentId?: number; examId?: number };

  constructor(missing: { studentId?: number; examId?: number }) {
    super(`not copied yet: ${JSON.stringify(missing)}`);
    this.missing = missing;
  }
}

export const studentNotFound = () => domainError('student_not_found');

/**
 * Runs the work; when a projection is missing, reads it from its owner outside the transaction and
 * runs the work once more. Throws exam_not_found or student_not_found when the owner has none
 * either.
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
