import type { Sql } from '@portal/kit/database/database';
import { earlierPayments } from '../records/store.ts';
import { chargePending } from './pay-card.ts';

/**
 * The newest payment for a purpose, before somebody else is asked what is due for it. Refuses with
 * charge_pending while one is under way: it may have taken the money already and not have told.
 */
export async function lastPayment(sql: Sql, studentId: number, purpose: string): Promise<number> {
  const { lastId, isUnderWay, isHeld } = await earlierPayments(sql, studentId, purpose);
  if (isUnderWay) throw chargePending(isHeld);
  return lastId;
}

/**
 * What was said to be due is due no more, perhaps, once another payment began after it was asked.
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
