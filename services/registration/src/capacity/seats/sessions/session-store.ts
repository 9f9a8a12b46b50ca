import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import { freeRooms } from '../rooms/room-store.ts';

/** A session of a school before a change. */
export interface SchoolSessionBefore
  extends Pick<
    tables.Session,
    'id' | 'gender' | 'closingDate' | 'closingTime' | 'closedByStaff' | 'returnDueDate' | 'version'
  > {
  schoolId: number;
  startsAt: Date;
}

/**
 * Locks and returns a session of a school; a booking waits until the transaction ends, and then
 * sees it changed or deleted. Undefined when there is none, or it was called off.
 */
export function lockSchoolSession(sql: Sql, id: number): Promise<SchoolSessionBefore | undefined> {
  return sql.maybe<SchoolSessionBefore>`
    SELECT id, gender, closing_date, closing_time, closed_by_staff, return_due_date, school_id,
      starts_at, version
    FROM session
    WHERE id = ${id} AND session_type = '22' AND school_id IS NOT NULL AND starts_at IS NOT NULL
      AND deleted_at IS NULL AND called_off_at IS NULL
    FOR UPDATE`;
}

/** The fields of a school's session that can be changed. Days are YYYY-MM-DD. */
export interface SchoolSessionTerms {
  gender: string;
  startsAt: Date;
  closingDate: string;
  /** HH:mm, New York */
  closingTime: string;
  returnDueDate: string;
}

/**
 * Changes a session of a school; a last date of its own moves along with its day. A staff member
 * who edits it in the calendar at the same time sees the change.
 */
export async function changeSchoolSession(
  sql: Sql,
  id: number,
  { gender, startsAt, closingDate, closingTime, returnDueDate }: SchoolSessionTerms,
): Promise<void> {
  await sql.run`
    UPDATE session SET gender = ${gender}, starts_at = ${startsAt}, closing_date = ${closingDate},
      closing_time = ${closingTime}, return_due_date = ${returnDueDate},
      version = version + 1,
      last_date = last_date + ((${startsAt}::timestamptz AT TIME ZONE 'America/New_York')::date
        - (starts_at AT TIME ZONE 'America/New_York')::date)
    WHERE id = ${id}`;
}

/** Takes a session away that the transaction has locked and found empty. */
export async function markDeleted(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE session SET deleted_at = ${now} WHERE id = ${id} AND deleted_at IS NULL`;
  await freeRooms(sql, id);
}
