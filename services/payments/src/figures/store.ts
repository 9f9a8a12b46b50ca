import type { Sql } from '@portal/kit/database/database';
import type { FigureDays } from '@portal/kit/figures/figure-days';
import type * as tables from '../../prisma/tables.ts';

/** One replica counts at a time: of two, the one that began first could write last. */
export async function lockFigures(sql: Sql): Promise<void> {
  await sql.one`SELECT pg_advisory_xact_lock(hashtext('daily figures')) IS NULL AS locked`;
}

/** Returns whether a day needs a recount, and whether all days were counted once. */
export const hasChanges = (sql: Sql): Promise<{ changed: boolean; everCounted: boolean }> =>
  sql.one<{ changed: boolean; everCounted: boolean }>`
    SELECT EXISTS (SELECT FROM figure_change) AS changed,
      EXISTS (SELECT FROM figure_count) AS ever_counted
    -- never null: changed, ever_counted`;

/**
 * The earliest days of changes that are committed, at most `most`; a statement that follows sees
 * what they are about.
 */
export async function takeChangedDays(sql: Sql, most: number): Promise<string[]> {
  const rows = await sql.many<Pick<tables.FigureChange, 'day'>>`
    WITH taken AS (
      DELETE FROM figure_change
      WHERE day IN (SELECT DISTINCT day FROM figure_change ORDER BY day LIMIT ${most})
      RETURNING day)
    SELECT DISTINCT day FROM taken`;
  return rows.map(({ day }) => day);
}

/** Counts card payments and refunds of these days: a refund counts on its own day. R-571. */
export async function countMoney(sql: Sql, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await sql.run`DELETE FROM money_figure WHERE day = ANY (${[...days]}::date[])`;
  await sql.run`
    INSERT INTO money_figure (day, captured_cents, refunded_cents)
    SELECT d.day, f.captured_cents, f.refunded_cents
    FROM unnest(${[...days]}::date[]) AS d (day)
    CROSS JOIN LATERAL (
      -- summed day by day, since only then each is sought in the index of the moments
      SELECT count(*) AS entries,
        COALESCE(sum(l.amount_cents) FILTER (WHERE e.kind = 'capture'), 0)::bigint
          AS captured_cents,
        COALESCE(-sum(l.amount_cents) FILTER (WHERE e.kind <> 'capture'), 0)::bigint
          AS refunded_cents
      FROM money_entry e
      CROSS JOIN LATERAL (
        SELECT m.amount_cents FROM money_line m
        WHERE m.entry_id = e.id AND m.account = 'processor' OFFSET 0) l
      WHERE e.at >= d.day::timestamp AT TIME ZONE 'America/New_York'
        AND e.at < (d.day + 1)::timestamp AT TIME ZONE 'America/New_York') f
    WHERE f.entries > 0`;
}

/** Since when a change waits to be counted; null: none does, the figures are of now. */
export async function oldestChange(sql: Sql): Promise<Date | null> {
  const { at } = await sql.one<{ at: Date | null }>`
    SELECT (SELECT at FROM figure_change ORDER BY id LIMIT 1) AS at`;
  return at;
}

export const readMoneyFigures = (
  sql: Sql,
  { from, to }: FigureDays,
): Promise<tables.MoneyFigure[]> => sql.many<tables.MoneyFigure>`
  SELECT day, captured_cents, refunded_cents FROM money_figure
  WHERE day >= ${from}::date AND day <= ${to}::date ORDER BY day`;

/** An entry of the ledger as to the card; cents below zero went back. */
export interface MoneyEntry
  extends Pick<tables.MoneyEntry, 'id' | 'at' | 'kind'>,
    Pick<
      tables.Payment,
      'purpose' | 'invoiceNumber' | 'studentId' | 'schoolId' | 'ttiStudentId' | 'payerFirstName'
    > {
  amountCents: number;
}
export interface EntriesRequest {
  start: Date;
  end: Date;
  /** 'captured', 'refunded' or '' for both */
  kind: string;
}

/** Entries between two moments, newest first. */
export const readEntries = (
  sql: Sql,
  { start, end, kind }: EntriesRequest,
  limit: number,
  offset: number,
): Promise<MoneyEntry[]> => sql.many<MoneyEntry>`
  SELECT e.id, e.at, e.kind, p.purpose, p.invoice_number, p.student_id, p.school_id,
    p.tti_student_id, p.payer_first_name, l.amount_cents
  FROM money_entry e
  CROSS JOIN LATERAL (
    SELECT m.amount_cents FROM money_line m
    WHERE m.entry_id = e.id AND m.account = 'processor' OFFSET 0) l
  JOIN payment p ON p.id = e.payment_id
  WHERE e.at >= ${start}::timestamptz AND e.at < ${end}::timestamptz
    AND (${kind} = '' OR (${kind} = 'captured') = (e.kind = 'capture'))
  ORDER BY e.at DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}
  -- planned for its values`;

/** Returns the number of entries and their sum. */
export const sumEntries = (
  sql: Sql,
  { start, end, kind }: EntriesRequest,
): Promise<{ total: number; sumCents: number }> => sql.one<{
  total: number;
  sumCents: number;
}>`
  SELECT count(*)::integer AS total, COALESCE(sum(l.amount_cents), 0)::bigint AS sum_cents
  FROM money_entry e
  CROSS JOIN LATERAL (
    SELECT m.amount_cents FROM money_line m
    WHERE m.entry_id = e.id AND m.account = 'processor' OFFSET 0) l
  WHERE e.at >= ${start}::timestamptz AND e.at < ${end}::timestamptz
    AND (${kind} = '' OR (${kind} = 'captured') = (e.kind = 'capture'))
  -- planned for its values`;
