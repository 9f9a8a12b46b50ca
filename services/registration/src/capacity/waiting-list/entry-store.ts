import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { WaitingEntry } from './waiting-entry.ts';

/** Locks and returns an entry; undefined: there is none. */
export function lockEntry(sql: Sql, id: number): Promise<WaitingEntry | undefined> {
  return sql.maybe<WaitingEntry>`SELECT * FROM waiting_entry WHERE id = ${id} FOR UPDATE`;
}

/** The same, or undefined when another transaction has locked it. */
export function takeEntry(sql: Sql, id: number): Promise<WaitingEntry | undefined> {
  return sql.maybe<WaitingEntry>`
    SELECT * FROM waiting_entry WHERE id = ${id} FOR UPDATE SKIP LOCKED`;
}

export function readEntry(sql: Sql, id: number): Promise<WaitingEntry | undefined> {
  return sql.maybe<WaitingEntry>`SELECT * FROM waiting_entry WHERE id = ${id}`;
}

/** Locks and returns a student's open entries in a session. */
export function lockOfStudent(
  sql: Sql,
  sessionId: number,
  studentId: number,
): Promise<WaitingEntry[]> {
  return sql.many<WaitingEntry>`
    SELECT * FROM waiting_entry
    WHERE session_id = ${sessionId} AND student_id = ${studentId}
      AND state IN ('waiting', 'offered')
    ORDER BY id FOR UPDATE`;
}

/** An entry of a student in any session: when it is, and whether it needs a special place. */
export interface WaitsFor extends Pick<WaitingEntry, 'id' | 'needsSpecial'> {
  startsAt: Date;
}

/** Locks and returns a student's waiting entries without an offer. */
export function lockWaitingOf(sql: Sql, studentId: number): Promise<WaitsFor[]> {
  return sql.many<WaitsFor>`
    SELECT w.id, w.needs_special, s.starts_at
    FROM waiting_entry w JOIN session s ON s.id = w.session_id
    WHERE w.student_id = ${studentId} AND w.state = 'waiting'
    ORDER BY w.id FOR UPDATE OF w
    -- never null: starts_at (a session that is waited for has a time)`;
}

/** Records the kind of place to offer to an entry that the transaction has locked. R-540 */
export async function markNeeds(sql: Sql, id: number, needsSpecial: boolean): Promise<void> {
  await sql.run`UPDATE waiting_entry SET needs_special = ${needsSpecial} WHERE id = ${id}`;
}

/** Locks the student's entries so that no concurrent transaction makes them an offer. */
export async function keepLine(sql: Sql, sessionId: number, studentId: number): Promise<void> {
  await lockOfStudent(sql, sessionId, studentId);
}

/** All that is open in a session, kept as it is; to be locked before the session itself. */
export function lockLine(sql: Sql, sessionId: number): Promise<WaitingEntry[]> {
  return sql.many<WaitingEntry>`
    SELECT * FROM waiting_entry
    WHERE session_id = ${sessionId} AND state IN ('waiting', 'offered')
    ORDER BY id FOR UPDATE`;
}

/** All that is open in a session, in the order of the line. */
export function readLine(sql: Sql, sessionId: number): Promise<WaitingEntry[]> {
  return sql.many<WaitingEntry>`
    SELECT * FROM waiting_entry
    WHERE session_id = ${sessionId} AND state IN ('waiting', 'offered')
    ORDER BY place, id`;
}

/** Locks and returns the waiting entries of a session, without those locked by others. */
export function takeWaiting(sql: Sql, sessionId: number): Promise<WaitingEntry[]> {
  return sql.many<WaitingEntry>`
    SELECT * FROM waiting_entry
    WHERE session_id = ${sessionId} AND state = 'waiting'
    ORDER BY id FOR UPDATE SKIP LOCKED`;
}

