import type { Sql } from '@portal/kit/database/database';
import type { WaitingState } from './waiting-entry.ts';

/** An entry of a waiting list, as callers get it. */
export interface WaitingView {
  id: number;
  sessionId: number;
  registrationId: number;
  studentId: number;
  firstName: string;
  lastName: string;
  examId: number;
  subject: string;
  state: WaitingState;
  /** From 1, among the waiting entries; null: it is not waiting. */
  position: number | null;
  joinedAt: Date;
  offeredAt: Date | null;
  offerUntil: Date | null;
  needsSpecial: boolean;
  skipped: string | null;
  endedAt: Date | null;
  startsAt: Date | null;
  locationId: number | null;
  placeName: string | null;
}

/** By the ids of entries, in the order of sessions' starts, then of the line. */
export function readViews(sql: Sql, ids: readonly number[]): Promise<WaitingView[]> {
  return sql.many<WaitingView>`
    SELECT w.id, w.session_id, w.registration_id, w.student_id, w.state, w.joined_at, w.offered_at,
      w.offer_until, w.needs_special, w.skipped, w.ended_at, s.starts_at, s.location_id,
      COALESCE(st.first_name, '') AS first_name, COALESCE(st.last_name, '') AS last_name,
      r.exam_id, COALESCE(e.subject, '') AS subject, l.name AS place_name,
      CASE WHEN w.state = 'waiting' THEN (
        SELECT count(*)::integer FROM waiting_entry o
        WHERE o.session_id = w.session_id AND o.state = 'waiting'
          AND (o.place < w.place OR (o.place = w.place AND o.id <= w.id))) END AS position
    FROM waiting_entry w
    JOIN session s ON s.id = w.session_id
    JOIN registration r ON r.id = w.registration_id
    LEFT JOIN student_copy st ON st.id = w.student_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    LEFT JOIN location_copy l ON l.id = s.location_id
    WHERE w.id = ANY (${[...ids]}::bigint[])
    ORDER BY s.starts_at, w.session_id, w.state = 'waiting', w.place, w.id`;
}

/** An entry as it is now. */
export async function waitingNow(sql: Sql, id: number): Promise<WaitingView> {
  const [found] = await readViews(sql, [id]);
  if (found === undefined) throw new Error(`waiting entry ${id} is not there`);
  return found;
}
