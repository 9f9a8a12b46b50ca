import { dayInNewYork } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { LedgerEntry } from './account-report.ts';

/** Returns a school's balance, in cents; 0 when it never paid in. */
export async function balanceOf(sql: Sql, schoolId: number): Promise<number> {
  return (
    (
      await sql.maybe<{
        cents: number;
      }>`SELECT balance_cents AS cents FROM school_balance WHERE school_id = ${schoolId}`
    )?.cents ?? 0
  );
}

/** Returns schools' balances, in cents, by school; leaves out schools that never paid in. */
export async function balancesOf(
  sql: Sql,
  schoolIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.many<Pick<tables.SchoolBalance, 'schoolId' | 'balanceCents'>>`
    SELECT school_id, balance_cents FROM school_balance
    WHERE school_id = ANY (${[...schoolIds]}::bigint[])`;
  return new Map(rows.map(({ schoolId, balanceCents }) => [schoolId, balanceCents]));
}

/** Money that came in, and corrections of it. */
export interface SchoolPayment {
  id: number;
  createdAt: Date;
  /** YYYY-MM-DD */
  paymentDate: string;
  amountCents: number;
  comment: string | null;
  createdBy: string;
}

/** The payments of a school and their corrections, newest first. */
export function paymentsOf(sql: Sql, schoolId: number): Promise<SchoolPayment[]> {
  return sql.many<SchoolPayment>`
    SELECT e.id, e.entered_at AS created_at, e.day AS payment_date, l.amount_cents, e.comment,
      e.entered_by AS created_by
    FROM balance_entry e JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    WHERE e.school_id = ${schoolId} AND e.kind IN ('manual_payment', 'card_payment', 'correction')
    ORDER BY e.entered_at DESC, e.id DESC`;
}

/** Locks a school's balance until the transaction ends; returns it in cents. */
export async function lockBalance(sql: Sql, schoolId: number): Promise<number> {
  const row = await sql.maybe<{
    cents: number;
  }>`SELECT balance_cents AS cents FROM school_balance WHERE school_id = ${schoolId} FOR UPDATE`;
  return row?.cents ?? 0;
}

/** Whether the balance paid for a registration and has nothing of it back. */
export async function isOwed(sql: Sql, registrationId: number): Promise<boolean> {
  const paid = await sql.maybe`
    SELECT 1 AS paid FROM balance_entry e
    WHERE e.registration_id = ${registrationId} AND e.kind = 'registration'
      AND NOT EXISTS (SELECT FROM balance_entry back
        WHERE back.registration_id = e.registration_id AND back.kind = 'cancelled')`;
  return paid !== undefined;
}

/** The whole ledger of a school, oldest first. */
export function ledgerOf(sql: Sql, schoolId: number): Promise<LedgerEntry[]> {
  return sql.many<LedgerEntry>`
    SELECT e.id, e.kind, e.day, e.comment, e.card_last4, e.run_id, e.exam_id, e.subject,
      e.vendor_name, e.credits, e.cohort, l.amount_cents
    FROM balance_entry e JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    WHERE e.school_id = ${schoolId} ORDER BY e.entered_at, e.id`;
}

/** The use of the balance for one registration; money in cents. */
export interface Usage {
  schoolId: number;
  runId: number;
  studentId: number;
  registrationId: number;
  examId: number;
  subject: string;
  vendorName: string;
  /** That it pays for. */
  credits: number;
  cohort: string | null;
  amountCents: number;
}

/**
 * Takes the sums of registrations from the balance, once each; answers the entries by registration,
 * without those that were taken before. The ledger refuses to fall below zero.
 */
export async function insertUsages(
  sql: Sql,
  usages: readonly Usage[],
  by: string,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const made = await sql.many<{ id: number; registrationId: number }>`
    INSERT INTO balance_entry (school_id, kind, entered_at, day, run_id, registration_id, exam_id,
      subject, vendor_name, credits, cohort, entered_by)
    SELECT "schoolId", 'registration', ${now}, ${dayInNewYork(now)}, "runId", "registrationId",
      "examId", subject, "vendorName", credits, cohort, ${by}
    FROM jsonb_to_recordset(${JSON.stringify(usages)}::jsonb) AS row ("schoolId" bigint,
      "runId" bigint, "registrationId" bigint, "examId" bigint, subject text, "vendorName" text,
      credits integer, cohort text)
    ON CONFLICT (registration_id, kind) DO NOTHING RETURNING id, registration_id
    -- never null: registration_id (each was given one)`;
  const entries = new Map(made.map(({ id, registrationId }) => [registrationId, id]));
  await insertLines(
    sql,
    usages.flatMap(({ registrationId, amountCents }) => {
      const entryId = entries.get(registrationId);
      return entryId === undefined ? [] : [{ entryId, cents: -amountCents }];
    }),
  );
  return entries;
}

