import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { RefundFailed } from '@portal/proto/payments/v1/events';
import { freePackages } from './packages/store.ts';
import { type OpenRefund, type PaymentToRefund, postpone, refuseRefunds } from './store.ts';

/**
 * Whether a person requested the refund and sees its result: such a refund is made now or not at
 * all. A refund that the portal owes waits until it can be made.
 */
const isByHand = ({ cause }: OpenRefund): boolean =>
  cause === 'staff' || cause === 'package' || cause === 'study';
/**
 * A refund of seminary study waits for settlement too: it is a step of leaving, which continues in
 * the background.
 */
const mayWait = (refund: OpenRefund): boolean => !isByHand(refund) || refund.cause === 'study';

function inOne(db: Database, name: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  const call = {
    db,
    actor: serviceActor('payments'),
    now: steadyNow(),
    requestId: requestIdOrNew(),
  };
  return inTransaction(call, name, work);
}

async function abandon(
  tx: Tx,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
  from: readonly ('open' | 'asked')[],
  end: { error: string | null; mayArrive: boolean },
) {
  const student = payment.studentId === null ? {} : { studentId: payment.studentId };
  const refused = await refuseRefunds(tx, refunds, from, end);
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
 * Handles a refusal by the processor. Refunds that staff requested end; those that the portal owes
 * are kept and retried, and support is notified once. One that another worker has requested
 * since this one read it stays as it is: that request may succeed.
 */
export async function refusedByProcessor(
  db: Database,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
  error: string,
): Promise<void> {
  await inOne(db, 'makeRefunds.refused', async (tx) => {
    const end = { error, mayArrive: false };
    await abandon(tx, payment, refunds.filter(isByHand), ['open', 'asked'], end);
    const owed = refunds.filter((refund) => !isByHand(refund));
    const refundIds = await postpone(tx, owed, 'open', error);
    if (refundIds.length > 0)
      tx.emit(RefundFailed, {
        paymentId: payment.id,
        studentId: payment.studentId ?? 0,
        refundIds,
      });
  });
}

/**
 * Handles a partial refund of an unsettled payment: owed refunds wait, which is no error; staff get
 * the answer to retry tomorrow.
 */
export async function waitForSettlement(
  db: Database,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
): Promise<void> {
  await inOne(db, 'makeRefunds.wait', async (tx) => {
    await abandon(
      tx,
      payment,
      refunds.filter((refund) => !mayWait(refund)),
      ['open'],
      { error: null, mayArrive: false },
    );
    const waiting = refunds.filter(mayWait);
    // a request that reached the processor may have succeeded all the same, and is looked up
    await postpone(
      tx,
      waiting.filter(({ state }) => state === 'asked'),
      null,
      null,
    );
    await postpone(
      tx,
      waiting.filter(({ state }) => state === 'open'),
      'open',
      null,
    );
  });
}

/**
 * Handles a missing answer. A refund that was requested at the processor may have been made and is
 * looked up later; a refund by staff that was never sent ends.
 */
export async function unanswered(
  db: Database,
  payment: PaymentToRefund,
  refunds: readonly OpenRefund[],
): Promise<void> {
  await inOne(db, 'makeRefunds.unanswered', async (tx) => {
    await abandon(tx, payment, refunds.filter(isByHand), ['open'], {
      error: 'The card processor cannot be reached.',
      mayArrive: false,
    });
    await postpone(tx, refunds, null, null);
  });
}

/**
 * Handles a refund that the processor has not known for so long that its caller has stopped
 * waiting. A refund by staff is not sent again: it ends for them and is looked up as long
 * as it may still arrive (lookUpRefundsJob). Returns true when it ended so.
 */
export async function neverMade(
  db: Database,
  payment: PaymentToRefund,
  refund: OpenRefund,
): Promise<boolean> {
  if (!isByHand(refund)) return false;
  await inOne(db, 'makeRefunds.lost', (tx) =>
    abandon(tx, payment, [refund], ['asked'], {
      error: 'The card processor did not answer.',
      mayArrive: true,
    }),
  );
  return true;
}
