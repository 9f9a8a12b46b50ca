import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** A sitting that a student is to be reminded of. */
export interface Reminder extends Pick<tables.Registration, 'studentId' | 'calendarSequence'> {
  registrationId: number;
  sessionId: number;
}

const A_BATCH = 500;

/**
 * Records the sittings that start within `days` days of New York's calendar, not today, and returns
 * the newly recorded ones. Omits students who booked that late, or have left.
 */
export function noteReminders(
  sql: Sql,
  { today, days, now }: { today: string; days: number; now: Date },
): Promise<Reminder[]> {
  return sql.many<Reminder>`
    WITH soon AS (
      SELECT r.id, r.student_id, s.id AS session_id, r.calendar_sequence,
        (s.starts_at AT TIME ZONE 'America/New_York')::date AS day
      FROM session s JOIN registration r ON r.session_id = s.id AND r.status = 'scheduled'
      WHERE s.starts_at > ${now}
        AND s.starts_at < ${now}::timestamptz + (${days}::integer + 2) * interval '1 day'
        AND s.deleted_at IS NULL
        AND s.called_off_at IS NULL),
    due AS (
      SELECT * FROM soon
      WHERE day > ${today}::date AND day <= ${today}::date + ${days}::integer
        AND day - ${days}::integer > (
          SELECT (max(l.at) AT TIME ZONE 'America/New_York')::date FROM registration_log l
          WHERE l.registration_id = soon.id AND l.to_session_id = soon.session_id
            AND l.from_session_id IS DISTINCT FROM l.to_session_id)
        AND NOT EXISTS (SELECT FROM session_reminder m
          WHERE m.registration_id = soon.id AND m.session_id = soon.session_id)
      ORDER BY id LIMIT ${A_BATCH}),
    noted AS (
      INSERT INTO session_reminder (registration_id, session_id, reminded_at)
      SELECT id, session_id, ${now} FROM due
      ON CONFLICT DO NOTHING RETURNING registration_id, session_id)
    SELECT d.id AS registration_id, d.student_id, d.session_id, d.calendar_sequence
    FROM due d JOIN noted n ON n.registration_id = d.id AND n.session_id = d.session_id`;
}

/** Whether the student still sits there, and it has not begun. */
export async function isToBeSat(
  sql: Sql,
  { registrationId, sessionId }: Pick<Reminder, 'registrationId' | 'sessionId'>,
  now: Date,
): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS found
    FROM registration r JOIN session s ON s.id = r.session_id AND s.deleted_at IS NULL
      AND s.called_off_at IS NULL
    WHERE r.id = ${registrationId} AND r.session_id = ${sessionId} AND r.status = 'scheduled'
      AND s.starts_at > ${now}`;
  return found !== undefined;
}
