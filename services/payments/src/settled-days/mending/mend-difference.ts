import { can } from '@portal/access/can';
import { notAllowed } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import type { Running } from '@portal/kit/commands/process-definition';
import { invalid } from '@portal/kit/errors';
import { failpoint } from '@portal/kit/jobs/failpoints';
import type * as tables from '../../../prisma/tables.ts';
import { newInvoiceNumber } from '../../charges/paying/invoice-number.ts';
import { IN_FLIGHT_SECONDS } from '../../charges/paying/next-move.ts';
import { domainError } from '../../errors.ts';
import { NoAnswer, ProcessorError } from '../../partners/authorize-net.ts';
import { BANK_ACCOUNT, findByInvoice, refundCharge } from '../../partners/card-transactions.ts';
import { readTransaction } from '../../partners/list-transactions.ts';
import { isUndecided } from '../../partners/transaction-status.ts';
import { lookUpRefund } from '../../refunds/given-up/look-up-refunds.ts';
import { makeRefunds } from '../../refunds/make-refunds.ts';
import { finishPayment } from '../../refunds/repair-payments.ts';
import { lockDay, refreshDay } from '../records/day-store.ts';
import { type Action, type DifferenceRow, lockDifference } from '../records/difference-store.ts';
import { differenceCents, mendsOf } from './mend-rules.ts';
import {
  claimDifference,
  freeDifference,
  insertAdjustment,
  markRefundAsked,
  refundTry,
  writeRefund,
  writeTold,
} from './mend-store.ts';

export interface Mend {
  differenceId: number;
  action: Action;
  comment: string;
  /** Cents, signed; of an adjustment. */
  amountCents: number | null;
}

/** The processor refuses the same refund again within its duplicate window. */
const DUPLICATE = '11';

/**
 * Locks a difference with its day and says whether this may be done about it now. Refuses with
 * difference_not_found, already_mended, request_in_progress and action_not_allowed.
 */
async function lockToMend(tx: Tx, { differenceId, action }: Mend): Promise<DifferenceRow> {
  const seen = await tx.maybe<Pick<DifferenceRow, 'day' | 'account'>>`
    SELECT day, account FROM payment_difference WHERE id = ${differenceId}`;
  if (!seen) throw domainError('difference_not_found');
  // a comparison locks the day first as well
  const { state } = await lockDay(tx, seen);
  const row = await lockDifference(tx, differenceId);
  if (!row) throw domainError('difference_not_found');
  if (row.state === 'mended' || row.state === 'gone') throw domainError('already_mended');
  if (row.mendId !== null) throw domainError('request_in_progress', { retryAfter: 2 });
  if (!mendsOf(row, state === 'signed').includes(action)) throw domainError('action_not_allowed');
  return row;
}

async function recordMend(
  tx: Tx,
  row: DifferenceRow,
  state: 'explained' | 'mended',
  { action, comment }: Mend,
  facts: Record<string, unknown> = {},
): Promise<void> {
  await writeTold(tx, row.id, state, { action, comment, by: tx.actor.name }, tx.now);
  await refreshDay(tx, row);
  const student = row.studentId === null ? {} : { studentId: row.studentId };
  const change = { state, action, comment, kind: row.kind, ...facts };
  tx.audit({ op: 'action', table: 'payment_difference', id: row.id, ...student, change });
}

const explainDifference = command('explainDifference', async (tx, mend: Mend) => {
  await recordMend(tx, await lockToMend(tx, mend), 'explained', mend);
});

/** One balanced entry of the difference against 'reconciliation', and nothing else. R-579. */
const adjustDifference = command('adjustDifference', async (tx, mend: Mend) => {
  const row = await lockToMend(tx, mend);
  const cents = differenceCents(row);
  if (mend.amountCents !== cents) throw domainError('amount_changed', { expected: cents });
  await insertAdjustment(tx, row.id, cents, tx.now);
  await recordMend(tx, row, 'mended', mend, { amountCents: cents });
});

interface Mending {
  mendId: string;
  refundInvoice: string | null;
  refundTransactionId?: string;
}

/**
 * Mends with effects outside: finishes a payment, or refunds money at the processor. Starts once
 * per difference, for any caller; an interrupted mend is resumed, and no request to the processor
 * is repeated before the processor has said that it does not know the first..
 */
export const mendingDifference = durable<Mend, Mending, null>({
  name: 'mendDifference',
  mustFinish: 'the processor may have made the refund; let it be taken up again',
  begin: async (tx, mend, _call, mendId) => {
    const { id } = await lockToMend(tx, mend);
    const refundInvoice = mend.action === 'refund_there' ? newInvoiceNumber(tx.now) : null;
    await claimDifference(tx, id, mendId, refundInvoice);
    return { mendId, refundInvoice };
  },
  steps: [
    {
      name: 'mend',
      run: async (process) =>
        process.input.action === 'refund_there'
          ? { refundTransactionId: await refundOnce(process) }
          : finishUnfinished(process),
      commit: async (tx, { input, state }) => {
        const row = await lockMending(tx, input.differenceId);
        const { refundTransactionId } = state;
        if (refundTransactionId) await writeRefund(tx, row.id, refundTransactionId);
        const facts = refundTransactionId ? { refund: refundTransactionId } : {};
        await recordMend(tx, row, 'mended', input, { ...facts, amountCents: row.thereCents });
        return {};
      },
      undo: (tx, { input, state }) => freeDifference(tx, input.differenceId, state.mendId),
    },
  ],
  answer: () => null,
});

