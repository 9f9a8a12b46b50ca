import type { Tx } from '@portal/kit/commands/command';
import { insertLostPayment, type LostPayment } from '../records/lost-payment-store.ts';
import { capturePayment } from '../records/payment-store.ts';

/**
 * Inserts payment, charges and ledger of a charge that the processor has and the books lack;
 * returns false when they are there. Sends no email: the student got one when it happened.
 */
export async function enterLostPayment(tx: Tx, lost: LostPayment): Promise<boolean> {
  const { note, submittedAt, amountCents, transactionId, cardType, last4 } = lost;
  if (!(await insertLostPayment(tx, lost, tx.actor.name))) return false;
  await capturePayment(tx, note.paymentId, { transactionId, cardType, last4 }, submittedAt);
  const facts = { amountCents, transaction: transactionId };
  const change = { state: 'captured', ...facts, reconciled: true };
  const student = note.studentId === null ? {} : { studentId: note.studentId };
  tx.audit({ op: 'insert', table: 'charge', id: note.paymentId, ...student, change });
  return true;
}
