import type { Call } from '@portal/kit/commands/command';
import type { StudyMethod } from '@portal/proto/payments/v1/study';
import { studyPayments } from '../../clients.ts';
import { noPayments } from './ask-tti.ts';
import { alreadyPaid, askStudentEligibility, findDue } from './find-due.ts';
import { checkPaymentTo } from './payment-to.ts';

export interface StudyInfoRequest {
  ttiStudentId: string;
  programId: number;
  isSecondPayment: boolean;
  fullJoin: boolean;
  isRefund: boolean;
  paymentTo: string | null;
}
export interface StudyInfo {
  firstName: string;
  lastName: string;
  amountCents: number;
  programs: { programId: number; name: string }[];
  programName: string;
  totalPaidCents: number;
  currentMethod?: StudyMethod;
  warning?: string;
}

/**
 * Returns the payments for a programme and the sum due (C-A68). Refuses with payment_to_unknown,
 * no_student, no_interest, no_payments and not_woodmont.
 */
export async function getStudyInfo(call: Call, request: StudyInfoRequest): Promise<StudyInfo> {
  const { ttiStudentId, programId, isSecondPayment, isRefund, fullJoin, paymentTo } = request;
  const account = paymentTo === null ? undefined : checkPaymentTo(paymentTo);
  const standing = await askStudentEligibility(call, ttiStudentId, programId, isRefund);
  const due = await findDue(
    call.db,
    standing,
    isSecondPayment ? 'rest' : fullJoin ? 'full' : 'first',
  );
  if ((isSecondPayment || isRefund) && due.paidCents <= 0) throw noPayments();
  const { method } = await studyPayments.getStudyMethod(
    { ttiStudentId, account },
    { actor: call.actor, requestId: call.requestId, origin: call.origin },
  );
  const { student, program } = standing;
  return {
    firstName: student.first,
    lastName: student.last,
    amountCents: isRefund ? 0 : due.amountCents,
    programs: student.programs
      .filter((one) => one.active)
      .map((one) => ({ programId: one.programId, name: one.name })),
    programName: program.name,
    totalPaidCents: due.paidCents,
    ...(method ? { currentMethod: method } : {}),
    ...(due.paidCents > 0 ? { warning: alreadyPaid(due.paidCents) } : {}),
  };
}
