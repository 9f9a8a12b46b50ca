import { dayInNewYork, plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { type CalendarEvent, registrationUid } from '../../emails/calendar.ts';
import { type Granted, grantedOn, ownEnd } from '../../records/accommodations/exam-minutes.ts';
import { readGranted } from '../../records/accommodations/read-granted.ts';

/** Omits sessions that began, or were cancelled, longer ago. R-576 */
const DAYS_BACK = 30;
/** A branch holds some hundreds of sessions a year. */
const MOST = 2000;

interface Place {
  placeName: string | null;
  placeAddress: string | null;
}
const placeText = ({ placeName, placeAddress }: Place, rooms: readonly string[] = []): string =>
  [placeName, ...rooms, placeAddress].filter((part) => part).join(', ');
const since = (now: Date): Date => plusSeconds(now, -DAYS_BACK * 86_400);

interface OwnSitting extends Place {
  registrationId: number;
  sequence: number;
  subject: string;
  startsAt: Date;
  /** Minutes of all the student's exams in the session; of an exam that left it, of that exam. */
  durations: number[];
  isCancelled: boolean;
}

/** Returns the student's own end. R-544 */
const endOf = ({ startsAt, durations }: OwnSitting, granted: readonly Granted[]): Date =>
  ownEnd(startsAt, durations, grantedOn(granted, dayInNewYork(startsAt)));

/**
 * The sittings of a student with a time and place, of 30 days back and all ahead, by start; those
 * that were given up, or whose session was called off, in the last 30 days too, as cancelled.
 */
export async function eventsOfStudent(
  sql: Sql,
  studentId: number,
  now: Date,
): Promise<CalendarEvent[]> {
  const granted = await readGranted(sql, studentId);
  const rows = await sql.many<OwnSitting>`
    WITH own AS (
      SELECT r.id, r.exam_id, r.calendar_sequence,
        CASE WHEN r.status NOT IN ('pending', 'dropped', 'cancelled') THEN r.session_id END
        AS session_id
      FROM registration r WHERE r.student_id = ${studentId})
    SELECT o.id AS registration_id, o.calendar_sequence AS sequence, e.subject, s.starts_at,
      CASE WHEN o.session_id IS NULL THEN ARRAY[e.duration_minutes]
        ELSE array_agg(e.duration_minutes) OVER (PARTITION BY o.session_id) END AS durations,
      o.session_id IS NULL OR s.called_off_at IS NOT NULL AS is_cancelled,
      COALESCE(l.name, c.name, s.title) AS place_name,
      COALESCE(NULLIF(concat_ws(', ', l.address, l.city), ''), s.address) AS place_address
    FROM own o JOIN exam_copy e ON e.id = o.exam_id
    LEFT JOIN LATERAL (
      SELECT g.from_session_id FROM registration_log g
      WHERE g.registration_id = o.id AND g.from_session_id IS NOT NULL AND g.to_session_id IS NULL
        AND g.at >= ${since(now)}
      ORDER BY g.id DESC LIMIT 1) left_session ON o.session_id IS NULL
    JOIN session s ON s.id = COALESCE(o.session_id, left_session.from_session_id)
    LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id
    WHERE s.starts_at >= ${since(now)}
    ORDER BY s.starts_at, o.id
    -- never null: starts_at (compared with a day), is_cancelled, durations (of what is not null)`;
  return rows.map((row) => ({
    uid: registrationUid(row.registrationId),
    sequence: row.sequence,
    summary: `Exam: ${row.subject}`,
    startsAt: row.startsAt,
    endsAt: endOf(row, granted),
    place: placeText(row),
    isCancelled: row.isCancelled,
  }));
}

interface BranchSession
  extends Place,
    Pick<tables.Session, 'id' | 'version' | 'seats' | 'calledOffAt'> {
  startsAt: Date;
  taken: number;
  /** The names of its rooms, sorted. */
  rooms: string[];
}

/**
 * Returns the sessions of a branch that are no drafts, of 30 days back and all ahead, by start,
 * with their rooms and the number of taken seats (R-505) but without names; those called off in the
 * last 30 days as cancelled. Their end is that of students without accommodations: a feed reveals
 * no accommodation of a student.
 */
export async function eventsOfBranch(
  sql: Sql,
  locationId: number,
  now: Date,
): Promise<CalendarEvent[]> {
  const rows = await sql.many<BranchSession>`
    SELECT s.id, s.version, s.starts_at, s.seats, s.called_off_at, l.name AS place_name,
      concat_ws(', ', l.address, l.city) AS place_address,
      (SELECT count(*)::integer FROM student_session p
        WHERE p.session_id = s.id AND (p.takes = 'seat' OR s.seats IS NULL)) AS taken,
      COALESCE((SELECT array_agg(m.name ORDER BY m.name, m.id)
        FROM session_room u JOIN room_copy m ON m.id = u.room_id
        WHERE u.session_id = s.id), '{}') AS rooms
    FROM session s JOIN location_copy l ON l.id = s.location_id
    WHERE s.session_type = '21' AND s.location_id = ${locationId} AND s.starts_at >= ${since(now)}
      AND s.deleted_at IS NULL AND NOT s.draft
      AND (s.called_off_at IS NULL OR s.called_off_at >= ${since(now)})
    ORDER BY s.starts_at, s.id LIMIT ${MOST}
    -- never null: starts_at (it is compared with a day)`;
  return rows.map(({ id, taken, seats, rooms, ...row }) => ({
    uid: `session-${id}@jse.portal`,
    sequence: row.version,
    summary: `${row.placeName}: ${seats === null ? taken : `${taken} of ${seats}`}`,
    startsAt: row.startsAt,
    endsAt: ownEnd(row.startsAt, [], []),
    place: placeText(row, rooms),
    isCancelled: row.calledOffAt !== null,
  }));
}
