import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { Vendor } from './ask-vendor.ts';

/** How long a replica has a day, or a question, to itself. */
const LEASE_SECONDS = 120;

/**
 * Takes the job of noting the students of a day, unless it is done or another replica has it;
 * returns the position reached.
 */
export async function takeDay(
  sql: Sql,
  day: string,
  now: Date,
): Promise<Pick<tables.ResultDay, 'afterRegistrationId'> | undefined> {
  return sql.maybe`
    INSERT INTO result_day (day, lease_until)
    VALUES (${day}::date, ${now}::timestamptz + ${LEASE_SECONDS} * interval '1 second')
    ON CONFLICT (day) DO UPDATE SET lease_until = excluded.lease_until
    WHERE result_day.done_at IS NULL AND result_day.lease_until <= ${now}
    RETURNING after_registration_id`;
}

/** Notes students to query vendors about, and the position reached in the list of students. */
export async function noteToAsk(
  sql: Sql,
  day: string,
  asks: readonly { studentId: number; vendor: Vendor }[],
  afterRegistrationId: number,
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO vendor_ask (student_id, vendor, day, next_try_at)
    SELECT DISTINCT a.student_id, a.vendor, ${day}::date, ${now}::timestamptz
    FROM unnest(${asks.map(({ studentId }) => studentId)}::bigint[],
      ${asks.map(({ vendor }) => vendor)}::text[]) AS a (student_id, vendor)
    ON CONFLICT (student_id, vendor) DO UPDATE
    SET day = excluded.day, next_try_at = excluded.next_try_at, tries = 0
    WHERE vendor_ask.day < excluded.day`;
  await sql.run`
    UPDATE result_day
    SET after_registration_id = ${afterRegistrationId},
      lease_until = ${now}::timestamptz + ${LEASE_SECONDS} * interval '1 second'
    WHERE day = ${day}::date`;
}

/** Schedules an immediate query to TAL about a student, unless one is pending or was answered. */
export async function noteToAskNow(sql: Sql, studentId: number, now: Date): Promise<void> {
  await sql.run`
    INSERT INTO vendor_ask (student_id, vendor, day, next_try_at)
    VALUES (${studentId}, 'tal', (${now}::timestamptz AT TIME ZONE 'America/New_York')::date,
      ${now})
    ON CONFLICT (student_id, vendor) DO UPDATE SET next_try_at = excluded.next_try_at, tries = 0
    WHERE vendor_ask.next_try_at IS NULL AND vendor_ask.answered_at IS NULL`;
}

/** Marks the list of the day as complete; deletes days from more than 30 days ago. */
export async function closeDay(sql: Sql, day: string, now: Date): Promise<void> {
  await sql.run`UPDATE result_day SET done_at = ${now} WHERE day = ${day}::date`;
  await sql.run`DELETE FROM result_day WHERE day < ${day}::date - 30`;
}

/** Lets another replica, or the next run, go on at once. */
export async function leaveDay(sql: Sql, day: string, now: Date): Promise<void> {
  await sql.run`
    UPDATE result_day SET lease_until = ${now} WHERE day = ${day}::date AND done_at IS NULL`;
}

export interface DueAsk extends Pick<tables.VendorAsk, 'studentId' | 'tries'> {
  vendor: Vendor;
}

/** Takes due queries; no other worker receives them for two minutes. */
export function takeDueAsks(sql: Sql, limit: number, now: Date): Promise<DueAsk[]> {
  return sql.many<DueAsk>`
    UPDATE vendor_ask v
    SET tries = v.tries + 1,
      next_try_at = ${now}::timestamptz + ${LEASE_SECONDS} * interval '1 second'
    FROM (SELECT student_id, vendor FROM vendor_ask WHERE next_try_at <= ${now}
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS due
    WHERE v.student_id = due.student_id AND v.vendor = due.vendor
    RETURNING v.student_id, v.vendor, v.tries`;
}

/** The question was answered; there is nothing to ask until the next day. */
export async function closeAsk(
  sql: Sql,
  { studentId, vendor }: DueAsk,
  answeredAt: Date | null,
): Promise<void> {
  await sql.run`
    UPDATE vendor_ask
    SET next_try_at = NULL, answered_at = COALESCE(${answeredAt}::timestamptz, answered_at)
    WHERE student_id = ${studentId} AND vendor = ${vendor}`;
}

export async function askAgainAt(sql: Sql, { studentId, vendor }: DueAsk, at: Date): Promise<void> {
  await sql.run`
    UPDATE vendor_ask SET next_try_at = ${at}
    WHERE student_id = ${studentId} AND vendor = ${vendor}`;
}
