import type { Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { lockRegistration } from '../../../records/registrations/changing/change-registration.ts';
import { applyGrades } from './apply-grades.ts';
import { resultRefusals } from './result-machine.ts';

const RESULTS = ['Pass', 'Fail', 'Disqualified'];

export interface VendorResult {
  registrationId: number;
  studentId: number;
  examId: number;
  result: string;
  score?: string | undefined;
}

/**
 * A vendor's final result grades the taken exam (T-50, R-397). Does not change an exam that is
 * already graded, or reopened since then.
 */
export async function gradeByVendor(
  tx: Tx,
  { registrationId, studentId, examId, result, score }: VendorResult,
): Promise<void> {
  const row = await lockRegistration(tx, registrationId, studentId).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (row?.examId !== examId || !RESULTS.includes(result)) {
    log.warn({ registration: registrationId }, 'a result for no registration was passed over');
    return;
  }
  if (resultRefusals.graded(row) !== null) return;
  const grade = { grade: score ?? null, comment: result };
  await applyGrades(tx, [{ row, event: { type: 'graded', grade } }]);
}
