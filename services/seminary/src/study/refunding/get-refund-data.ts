import type { Sql } from '@portal/kit/database/database';
import type { TtiProgram, TtiStudent } from '../../partners/tti.ts';
import { askStudent, noPayments } from '../eligibility/ask-tti.ts';
import { leftOf } from '../records/refund-plan.ts';
import { paymentsOf, refundablePayments } from '../records/store.ts';
import { type SeenPayment, seenPayments } from '../records/study-payment.ts';

export interface RefundRequest {
  ttiStudentId: string;
  programId: number;
  /** TTI's id of the student's interest in the programme. */
  studentProgramId: number;
}
export interface RefundData {
  student: TtiStudent;
  program: TtiProgram;
  payments: SeenPayment[];
  refundable: boolean;
  /** Why not, in TTI's words. */
  message: string | null;
  maxRefundCents: number;
}

/**
 * Returns the payments for a programme and the refundable part of each (C-A73). Refuses with
 * no_student, no_payments and partner_failed.
 */
export async function getRefundData(
  sql: Sql,
  { ttiStudentId, programId, studentProgramId }: RefundRequest,
): Promise<RefundData> {
  const student = await askStudent(ttiStudentId);
  const program = student.programs.find(
    (one) => one.programId === programId && one.studentProgramId === studentProgramId,
  );
  const ours = await paymentsOf(sql, ttiStudentId, programId);
  const listed = student.payments.filter((one) => one.programId === programId);
  if (!program || ours.length + listed.length === 0) throw noPayments();
  const maxRefundCents = program.refundable
    ? leftOf(await refundablePayments(sql, ttiStudentId, programId))
    : 0;
  return {
    student,
    program,
    payments: seenPayments(listed, ours),
    refundable: maxRefundCents > 0,
    message: program.refundable
      ? null
      : (program.notRefundableText ?? 'This program is not refundable.'),
    maxRefundCents,
  };
}
