import type { Tx } from '@portal/kit/command';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/log';
import { openForChange } from '../registrations/change-registration.ts';
import { letGradesIn } from './let-grades-in.ts';
import { readHeld } from './store.ts';

const RESULTS = ['Pass', 'Fail', 'Disqualified'];

export interface VendorResult {
  registrationId: number;
  studentId: number;
  examId: number;
  result: string;
  score?: string | undefined;
}

/** A vendor's final result grades the exam that is taken (T-50, R-397). One that is graded, or opened again meanwhile, stays as it is. */
export async function gradeByVendor(tx: Tx, { registrationId, studentId, examId, result, score }: VendorResult): Promise<void> {
  const row = await openForChange(tx, registrationId, studentId).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (row?.examId !== examId || !RESULTS.includes(result)) {
    log.warn({ registration: registrationId }, 'a result for no registration was passed over');
    return;
  }
  const held = await readHeld(tx, row.id);
  if (row.status !== 'taken' || (held?.heldGradeComment ?? null) !== null) return;
  await letGradesIn(tx, [{ row, grade: { grade: score ?? null, comment: result } }]);
}
