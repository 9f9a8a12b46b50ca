import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { NoAnswer, ProcessorError } from '../../partners/authorize-net.ts';
import { findByInvoice, type Transaction } from '../../partners/card-transactions.ts';
import { bookAsMade } from '../book-as-made.ts';
import { holdPackage, lockBought } from '../packages/store.ts';
import { abandonedRefundMove, bookAsUnmatched } from './given-up-move.ts';
import {
  type AbandonedRefund,
  abandoned,
  forgetRefund,
  holdAgain,
  isOtherUnderWay,
  lockGivenUp,
  takeGivenUp,
} from './store.ts';

/**
 * Looks up refunds that were abandoned without an answer, as long as they may arrive at the
 * processor: a refund that it made is booked, despite the earlier response.
 */
export function lookUpRefundsJob(db: Database): Job {
  return {
    name: 'look refunds up',
    everySeconds: 5,
    async run() {
      await forEachIsolated(
        await takeGivenUp(db),
        ({ id }) => ({ refund: id }),
        (refund) => lookUp(db, refund).catch((error: unknown) => stillUnknown(refund, error)),
      );
    },
  };
}

function stillUnknown({ id }: AbandonedRefund, error: unknown): void {
  if (!(error instanceof NoAnswer) && !(error instanceof ProcessorError)) throw error;
  log.warn({ err: error, refund: id }, 'refund not known yet, will be looked up again');
}

/**
 * Looks one up now that was given up without an answer; nothing is done about one of which nothing
 * can arrive. Throws NoAnswer or ProcessorError.
 */
export async function lookUpRefund(db: Database, refundId: number): Promise<void> {
  const refund = await abandoned(db, refundId);
  if (refund) await lookUp(db, refund);
}

async function lookUp(db: Database, refund: AbandonedRefund): Promise<void> {
  const { id, invoiceNumber, account, askedSeconds } = refund;
  const now = steadyNow();
  const since = new Date(now.getTime() - askedSeconds * 1000);
  // all that there is, not the customer's own alone: it may be settled by now
  const place = { customerProfileId: null, since, now, account };
  const found = await findByInvoice(place, invoiceNumber);
  const move = abandonedRefundMove(found?.state ?? null, askedSeconds);
  if (move === 'forget') await forgetRefund(db, id);
  if (move !== 'book' || !found) return;
  const call = { db, actor: serviceActor('payments'), now, requestId: requestIdOrNew() };
  await inTransaction(call, 'lookUpRefunds.book', (tx) => book(tx, refund, found));
}

/**
 * Books a refund that the processor made after all, in one transaction and once, even if several
 * callers find it. Takes back the credits left of its package by now; if the package has been
 * closed since, the money alone is booked, as a refund by staff is.
 */
async function book(tx: Tx, refund: AbandonedRefund, found: Transaction): Promise<void> {
  const { id, paymentId, cause } = refund;
  if (!(await lockGivenUp(tx, id))) return;
  const isOfPackage = cause === 'package';
  // before its charge, as whoever refunds a package locks them
  const lot = isOfPackage ? await lockBought(tx, paymentId) : undefined;
  const isFree = lot === undefined || !lot.active || lot.refundId === null;
  const takesLot = lot?.active === true && isFree;
  const bookedAs = isOfPackage && !takesLot ? 'staff' : cause;
  if (!isFree || !(await holdAgain(tx, refund, bookedAs))) return unmatched(tx, refund, found);
  if (lot && takesLot) await holdPackage(tx, lot.id, id);
  const { transactionId } = found;
  const payment = { ...refund, id: paymentId };
  await bookAsMade(tx, payment, { ids: [id], kind: 'refund', transactionId });
}

/** It went back and there is no room for it in the books, at least not yet. */
async function unmatched(
  tx: Tx,
  refund: AbandonedRefund,
  { transactionId }: Transaction,
): Promise<void> {
  const { id, chargeId, amountCents, studentId, askedSeconds } = refund;
  log.warn({ refund: id, charge: chargeId }, 'a refund was made late, and no more is left of it');
  const move = bookAsUnmatched(askedSeconds, await isOtherUnderWay(tx, chargeId));
  if (move === 'look again' || !(await forgetRefund(tx, id))) return;
  tx.audit({
    op: 'action',
    table: 'charge',
    id: chargeId,
    ...(studentId === null ? {} : { studentId }),
    change: { refund: id, amountCents, transaction: transactionId, made: 'late, not booked' },
  });
}