/**
 * Returns the sum that the balance paid for a registration, once, to the same cohort; undefined
 * when it paid nothing or has it back.
 */
export async function insertCancelled(
  sql: Sql,
  registrationId: number,
  by: string,
  now: Date,
): Promise<{ id: number; schoolId: number; amountCents: number } | undefined> {
  const made = await sql.maybe<
    Pick<tables.BalanceEntry, 'id' | 'schoolId'> & { amountCents: number }
  >`
    WITH entry AS (
      INSERT INTO balance_entry (school_id, kind, entered_at, day, run_id, registration_id, exam_id,
        subject, vendor_name, credits, cohort, entered_by)
      SELECT school_id, 'cancelled', ${now}, ${dayInNewYork(now)}, run_id, registration_id, exam_id,
        subject, vendor_name, credits, cohort, ${by}
      FROM balance_entry WHERE registration_id = ${registrationId} AND kind = 'registration'
      ON CONFLICT (registration_id, kind) DO NOTHING RETURNING id, school_id)
    SELECT entry.id, entry.school_id, -paid.amount_cents AS amount_cents FROM entry
    JOIN balance_entry usage ON usage.registration_id = ${registrationId}
      AND usage.kind = 'registration'
    JOIN balance_line paid ON paid.entry_id = usage.id AND paid.account = 'balance'`;
  if (made) await insertLines(sql, [{ entryId: made.id, cents: made.amountCents }]);
  return made;
}

/** Inserts both sides of entries: the balance, and its contra account. */
async function insertLines(
  sql: Sql,
  entries: readonly { entryId: number; cents: number }[],
): Promise<void> {
  await sql.run`
    INSERT INTO balance_line (entry_id, account, amount_cents)
    SELECT entry_id, account, sign * cents
    FROM unnest(${entries.map(({ entryId }) => entryId)}::bigint[],
      ${entries.map(({ cents }) => cents)}::bigint[]) AS entry (entry_id, cents)
    CROSS JOIN (VALUES ('balance', 1), ('usage', -1)) AS side (account, sign)`;
}

/** Money that came in, or a correction; money in cents, the day YYYY-MM-DD. */
export interface NewPayment {
  schoolId: number;
  kind: 'manual_payment' | 'card_payment' | 'correction';
  amountCents: number;
  date: string;
  comment: string | null;
  /** The charge at payments; null: no card paid. */
  paymentId: number | null;
  cardLast4: string | null;
}

/**
 * Enters a payment or a correction with both of its sides; answers the entry. A charge is entered
 * once: the ledger has one entry a payment.
 */
export async function insertPayment(
  sql: Sql,
  payment: NewPayment,
  by: string,
  now: Date,
): Promise<number> {
  const { schoolId, kind, amountCents, date, comment, paymentId, cardLast4 } = payment;
  const { id } = await sql.one<Pick<tables.BalanceEntry, 'id'>>`
    INSERT INTO balance_entry (school_id, kind, entered_at, day, comment, payment_id, card_last4,
      entered_by)
    VALUES (${schoolId}, ${kind}, ${now}, ${date}, ${comment}, ${paymentId}, ${cardLast4}, ${by})
    RETURNING id`;
  const other = kind === 'correction' ? 'correction' : 'cash';
  await sql.run`
    INSERT INTO balance_line (entry_id, account, amount_cents)
    VALUES (${id}, 'balance', ${amountCents}), (${id}, ${other}, ${-amountCents})`;
  return id;
}

/**
 * Reserves a school for the process that pays for it, until the process frees it. Throws a
 * duplicate of paying_school_pkey while another process has it.
 */
export async function takeSchool(sql: Sql, schoolId: number, processId: string): Promise<void> {
  await sql.run`
    INSERT INTO paying_school (school_id, process_id) VALUES (${schoolId}, ${processId})`;
}

export async function freeSchool(sql: Sql, schoolId: number, processId: string): Promise<void> {
  await sql.run`
    DELETE FROM paying_school WHERE school_id = ${schoolId} AND process_id = ${processId}`;
}
