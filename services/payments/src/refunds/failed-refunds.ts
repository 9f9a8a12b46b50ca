import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { RefundFailed } from '@portal/proto/payments/v1/events';
import { freePackages } from './packages/store.ts';
import { type OpenRefund, type PaymentToRefund, postpone, refuseRefunds } from './store.ts';

/**
 * Asked for by a person, who sees what comes of it: such a refund is made now or not at all. What
 * the portal owes by itself waits until it can be made.
 */
const isByHand = ({ cause }: OpenRefund): boolean =>
  cause === 'staff' || cause === 'package' || cause === 'study';
/**
 * The money of seminary study waits for settlement too: its refund is part of leaving, which goes
 * on by itself.
 */
const mayWait = (refund: OpenRefund): boolean => !isByHand(refund) || refund.cause === 'study';
const idsOf = (refunds: readonly OpenRefund[]) => refunds.map(({ id }) => id);

function inOne(db: Database, name: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const call = {
    db,
    actor: serviceActor('payments'),
    now: steadyNow(),
    requestId: requestIdOrNew(),
  };
  return inTransaction(call, name, work);
}

async function giveUp(
  tx: Tx,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
  from: readonly ('open' | 'asked')[],
  end: { error: string | null; mayArrive: boolean },
) {
  const student = payment.studentId === null ? {} : { studentId: payment.studentId };
  const refused = await refuseRefunds(tx, idsOf(refunds), from, end);
  await freePackages(
    tx,
    refused.map((refund) => refund.id),
  );
  for (const { id, chargeId, amountCents } of refused) {
    tx.audit({
      op: 'update',
      table: 'charge',
      id: chargeId,
      ...student,
      change: { refund: id, amountCents, refused: end.error ?? 'not settled' },
    });
  }
}

/**
 * The processor says no. What staff asked for ends; what the portal owes is kept and tried again,
 * and support is told once.
 */
export async function refusedByProcessor(
  db: Database,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
  error: string,
): Promise<void> {
  await inOne(db, 'makeRefunds.refused', async (tx) => {
    const end = { error, mayArrive: false };
    await giveUp(tx, payment, refunds.filter(isByHand), ['open', 'asked'], end);
    const owed = refunds.filter((refund) => !isByHand(refund));
    const refundIds = await postpone(tx, idsOf(owed), 'open', error);
    if (refundIds.length > 0)
      tx.emit(RefundFailed, {
        paymentId: payment.id,
        studentId: payment.studentId ?? 0,
        refundIds,
      });
  });
}

/**
 * A part of a payment that is not settled: what is owed waits, which is no error; what staff asked
 * for is told to come tomorrow.
 */
export async function waitForSettlement(
  db: Database,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
): Promise<void> {
  await inOne(db, 'makeRefunds.wait', async (tx) => {
    await giveUp(
      tx,
      payment,
      refunds.filter((refund) => !mayWait(refund)),
      ['open'],
      { error: null, mayArrive: false },
    );
    const waiting = refunds.filter(mayWait);
    // what the processor was asked for may have happened all the same, and is looked up
    await postpone(tx, idsOf(waiting.filter(({ state }) => state === 'asked')), null, null);
    await postpone(tx, idsOf(waiting.filter(({ state }) => state === 'open')), 'open', null);
  });
}

/**
 * No answer. Whatever the processor was asked for may have happened and is looked up later; what
 * staff wanted and it was never asked for ends.
 */
export async function unanswered(
  db: Database,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
): Promise<void> {
  await inOne(db, 'makeRefunds.unanswered', async (tx) => {
    await giveUp(tx, payment, refunds.filter(isByHand), ['open'], {
      error: 'The card processor cannot be reached.',
      mayArrive: false,
    });
    await postpone(tx, idsOf(refunds), null, null);
  });
}

/**
 * The processor has not heard of a refund for so long that nobody waits for it any more. One that
 * staff asked for is not asked again: it ends for them, and is looked up as long as it may
 * still arrive (lookUpRefundsJob). True when it ended so.
 */
export async function neverMade(
  db: Database,
  payment: PaymentToRefund,
  refund: OpenRefund,
): Promise<boolean> {
  if (!isByHand(refund)) return false;
  await inOne(db, 'makeRefunds.lost', (tx) =>
    giveUp(tx, payment, [refund], ['asked'], {
      error: 'The card processor did not answer.',
      mayArrive: true,
    }),
  );
  return true;
}
