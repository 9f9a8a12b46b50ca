import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@portal/kit/database/database';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { makeRefunds } from './make-refunds.ts';
import { type RefundNow, refundsNow } from './store.ts';

/** How long a refund waits for another one of the same payment. */
const TIMEOUT_MS = 5000;

/**
 * Makes a refund while its caller waits, after any other worker has released its payment; returns
 * its state then. Refuses with request_in_progress when that takes longer than five seconds.
 */
export async function makeRefundNow(
  db: Database,
  { refundId, paymentId }: { refundId: number; paymentId: number },
): Promise<RefundNow> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const wasInHand = await makeRefunds(db, paymentId);
    const [refund] = await refundsNow(db, [refundId]);
    const isOver = performance.now() > until;
    // the same request may be on its way with its twin: that one's answer is waited for
    if (refund && refund.state !== 'open' && (refund.state !== 'asked' || wasInHand || isOver))
      return refund;
    if (isOver) throw domainError('request_in_progress', { retryAfter: 2 });
    await pause(100);
  }
}

/** Returns the error for the person if the refund is not made; null: it is. */
export function refusalOfRefund({ state, error }: RefundNow): DomainError | null {
  if (state === 'asked')
    return domainError('charge_unknown', 'The refund is being checked. Please do not repeat it.');
  if (state !== 'refused') return null;
  if (error === null) return domainError('charge_not_settled');
  return domainError('refund_failed', error, { isFinal: true });
}
