import type { Tx } from '@portal/kit/commands/command';
import { ChargeRefunded } from '@portal/proto/payments/v1/events';
import { countCharge } from '../charges/charge-metrics.ts';
import { takeBackRefunded } from './packages/take-back.ts';
import { finishRefunds, type PaymentToRefund } from './store.ts';

/** The processor's results for refunds; a void has no transaction of its own. */
export interface Made {
  ids: number[];
  kind: 'refund' | 'void';
  transactionId: string | null;
}

/**
 * Books refunds of a payment as made, with the end of the packages that they were for, and tells of
 * them; those that are not open any more stay as they are.
 */
export async function bookAsMade(
  tx: Tx,
  payment: Pick<PaymentToRefund, 'id' | 'studentId' | 'cardLast4'>,
  made: Made,
): Promise<void> {
  const done = await finishRefunds(tx, made, tx.now);
  if (done.length === 0) return;
  const student = payment.studentId === null ? {} : { studentId: payment.studentId };
  for (const one of done) {
    const { id: refund, amountCents, requestedBy: by } = one;
    const change = { refund, amountCents, kind: made.kind, by };
    tx.audit({ op: 'update', table: 'charge', id: one.chargeId, ...student, change });
    countCharge(tx, 'refunded', amountCents);
  }
  await takeBackRefunded(tx, done, payment.cardLast4);
  tx.emit(ChargeRefunded, {
    paymentId: payment.id,
    studentId: payment.studentId ?? 0,
    refundIds: done.map((one) => one.id),
  });
}
