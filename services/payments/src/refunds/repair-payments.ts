import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import { redrive } from '@portal/kit/commands/redrive';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  ChargeDeclined,
  CreditsPurchased,
  PackagePurchased,
} from '@portal/proto/payments/v1/events';
import { countCharge } from '../charges/charge-metrics.ts';
import { releasePartial } from '../charges/partial/void-partial.ts';
import {
  chargeState,
  isLastWord,
  LATEST_ARRIVAL_SECONDS,
  nextMove,
  TOO_OLD_SECONDS,
} from '../charges/paying/next-move.ts';
import { settlePayment } from '../charges/paying/pay-card.ts';
import {
  capturePayment,
  closePayment,
  markUnknown,
  noteSure,
  paymentProgress,
  takeUnsurePayment,
  takeUnsurePayments,
  type UnsurePayment,
} from '../charges/records/payment-store.ts';
import { grantLot } from '../credits/granting/grant-lot.ts';
import { domainError } from '../errors.ts';
import { NoAnswer, ProcessorError } from '../partners/authorize-net.ts';
import { findByInvoice, findTransaction, type Transaction } from '../partners/card-transactions.ts';
import type { Account } from '../partners/merchant-account.ts';
import { requestRefund } from './request-refund.ts';

/**
 * Finds out about payments that no process works on any more, so that no money stays without a
 * purpose.
 */
export function repairJob(db: Database): Job {
  return {
    name: 'repair payments',
    everySeconds: 5,
    async run() {
      await forEachIsolated(
        await takeUnsurePayments(db),
        ({ id }) => ({ payment: id }),
        (payment) => repair(db, payment).catch((error: unknown) => stillUnknown(payment, error)),
      );
    },
  };
}

function stillUnknown({ id }: UnsurePayment, error: unknown): void {
  if (!(error instanceof NoAnswer) && !(error instanceof ProcessorError)) throw error;
  log.warn({ err: error, payment: id }, 'payment outcome unknown; will be looked up again');
}

async function repair(db: Database, payment: UnsurePayment): Promise<void> {
  const { schoolId, customerProfileId, invoiceNumber, account, state } = payment;
  const now = steadyNow();
  const place = { customerProfileId, since: payment.attemptedAt, now, account };
  // without a card the processor never got a request; that of a school is not saved, and that of a
  // blanked student has been deleted
  const isAsked = customerProfileId !== null || schoolId !== null || state === 'dropped';
  const found = isAsked ? await findByInvoice(place, invoiceNumber) : null;
  await applyFound(db, payment, found);
  if (isLastWord(found?.state ?? null, sinceLastTry(payment, payment.askedAt)))
    await noteSure(db, payment.id);
}

/**
 * Seconds at a moment since a payment can have been tried last: not only when it is opened, but as
 * long as it is young.
 */
const sinceLastTry = ({ attemptedAt }: UnsurePayment, at: Date): number =>
  (at.getTime() - attemptedAt.getTime()) / 1000 - TOO_OLD_SECONDS;

/** Does about a payment what the processor's word on it asks for. */
async function applyFound(
  db: Database,
  payment: UnsurePayment,
  found: Transaction | null,
): Promise<void> {
  const { id, state } = payment;
  const now = steadyNow();
  const call = { db, actor: serviceActor('payments'), now, requestId: requestIdOrNew() };
  const foundState = found && chargeState(found, payment.amountCents);
  if (found && foundState === 'partial')
    await releasePartial(call, {
      transactionId: found.transactionId,
      paymentId: id,
      account: payment.account,
      approvedCents: found.amountCents,
    });
  if (state === 'dropped') {
    if (found && foundState === 'captured')
      await inTransaction(call, 'repair.late', (tx) => giveBackLate(tx, payment, found));
    return;
  }
  const ageSeconds = (steadyNow().getTime() - payment.attemptedAt.getTime()) / 1000;
  const move = nextMove({
    attempt: 1,
    state: 'unknown',
    found: foundState,
    ageSeconds,
  });
  if (move === 'settle' && found)
    await inTransaction(call, 'repair.settle', (tx) => settleFound(tx, payment, found));
  if (foundState === 'review') await markUnknown(db, id, now);
  if (move === 'decline' || move === 'drop' || move === 'void') {
    await inTransaction(call, 'repair.close', async (tx) => {
      // another try of one that was declined may still be on its way
      const isOver = move !== 'drop' && sinceLastTry(payment, now) >= LATEST_ARRIVAL_SECONDS;
      const state = isOver ? 'declined' : 'dropped';
      const reason = move === 'void' ? 'card_partly_approved' : (found?.reason ?? null);
      const closed = await closePayment(tx, id, state, reason);
      if (!closed) return;
      countCharge(tx, 'declined', found?.amountCents ?? 0);
      tx.emit(ChargeDeclined, { paymentId: id, studentId: payment.studentId ?? 0 });
    });
  }
}

/**
 * Finishes a payment for which the processor has this transaction, as the job would: the student
 * gets the bought credits, or the money is refunded. One with an unfinished process is left to that
 * process, and a dead process is run again. Refuses with charge_unknown while it is not finished,
 * and with card_declined when it took no money in the end. Throws NoAnswer or ProcessorError.
 */
export async function finishPayment(
  db: Database,
  paymentId: number,
  { transactionId, account }: { transactionId: string; account: Account },
): Promise<void> {
  const payment = await takeUnsurePayment(db, paymentId);
  if (payment) await applyFound(db, payment, await findTransaction(transactionId, account));
  const { state, processId, processStatus } = await paymentProgress(db, paymentId);
  if (state === 'captured' || state === 'voided') return;
  if (state === 'declined') throw domainError('card_declined');
  if (processId !== null && processStatus === 'dead')
    await redrive(db, processId, 'reconciliation');
  throw domainError(
    'charge_unknown',
    'We could not confirm the payment. Please do not pay again; ' +
      'check your account in a few minutes.',
  );
}

/** The response said that nothing was charged, so a late charge is booked and refunded. */
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
 * Gives the student the credits that were paid for; money for anything else is refunded, since no
 * caller waits for it any more.
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