/** How many entries are open of a registration, and of its student. */
export function countOpen(
  sql: Sql,
  registrationId: number,
  studentId: number,
): Promise<{ ofRegistration: number; ofStudent: number }> {
  return sql.one<{ ofRegistration: number; ofStudent: number }>`
    SELECT (count(*) FILTER (WHERE registration_id = ${registrationId}))::integer
      AS of_registration, count(*)::integer AS of_student
    FROM waiting_entry WHERE student_id = ${studentId} AND state IN ('waiting', 'offered')`;
}

/** How many wait in a session, and how many of them have an offer. */
export function countLine(
  sql: Sql,
  sessionId: number,
): Promise<{ waiting: number; offers: number }> {
  return sql.one<{ waiting: number; offers: number }>`
    SELECT (count(*) FILTER (WHERE state = 'waiting'))::integer AS waiting,
      (count(*) FILTER (WHERE state = 'offered'))::integer AS offers
    FROM waiting_entry WHERE session_id = ${sessionId} AND state IN ('waiting', 'offered')`;
}

export interface NewEntry
  extends Pick<
    WaitingEntry,
    'sessionId' | 'registrationId' | 'studentId' | 'place' | 'needsSpecial' | 'byStaff'
  > {
  joinedAt: Date;
}

export async function insertEntry(sql: Sql, entry: NewEntry): Promise<number> {
  const { sessionId, registrationId, studentId, place, needsSpecial, byStaff, joinedAt } = entry;
  const { id } = await sql.one<Pick<tables.WaitingEntry, 'id'>>`
    INSERT INTO waiting_entry (session_id, registration_id, student_id, place, needs_special,
      by_staff, joined_at)
    VALUES (${sessionId}, ${registrationId}, ${studentId}, ${place}, ${needsSpecial}, ${byStaff},
      ${joinedAt})
    RETURNING id`;
  return id;
}

/** Writes the changed fields of an entry that the transaction has locked. */
export async function writeEntry(sql: Sql, entry: WaitingEntry): Promise<void> {
  const { id, state, offeredAt, offerUntil, chargeBegunAt, skipped, endedAt, endedWhy } = entry;
  const { needsSpecial } = entry;
  await sql.run`
    UPDATE waiting_entry SET state = ${state}, offered_at = ${offeredAt},
      offer_until = ${offerUntil}, charge_begun_at = ${chargeBegunAt}, skipped = ${skipped},
      ended_at = ${endedAt}, ended_why = ${endedWhy}, needs_special = ${needsSpecial}
    WHERE id = ${id}`;
}

/** Renumbers entries in line that the transaction has locked. C-O21. */
export async function writePlaces(
  sql: Sql,
  moved: readonly Pick<WaitingEntry, 'id' | 'place'>[],
): Promise<void> {
  await sql.run`
    UPDATE waiting_entry w SET place = m.place
    FROM unnest(${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ place }) => place)}::integer[]) AS m (id, place)
    WHERE w.id = m.id`;
}

/** Open offers whose time is over, the longest over first. */
export async function overdueOffers(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<Pick<tables.WaitingEntry, 'id'>>`
    SELECT id FROM waiting_entry WHERE state = 'offered' AND offer_until <= ${now}
    ORDER BY offer_until, id LIMIT 1000`;
  return rows.map(({ id }) => id);
}

/** Open entries that have nothing to wait for any more, and why. R-539. */
export function pointlessEntries(sql: Sql): Promise<{ id: number; why: 'booked' | 'exam_gone' }[]> {
  return sql.many<{ id: number; why: 'booked' | 'exam_gone' }>`
    SELECT w.id, CASE WHEN p.session_id IS NOT NULL THEN 'booked' ELSE 'exam_gone' END AS why
    FROM waiting_entry w JOIN registration r ON r.id = w.registration_id
    LEFT JOIN student_session p ON p.session_id = w.session_id AND p.student_id = w.student_id
    WHERE w.state IN ('waiting', 'offered') AND (p.session_id IS NOT NULL
      OR r.status IN ('dropped', 'cancelled', 'online_started', 'disconnected', 'taken', 'graded'))
    ORDER BY w.id LIMIT 1000`;
}
