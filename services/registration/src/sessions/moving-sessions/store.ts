import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** A student of a moving session. */
export interface MovingStudent
  extends Pick<tables.StudentProjection, 'id' | 'firstName' | 'lastName'> {
  /** ISO 8601 */
  otherStarts: string[];
  /** Null: not known. */
  programIds: number[] | null;
}

export function readMovingStudents(
  sql: Sql,
  sessionId: number,
  studentIds: readonly number[],
): Promise<MovingStudent[]> {
  return sql.many<MovingStudent>`
    SELECT st.id, st.first_name, st.last_name, g.program_ids,
      COALESCE((SELECT jsonb_agg(s.starts_at)
        FROM registration r JOIN session s ON s.id = r.session_id
        WHERE r.student_id = st.id AND s.id <> ${sessionId} AND s.starts_at IS NOT NULL
          AND (s.called_off_at IS NULL OR r.status <> 'scheduled')
          AND r.status IN ('scheduled', 'online_access', 'online_started', 'disconnected')), '[]')
        AS other_starts
    FROM student_copy st LEFT JOIN student_programs_copy g ON g.student_id = st.id
    WHERE st.id = ANY (${[...studentIds]}::bigint[])
    ORDER BY st.last_name, st.first_name, st.id`;
}

/** Programmes that a branch is kept for. */
export async function readBranchPrograms(sql: Sql, locationId: number): Promise<number[]> {
  const found = await sql.maybe<Pick<tables.LocationProjection, 'programIds'>>`
    SELECT program_ids FROM location_copy WHERE id = ${locationId}`;
  return found?.programIds ?? [];
}

/** Where a session is as its mails say. */
export interface MailedPlace {
  placeName: string | null;
  placeAddress: string | null;
}

/** The same of a session at a branch that it may not be at yet; null: it is at none. */
export function readMailedPlace(
  sql: Sql,
  sessionId: number,
  locationId: number | null,
): Promise<MailedPlace> {
  return sql.one<MailedPlace>`
    SELECT COALESCE(l.name, c.name, s.title) AS place_name,
      COALESCE(NULLIF(concat_ws(', ', l.address, l.city), ''), s.address) AS place_address
    FROM session s LEFT JOIN location_copy l ON l.id = ${locationId}::bigint
    LEFT JOIN school_copy c ON c.id = s.school_id WHERE s.id = ${sessionId}`;
}
