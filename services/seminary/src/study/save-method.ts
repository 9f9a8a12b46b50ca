import { type Call, inTransaction } from '@portal/kit/command';
import type { StudyMethod } from '@portal/proto/payments/v1/study';
import { studyPayments } from '../clients.ts';
import { askStudent } from './ask-tti.ts';
import { askStanding } from './find-due.ts';
import type { NewMethod } from './pay-study.ts';
import { checkPaymentTo } from './payment-to.ts';
import { keepPayer } from './store.ts';

export interface SaveMethod {
  ttiStudentId: string;
  /** Null: whatever she studies. */
  programId: number | null;
  account: string;
  method: NewMethod;
}

/** Saves a payment method and makes it current, charges nothing (C-A72). Refuses with no_student, no_interest, not_woodmont and as payments does. */
export async function saveMethod(call: Call, { ttiStudentId, programId, account, method }: SaveMethod): Promise<StudyMethod> {
  checkPaymentTo(account);
  await (programId === null ? askStudent(ttiStudentId) : askStanding(call, ttiStudentId, programId));
  const by = { actor: call.actor, key: call.key, requestId: call.requestId };
  const saved = (await studyPayments.saveStudyMethod({ ttiStudentId, account, method }, by)).method as StudyMethod;
  await inTransaction(call, 'keepPayer', async (tx) => {
    await keepPayer(tx, ttiStudentId, saved);
    tx.audit({ op: 'update', table: 'study_payer', id: ttiStudentId, change: { account: saved.account, type: saved.type } });
  });
  return saved;
}
