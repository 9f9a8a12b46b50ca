import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Account } from '../../partners/merchant-account.ts';
import type { BookedState, Difference, DifferenceKind, Moves } from '../matching/match-day.ts';
import type { DayOfAccount } from './day-store.ts';

export type DifferenceState = 'open' | 'explained' | 'mended' | 'gone';
export type Action = 'explain' | 'finish_payment' | 'refund_there' | 'adjust';
export type DifferenceRow = Omit<
  tables.PaymentDifference,
  'account' | 'kind' | 'state' | 'known' | 'moves' | 'action'
> & {
  account: Account;
  kind: DifferenceKind;
  state: DifferenceState;
  known: BookedState;
  moves: Moves;
  action: Action | null;
};

/** Differences of a day that are not gone, locked. */
export function lockDifferences(
  sql: Sql,
  { day, account }: DayOfAccount,
): Promise<DifferenceRow[]> {
  return sql.many<DifferenceRow>`
    SELECT * FROM payment_difference
    WHERE day = ${day} AND account = ${account} AND state <> 'gone' ORDER BY id FOR UPDATE`;
}

/**
 * Inserts new differences; one that another day already has stays there. Returns how many are new.
 */
export async function insertDifferences(
  sql: Sql,
  { day, account }: DayOfAccount,
  found: readonly Difference[],
  now: Date,
): Promise<number> {
  let made = 0;
  for (const one of found) {
    const { own } = one;
    made += await sql.run`
      INSERT INTO payment_difference (day, account, subject, kind, known, moves, transaction_id,
        invoice_number, there_cents, here_cents, payment_id, refund_id, student_id, found_at)
      VALUES (${day}, ${account}, ${one.subject}, ${one.kind}, ${one.known}, ${one.moves},
        ${one.transactionId}, ${one.invoiceNumber}, ${one.thereCents}, ${one.hereCents},
        ${own?.paymentId ?? null}, ${own?.type === 'refund' ? own.id : null},
        ${own?.studentId ?? null}, ${now})
      ON CONFLICT (account, subject) WHERE state <> 'gone' DO NOTHING`;
  }
  return made;
}

/** Updates an earlier difference that a comparison found again. */
export async function updateFound(sql: Sql, id: number, found: Difference): Promise<void> {
  await sql.run`
    UPDATE payment_difference
    SET known = ${found.known}, there_cents = ${found.thereCents}, here_cents = ${found.hereCents},
      payment_id = ${found.own?.paymentId ?? null}, student_id = ${found.own?.studentId ?? null}
    WHERE id = ${id}`;
}

/** Marks differences that a later comparison did not find any more. */
export async function markGone(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.run`
    UPDATE payment_difference SET state = 'gone'
    WHERE id = ANY(${[...ids]}::bigint[]) AND state IN ('open', 'explained') AND mend_id IS NULL`;
}

/** Missed ones of other days that are not signed and are settled now: gone. Answers their days. */
export async function markFound(
  sql: Sql,
  { day, account }: DayOfAccount,
  subjects: readonly string[],
): Promise<(Pick<DifferenceRow, 'id' | 'studentId'> & DayOfAccount)[]> {
  return sql.many<Pick<DifferenceRow, 'id' | 'studentId'> & DayOfAccount>`
    UPDATE payment_difference d SET state = 'gone'
    FROM settled_day y
    WHERE y.day = d.day AND y.account = d.account AND y.state <> 'signed'
      AND d.account = ${account} AND d.day <> ${day} AND d.kind = 'only_here'
      AND d.state IN ('open', 'explained') AND d.mend_id IS NULL
      AND d.subject = ANY(${[...subjects]}::text[])
    RETURNING d.id, d.student_id, d.day, d.account`;
}

export async function countOpen(sql: Sql, { day, account }: DayOfAccount): Promise<number> {
  const { n } = await sql.one<{ n: number }>`
    SELECT count(*)::integer AS n FROM payment_difference
    WHERE day = ${day} AND account = ${account} AND state = 'open'`;
  return n;
}

/** How many are open on any day, and when the oldest was found; null: none. */
export function openDifferences(sql: Sql): Promise<{ open: number; oldestFoundAt: Date | null }> {
  return sql.one<{ open: number; oldestFoundAt: Date | null }>`
    SELECT count(*)::integer AS open, min(found_at) AS oldest_found_at
    FROM payment_difference WHERE state = 'open'`;
}

export function lockDifference(sql: Sql, id: number): Promise<DifferenceRow | undefined> {
  return sql.maybe<DifferenceRow>`SELECT * FROM payment_difference WHERE id = ${id} FOR UPDATE`;
}

/**
 * Returns the open differences of a day by kind with their sum: the processor's less ours, in
 * cents.
 */
export function openByKind(
  sql: Sql,
  { day, account }: DayOfAccount,
): Promise<{ kind: DifferenceKind; open: number; cents: number }[]> {
  return sql.many<{ kind: DifferenceKind; open: number; cents: number }>`
    SELECT kind, count(*)::integer AS open,
      sum(coalesce(there_cents, 0) - coalesce(here_cents, 0))::bigint AS cents
    FROM payment_difference
    WHERE day = ${day} AND account = ${account} AND state = 'open' GROUP BY kind ORDER BY kind
    -- never null: open, cents`;
}
