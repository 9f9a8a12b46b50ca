import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { UngradedExam } from '@portal/proto/registration/v1/grades';
import { ResultReceived } from '@portal/proto/transcripts/v1/events';
import { resultsAtCoopersmith } from '../partners/coopersmith.ts';
import { resultsAtTal } from '../partners/tal.ts';
import type { VendorResult } from '../partners/vendor-result.ts';
import { matchResults } from './match-results.ts';
import { bindResult, boundResults, keepResults } from './store.ts';
import { blanked, isFinal } from './vendor-result.ts';

/** TAL answers for CIS too. */
export type Vendor = 'tal' | 'coopersmith';

export const vendorOf = (vendorId: number): Vendor => (vendorId === 3 ? 'coopersmith' : 'tal');
const resultsAt: Record<Vendor, (id: string) => Promise<VendorResult[] | null>> = {
  tal: resultsAtTal,
  coopersmith: resultsAtCoopersmith,
};

export interface RequestContext {
  studentId: number;
  vendor: Vendor;
  /** The student's id at the vendor. */
  vendorStudentId: string;
  /** The student's taken exams without a grade. */
  ungraded: readonly UngradedExam[];
}

/**
 * Fetches a student's results from a vendor and stores them; emits the final result of a taken exam
 * without a grade, which registration then grades (R-397, T-50). Returns whether the vendor knows
 * the student. Throws PartnerError.
 */
export async function askVendor(
  call: Call,
  { studentId, vendor, vendorStudentId, ungraded }: RequestContext,
): Promise<boolean> {
  const known = await resultsAt[vendor](vendorStudentId);
  const results = (known ?? []).map(blanked);
  await inTransaction(call, 'keepResults', async (tx) => {
    await keepResults(tx, studentId, results, tx.now);
    const final = results.filter(isFinal);
    for (const { exam, result } of matchResults(
      ungraded,
      final,
      await boundResults(tx, studentId),
    )) {
      const { registrationId, examId } = exam;
      await bindResult(tx, result, exam);
      tx.emit(ResultReceived, {
        registrationId,
        studentId,
        examId,
        result: result.result,
        score: result.score ?? undefined,
      });
    }
  });
  return known !== null;
}
