import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { IN_FLIGHT_SECONDS } from '../charges/paying/next-move.ts';
import { refundNote } from '../charges/records/charge-note.ts';
import { isRefusedWith, NoAnswer, onceFound, ProcessorError } from '../partners/authorize-net.ts';
import {
  BANK_ACCOUNT,
  findByInvoice,
  findTransaction,
  refundCharge,
  voidCharge,
} from '../partners/card-transactions.ts';
import { isUndecided } from '../partners/transaction-status.ts';
import { bookAsMade } from './book-as-made.ts';
import { bookVoid } from './book-made-refund.ts';
import { neverMade, refusedByProcessor, unanswered, waitForSettlement } from './failed-refunds.ts';
import { refundMove } from './refund-move.ts';
import {
  duePayments,
  idsOf,
  leasePayment,
  markAsked,
  type OpenRefund,
  openRefunds,
  type PaymentToRefund,
  postpone,
  releasePayment,
} from './store.ts';

const isRequested = ({ state }: OpenRefund) => state === 'asked';

/**
 * Moves the money of all open refunds of a payment, as far as the processor allows now. Safe to
 * repeat and to run on two replicas at once; returns false when another worker has leased the
 * payment and may be calling the processor at this moment.
 */
export async function makeRefunds(db: Database, paymentId: number): Promise<boolean> {
  const payment = await leasePayment(db, paymentId);
  if (!payment) return false;
  const open = await openRefunds(db, paymentId);
  try {
    if (open.length > 0) await makeOpen(db, payment, open);
  } catch (error) {
    if (error instanceof NoAnswer) await unanswered(db, payment, open);
    else if (error instanceof ProcessorError) {
      // an earlier request may have been carried out, despite the processor's answer now
      const [request, others] = [
        open.filter(isRequested),
        open.filter((refund) => !isRequested(refund)),
      ];
      await refusedByProcessor(db, payment, others, error.text);
      await postpone(db, request, null, null);
    } else {
      await postpone(db, open, null, null);
      throw error;
    }
  } finally {
    await releasePayment(db, paymentId);
  }
  return true;
}

async function makeOpen(db: Database, payment: PaymentToRefund, open: OpenRefund[]): Promise<void> {
  // a charge of a moment ago may not be found yet
  const charged = await onceFound(() => findTransaction(payment.transactionId, payment.account));
  const askedCents = open.reduce((sum, refund) => sum + refund.amountCents, 0);
  const move = refundMove({ ...charged, amountCents: payment.amountCents, askedCents });
  if (move === 'wait') return waitForSettlement(db, payment, open);
  if (move === 'no money')
    throw new ProcessorError('', 'The bank has taken back the money of this charge.');
  if (move === 'void' && !(await voidAll(db, payment, open))) return;
  if (move !== 'refund') return finish(db, payment, idsOf(open), 'void', null);
  for (const refund of open) await makeOne(db, payment, refund);
}

/**
 * Voids a payment; returns whether it is. While an earlier try may still arrive no refusal is
 * final: its outcome is looked up.
 */
async function voidAll(
  db: Database,
  payment: PaymentToRefund,
  open: readonly OpenRefund[],
): Promise<boolean> {
  const requested = await markAsked(db, open);
  if (!requested) return false;
  try {
    await voidCharge(payment.transactionId, payment.account);
    return true;
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    const { message, text } = error;
    // it was found a moment ago: not to find it now passes
    const isPassing = open.some(isRequested) || isRefusedWith(error, NOT_FOUND_THERE);
    if (isPassing) throw new NoAnswer(message, true);
    await refusedByProcessor(db, payment, requested, text);
    return false;
  }
}

async function makeOne(db: Database, payment: PaymentToRefund, refund: OpenRefund): Promise<void> {
  const { id, amountCents, invoiceNumber } = refund;
  let known: readonly OpenRefund[] = [refund];
  const askedSeconds = refund.askedSeconds ?? 0;
  const look = async () => {
    const { customerProfileId, account } = payment;
    const now = steadyNow();
    const since = new Date(now.getTime() - askedSeconds * 1000);
    const place = { customerProfileId, since, now, account };
    const found = await findByInvoice(place, invoiceNumber).catch((error: unknown) => {
      // a refused look-up says nothing about the earlier requests
      throw error instanceof ProcessorError ? new NoAnswer(error.message, true) : error;
    });
    // a refund that is undecided at the processor is not requested again: both might be made
    if (found && isUndecided(found.state, askedSeconds)) return 'undecided';
    return found?.state === 'captured' ? { transactionId: found.transactionId } : null;
  };
  try {
    // before its refusal a refund may have been requested with an answer that was lost
    if (refund.attempts > 0) {
      const made = await look();
      if (made === 'undecided') return void (await postpone(db, known, null, null));
      if (made) return await finish(db, payment, [id], 'refund', made.transactionId);
    }
    if (isRequested(refund)) {
      if (askedSeconds < IN_FLIGHT_SECONDS) return void (await postpone(db, known, null, null));
      if (await neverMade(db, payment, refund)) return;
    }
    const requested = await markAsked(db, [refund]);
    if (!requested) return;
    known = requested;
    const { transactionId, cardLast4: last4, account } = payment;
    const { ccId, customerProfileId, cardType } = payment;
    const profile = ccId && customerProfileId ? { ccId, customerProfileId } : undefined;
    const bankProfile = cardType === BANK_ACCOUNT ? profile : undefined;
    const note = refundNote(refund, refund.cause);
    const order = { transactionId, amountCents, last4, invoiceNumber, note, bankProfile, account };
    await finish(db, payment, [id], 'refund', await refundCharge(order));
  } catch (error) {
    if (error instanceof NoAnswer) return unanswered(db, payment, known);
    if (!(error instanceof ProcessorError)) throw error;
    const made = error.code === DUPLICATE ? await look() : null;
    if (made === 'undecided') return void (await postpone(db, known, null, null));
    if (made) return finish(db, payment, [id], 'refund', made.transactionId);
    await refusedByProcessor(db, payment, known, error.text);
  }
}
const DUPLICATE = '11';
const NOT_FOUND_THERE = '16';

async function finish(
  db: Database,
  payment: PaymentToRefund,
  ids: number[],
  kind: 'refund' | 'void',
  transactionId: string | null,
): Promise<void> {
  const call = {
    db,
    actor: serviceActor('payments'),
    now: steadyNow(),
    requestId: requestIdOrNew(),
  };
  await inTransaction(call, `makeRefunds.${kind}`, async (tx) => {
    await bookAsMade(tx, payment, { ids, kind, transactionId });
    if (kind === 'void') await bookRestOfVoid(tx, payment);
  });
}

/**
 * Books the rest of a void. A void gives a whole payment back, also one that was made by hand at
 * the processor where only an amount of it was requested here.
 */
async function bookRestOfVoid(tx: Tx, { id, transactionId }: PaymentToRefund): Promise<void> {
  const toLookAt = await bookVoid(tx, { paymentId: id, transactionId });
  if (toLookAt) log.warn({ payment: id }, toLookAt);
}

/** Tries the refunds that wait: for settlement, for an answer, or after a refusal. */
export function refundJob(db: Database): Job {
  return {
    name: 'refunds',
    everySeconds: 3,
    async run() {
      await forEachIsolated(
        await duePayments(db),
        (paymentId) => ({ payment: paymentId }),
        (paymentId) => makeRefunds(db, paymentId),
      );
    },
  };
}