async function lockMending(tx: Tx, id: number): Promise<DifferenceRow> {
  const { day, account } = await tx.one<Pick<DifferenceRow, 'day' | 'account'>>`
    SELECT day, account FROM payment_difference WHERE id = ${id}`;
  await lockDay(tx, { day, account });
  const row = await lockDifference(tx, id);
  if (!row) throw new Error(`difference ${id} is gone while it is mended`);
  return row;
}

/** Runs the usual process of an interrupted payment or refund with the processor's transaction. */
async function finishUnfinished({ input, call }: Running<Mend, Mending>): Promise<undefined> {
  const { db } = call;
  const row = await db.one<
    Pick<DifferenceRow, 'paymentId' | 'refundId' | 'transactionId' | 'account'>
  >`
    SELECT payment_id, refund_id, transaction_id, account FROM payment_difference
    WHERE id = ${input.differenceId}`;
  const { paymentId, refundId, transactionId, account } = row;
  if (paymentId === null || transactionId === null)
    throw new Error(`difference ${input.differenceId} is of no payment`);
  try {
    if (refundId === null) await finishPayment(db, paymentId, { transactionId, account });
    else await finishRefund(db, { paymentId, refundId });
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProcessorError) throw notConfirmed();
    throw error;
  }
  return undefined;
}

async function finishRefund(
  db: Call['db'],
  { paymentId, refundId }: { paymentId: number; refundId: number },
): Promise<void> {
  await makeRefunds(db, paymentId);
  await lookUpRefund(db, refundId);
  const { state, error, lookAt } = await db.one<
    Pick<tables.Refund, 'state' | 'error' | 'lookAt'>
  >`SELECT state, error, look_at FROM refund WHERE id = ${refundId}`;
  if (state === 'refused' && lookAt === null)
    throw domainError('refund_failed', error ?? 'It was not made.', { isFinal: true });
  if (state !== 'done' && state !== 'voided') throw beingChecked();
}

const notConfirmed = () =>
  domainError(
    'charge_unknown',
    'We could not confirm the payment. Please do not pay again; ' +
      'check your account in a few minutes.',
  );
const beingChecked = () =>
  domainError('charge_unknown', 'The refund is being checked. Please do not repeat it.');

/**
 * Refunds the money of a charge that is unknown here to its source; returns the refund's
 * transaction. An earlier request without an answer is looked up first.
 */
async function refundOnce({ input, state, call }: Running<Mend, Mending>): Promise<string> {
  const { differenceId } = input;
  const { mendId, refundInvoice } = state;
  const before = await refundTry(call.db, differenceId);
  const { transactionId, account, thereCents, askedSeconds } = before;
  if (!transactionId || !refundInvoice || !thereCents)
    throw new Error(`difference ${differenceId} is of no charge`);
  let isAsked = askedSeconds !== null;
  try {
    const charged = await readTransaction({ transactionId, account });
    const { customerProfileId, ccId, cardType, last4 } = charged;
    const look = async (ageSeconds: number): Promise<string | 'undecided' | null> => {
      const since = new Date(call.now.getTime() - ageSeconds * 1000);
      const place = { customerProfileId, since, now: call.now, account };
      const found = await findByInvoice(place, refundInvoice);
      if (found && isUndecided(found.state, ageSeconds)) return 'undecided';
      return found?.state === 'captured' ? found.transactionId : null;
    };
    if (askedSeconds !== null) {
      const made = await look(askedSeconds);
      if (made === 'undecided') throw beingChecked();
      if (made !== null) return made;
      // a request that was cut off may still arrive
      if (askedSeconds < IN_FLIGHT_SECONDS) throw beingChecked();
    }
    if (!(await markRefundAsked(call.db, differenceId, mendId, before.refundAttempts)))
      throw beingChecked();
    isAsked = true;
    await failpoint('mendDifference.refund.asked');
    const isBank = cardType === BANK_ACCOUNT && customerProfileId !== null && ccId !== null;
    try {
      return await refundCharge({
        transactionId,
        amountCents: thereCents,
        last4: last4 ?? '',
        invoiceNumber: refundInvoice,
        note: `difference ${differenceId}`,
        bankProfile: isBank ? { customerProfileId, ccId } : undefined,
        account,
      });
    } catch (error) {
      if (!(error instanceof ProcessorError)) throw error;
      const made = error.code === DUPLICATE || askedSeconds !== null ? await look(0) : null;
      if (made === 'undecided') throw beingChecked();
      if (made !== null) return made;
      throw domainError('refund_failed', error.text, { isFinal: true });
    }
  } catch (error) {
    // a refused look-up says nothing about the earlier request
    if (error instanceof NoAnswer || (error instanceof ProcessorError && isAsked))
      throw beingChecked();
    if (error instanceof ProcessorError)
      throw domainError('refund_failed', error.text, { isFinal: true });
    throw error;
  }
}

const [SHORTEST, LONGEST] = [3, 500];
/** A comment as it is kept. Refuses with invalid. */
export function commentOf(text: string): string {
  const comment = text.trim();
  if (comment.length < SHORTEST || comment.length > LONGEST)
    throw invalid({ path: 'comment', message: `${SHORTEST} to ${LONGEST} characters` });
  return comment;
}

/**
 * Explains or mends a difference, once (C-O48). Refuses with forbidden, difference_not_found,
 * already_mended, action_not_allowed, amount_changed, card_declined, refund_failed and
 * charge_unknown.
 */
export async function mendDifference(call: Call, mend: Mend): Promise<void> {
  if (mend.action !== 'explain' && !can(call.actor, 'reconciliation.mend')) throw notAllowed();
  if (mend.action === 'explain') await explainDifference(call, mend);
  else if (mend.action === 'adjust') await adjustDifference(call, mend);
  else await mendingDifference.start(call, mend);
}
