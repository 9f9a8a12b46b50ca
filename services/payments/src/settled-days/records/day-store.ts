import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Account } from '../../partners/merchant-account.ts';
import type { Matched, Totals } from '../matching/match-day.ts';
import type { KnownBatches, ReadBatch } from '../matching/read-settled.ts';

export type DayState = 'not_compared' | 'clean' | 'differences' | 'signed';
export type DayRow = Omit<tables.SettledDay, 'account' | 'state'> & {
  account: Account;
  state: DayState;
};
/** Which day, and in which merchant account. */
export interface DayOfAccount {
  day: string;
  account: Account;
}

/** Locks and returns the row of a day; inserts it on the first request for that day. */
export async function lockDay(sql: Sql, { day, account }: DayOfAccount): Promise<DayRow> {
  await sql.run`
    INSERT INTO settled_day (day, account) VALUES (${day}, ${account}) ON CONFLICT DO NOTHING`;
  return sql.one<DayRow>`
    SELECT * FROM settled_day WHERE day = ${day} AND account = ${account} FOR UPDATE`;
}

/** Whether something is comparing it at this moment, or is left by a crash to be taken up. */
export async function isRunning(sql: Sql, { runId }: Pick<DayRow, 'runId'>): Promise<boolean> {
  if (runId === null) return false;
  const found = await sql.maybe`
    SELECT 1 AS running FROM process WHERE id = ${runId} AND status IN ('running', 'dead')`;
  return found !== undefined;
}

export async function claimDay(sql: Sql, of: DayOfAccount, runId: string): Promise<void> {
  await sql.run`
    UPDATE settled_day SET run_id = ${runId} WHERE day = ${of.day} AND account = ${of.account}`;
}

/** Notes a failed comparison: the earlier result of the day stays. */
export async function noteFailed(
  sql: Sql,
  { day, account }: DayOfAccount,
  runId: string,
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE settled_day SET run_id = NULL, failed_at = ${now}
    WHERE day = ${day} AND account = ${account} AND run_id = ${runId}`;
}

/** Reads batches that were settled between two days. */
export async function knownBatches(
  sql: Sql,
  account: Account,
  { first, last }: { first: Date; last: Date },
  days: { from: string; to: string },
): Promise<KnownBatches> {
  const batches = await sql.many<Pick<tables.SettledBatch, 'batchId' | 'day'>>`
    SELECT batch_id, day FROM settled_batch
    WHERE account = ${account} AND settled_at BETWEEN ${first} AND ${last}`;
  const signed = await sql.many<Pick<tables.SettledDay, 'day'>>`
    SELECT day FROM settled_day
    WHERE account = ${account} AND day BETWEEN ${days.from} AND ${days.to} AND state = 'signed'`;
  return {
    dayOf: new Map(batches.map(({ batchId, day }) => [batchId, day])),
    signedDays: new Set(signed.map(({ day }) => day)),
  };
}

/** Writes what a comparison found out about a day, over what an earlier one did. */
export async function writeDay(
  sql: Sql,
  { day, account }: DayOfAccount,
  {
    batches,
    matched,
    there,
    here,
  }: {
    batches: readonly (ReadBatch & { amountCents: number })[];
    matched: readonly Matched[];
    there: Totals;
    here: Totals;
  },
  now: Date,
): Promise<void> {
  await sql.run`DELETE FROM settled_batch WHERE day = ${day} AND account = ${account}`;
  await sql.run`
    INSERT INTO settled_batch (account, batch_id, day, settled_at, transactions, amount_cents)
    SELECT ${account}, b.id, ${day}, b.at, b.transactions, b.cents
    FROM unnest(${batches.map(({ batchId }) => batchId)}::text[],
      ${batches.map(({ settledAt }) => settledAt)}::timestamptz[],
      ${batches.map(({ transactions }) => transactions.length)}::integer[],
      ${batches.map(({ amountCents }) => amountCents)}::bigint[]) AS b (id, at, transactions, cents)
    ON CONFLICT (account, batch_id) DO NOTHING`;
  await sql.run`DELETE FROM settled_transaction WHERE day = ${day} AND account = ${account}`;
  const idsOf = (type: Matched['own']['type']) =>
    matched.map(({ own }) => (own.type === type ? own.id : null));
  await sql.run`
    INSERT INTO settled_transaction (account, transaction_id, day, payment_id, refund_id,
      difference_id)
    SELECT ${account}, m.transaction, ${day}, m.payment, m.refund, m.difference
    FROM unnest(${matched.map(({ transactionId }) => transactionId)}::text[],
      ${idsOf('payment')}::bigint[], ${idsOf('refund')}::bigint[], ${idsOf('mend')}::bigint[])
      AS m (transaction, payment, refund, difference)
    ON CONFLICT (account, transaction_id) DO NOTHING`;
  await sql.run`
    UPDATE settled_day
    SET batches = ${batches.length}, charges_cents = ${there.chargesCents},
      refunds_cents = ${there.refundsCents}, own_charges_cents = ${here.chargesCents},
      own_refunds_cents = ${here.refundsCents}, matched = ${matched.length}, run_id = NULL,
      failed_at = NULL, compared_at = ${now},
      state = CASE WHEN state = 'not_compared' THEN 'clean' ELSE state END
    WHERE day = ${day} AND account = ${account}`;
}

/**
 * Recomputes the state of a day that is compared and not signed: clean once none of its differences
 * is open or only explained. R-581.
 */
export async function refreshDay(sql: Sql, { day, account }: DayOfAccount): Promise<void> {
  await sql.run`
    UPDATE settled_day
    SET state = CASE WHEN EXISTS (SELECT FROM payment_difference d
      WHERE d.day = settled_day.day AND d.account = settled_day.account
        AND d.state IN ('open', 'explained')) THEN 'differences' ELSE 'clean' END
    WHERE day = ${day} AND account = ${account} AND state IN ('clean', 'differences')`;
}
