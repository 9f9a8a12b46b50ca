import { type Call, inTransaction } from '@portal/kit/commands/command';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import type { StudyMethod } from '@portal/proto/payments/v1/study';
import { studyPayments } from '../../clients.ts';
import { askStudent } from '../eligibility/ask-tti.ts';
import { askStudentEligibility } from '../eligibility/find-due.ts';
import { checkPaymentTo } from '../eligibility/payment-to.ts';
import { keepPayer, onRecord } from '../records/store.ts';
import type { NewMethod } from './pay-study.ts';

export interface SaveMethod {
  ttiStudentId: string;
  /** Null: for all programmes of the student. */
  programId: number | null;
  account: string;
  method: NewMethod;
}

/**
 * Saves a payment method and makes it current, charges nothing (C-A72). Refuses with no_student,
 * no_interest, not_woodmont and as payments does.
 */
export async function saveMethod(
  call: Call,
  { ttiStudentId, programId, account, method }: SaveMethod,
): Promise<StudyMethod> {
  checkPaymentTo(account);
  let known: number | null = null;
  if (programId === null) await askStudent(ttiStudentId);
  else known = (await askStudentEligibility(call, ttiStudentId, programId)).studentId;
  const by = {
    actor: call.actor,
    key: call.key,
    requestId: call.requestId,
    origin: call.origin,
    deadlineMs: CHARGE_MS,
  };
  const saved = (await studyPayments.saveStudyMethod({ ttiStudentId, account, method }, by))
    .method as StudyMethod;
  await inTransaction(call, 'keepPayer', async (tx) => {
    await keepPayer(tx, ttiStudentId, saved);
    tx.audit({
      op: 'update',
      table: 'study_payer',
      id: ttiStudentId,
      ...(await onRecord(tx, ttiStudentId, known)),
      change: { account: saved.account, type: saved.type },
    });
  });
  return saved;
}
