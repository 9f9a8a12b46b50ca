import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import { eachByItself, type Job } from '@portal/kit/commands/jobs';
import type { Database } from '@portal/kit/database/database';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  ChargeDeclined,
  CreditsPurchased,
  PackagePurchased,
} from '@portal/proto/payments/v1/events';
import { grantLot } from '../../credits/granting/grant-lot.ts';
import { NoAnswer, ProcessorError } from '../../partners/authorize-net.ts';
import { findByInvoice, type Transaction } from '../../partners/card-transactions.ts';
import { requestRefund } from '../../refunds/request-refund.ts';
import { countCharge } from '../charge-metrics.ts';
import {
  capturePayment,
  closePayment,
  takeUnsurePayments,
  type UnsurePayment,
} from '../records/store.ts';
import { nextMove } from './next-move.ts';
import { settlePayment } from './pay-card.ts';

/**
 * Finds out about payments that no process works on any more, so that no money stays without a
 * purpose.
 */
export function repairJob(db: Database): Job {
  return {
    name: 'repair payments',
    everySeconds: 5,
    async run() {
      await eachByItself(
        await takeUnsurePayments(db),
        ({ id }) => ({ payment: id }),
        (payment) => repair(db, payment).catch((error: unknown) => stillUnknown(payment, error)),
      );
    },
  };
}

function stillUnknown({ id }: UnsurePayment, error: unknown): void {
  if (!(error instanceof NoAnswer) && !(error instanceof ProcessorError)) throw error;
  log.warn({ err: error, payment: id }, 'payment not known yet, will be asked about again');
}

async function repair(db: Database, payment: UnsurePayment): Promise<void> {
  const { id, state, schoolId, customerProfileId, invoiceNumber, account } = payment;
  const now = steadyNow();
  const place = { customerProfileId, since: payment.attemptedAt, now, account };
  // without a card the processor was never asked; that of a school is saved nowhere
  const isAsked = customerProfileId !== null || schoolId !== null;
  const found = isAsked ? await findByInvoice(place, invoiceNumber) : null;
  const call = { db, actor: serviceActor('payments'), now, requestId: requestIdOrNew() };
  if (state === 'dropped') {
    if (found?.state === 'captured')
      await inTransaction(call, 'repair.late', (tx) => giveBackLate(tx, payment, found));
    return;
  }
  const ageSeconds = (steadyNow().getTime() - payment.attemptedAt.getTime()) / 1000;
  const move = nextMove({
    attempt: 1,
    state: 'unknown',
    found: found === null ? null : found.state,
    ageSeconds,
  });
  if (move === 'settle' && found)
    await inTransaction(call, 'repair.settle', (tx) => settleFound(tx, payment, found));
  if (move === 'decline' || move === 'drop') {
    await inTransaction(call, 'repair.close', async (tx) => {
      const closed = await closePayment(
        tx,
        id,
        move === 'drop' ? 'dropped' : 'declined',
        found?.reason ?? null,
      );
      if (!closed) return;
      countCharge(tx, 'declined', found?.amountCents ?? 0);
      tx.emit(ChargeDeclined, { paymentId: id, studentId: payment.studentId ?? 0 });
    });
  }
}

/** The person was told that nothing was charged, so what arrived late is booked and goes back. */
async function giveBackLate(
  tx: Tx,
  { id: paymentId, studentId }: UnsurePayment,
  found: Transaction,
): Promise<void> {
  if (!(await capturePayment(tx, paymentId, found, tx.now))) return;
  const change = {
    state: 'captured late',
    amountCents: found.amountCents,
    transaction: found.transactionId,
  };
  tx.audit({
    op: 'action',
    table: 'charge',
    id: paymentId,
    ...(studentId === null ? {} : { studentId }),
    change,
  });
  countCharge(tx, 'captured', found.amountCents);
  await requestRefund(tx, { paymentId }, 'not_recorded');
}

/**
 * The student gets the credits that were paid for; money that was for anything else goes back,
 * since nobody waits for it any more.
 */
async function settleFound(tx: Tx, payment: UnsurePayment, found: Transaction): Promise<void> {
  const { id: paymentId, invoiceNumber, purpose, attemptedAt, lotOrder } = payment;
  const studentId = payment.studentId ?? 0;
  const paying = {
    paymentId,
    studentId,
    amountCents: found.amountCents,
    invoiceNumber,
    description: purpose,
    openedAt: attemptedAt,
  };
  await settlePayment(tx, { ...paying, captured: found });
  if (!lotOrder) {
    await requestRefund(tx, { paymentId }, 'not_recorded');
    return;
  }
  await requestRefund(tx, { paymentId, feesOnly: true }, 'not_recorded');
  const { id: lotId } = await grantLot(tx, studentId, lotOrder, paymentId);
  tx.emit(lotOrder.source === 'package' ? PackagePurchased : CreditsPurchased, {
    lotId,
    studentId,
  });
}
