import type { Exam } from '@portal/contract/exam';

/** What has to be paid before this exam's next session can be booked, in dollars, as the server says it. R-393. */
export function feesDue(
  exam: Pick<Exam, 'testSessionId' | 'proctor_fee_price' | 'proctor_fee_if_moved' | 'additionalCharge' | 'chargeAdditionalCharge'>,
): { proctorFee: number; additionalFee: number } {
  return {
    proctorFee: exam.testSessionId === null ? exam.proctor_fee_price : exam.proctor_fee_if_moved,
    additionalFee: exam.chargeAdditionalCharge ? exam.additionalCharge : 0,
  };
}
