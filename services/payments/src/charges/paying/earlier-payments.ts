import type { Sql } from '@portal/kit/database/database';
import { earlierPayments } from '../records/payment-store.ts';
import { chargePending } from './pay-card.ts';

/**
 * Returns the newest payment for a purpose, before another service is called for the amount due.
 * Refuses with charge_pending while one is in progress: it may have taken the money already without
 * a report.
 */
export async function lastPayment(sql: Sql, studentId: number, purpose: string): Promise<number> {
  const { lastId, isUnderWay, isHeld } = await earlierPayments(sql, studentId, purpose);
  if (isUnderWay) throw chargePending(isHeld);
  return lastId;
}

/**
 * Checks that no other payment began after the amount due was fetched: the amount may be outdated.
 * Refuses with charge_pending.
 */
export async function checkNoneSince(
  sql: Sql,
  studentId: number,
  purpose: string,
  lastId: number,
): Promise<void> {
  const since = await earlierPayments(sql, studentId, purpose);
  if (since.lastId > lastId) throw chargePending(since.isHeld);
}
