import { command, type Tx } from '@portal/kit/commands/command';
import { SessionStudentChanged } from '@portal/proto/registration/v1/events';
import { type FeePayment, isFeePaymentKnown, recordFeePayment } from '../reading/store.ts';
import { registrationClosed } from '../state/registration-rules.ts';
import { isOpen } from '../state/registration-state.ts';
import { lockRegistration } from './change-registration.ts';

/** Keeps a payment of fees with its registration and its audit row; once, in this transaction. */
export async function noteFees(tx: Tx, studentId: number, paid: FeePayment): Promise<void> {
  if (!(await recordFeePayment(tx, paid, tx.now))) return;
  const { registrationId, proctorFeeCents, additionalFeeCents } = paid;
  tx.audit({
    op: 'update',
    table: 'registration',
    id: registrationId,
    studentId,
    change: { feesPaid: { proctorFeeCents, additionalFeeCents } },
  });
}

/**
 * Records that fees were paid, once per payment id whatever the key: holds the proctor payment and
 * settles the additional fee. Throws registration_not_found, or registration_closed when the exam
 * has been cancelled or taken (payments then refunds).
 */
export const recordFeesPaid = command(
  'recordFeesPaid',
  async (tx, paid: FeePayment): Promise<null> => {
    const row = await lockRegistration(tx, paid.registrationId, null);
    if (await isFeePaymentKnown(tx, paid.paymentId)) return null;
    if (!isOpen(row.status)) throw registrationClosed();
    await noteFees(tx, row.studentId, paid);
    const { sessionId, studentId } = row;
    if (sessionId !== null) tx.emit(SessionStudentChanged, { sessionId, studentId });
    return null;
  },
);
