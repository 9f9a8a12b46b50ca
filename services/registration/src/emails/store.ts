import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { SessionType } from '../records/fees/proctor-fee.ts';

/** A session as a mail describes it. */
export interface SittingRow extends Pick<tables.Session, 'id' | 'startsAt' | 'lastDate'> {
  sessionType: SessionType;
  placeName: string | null;
  placeAddress: string | null;
}

export function readSitting(sql: Sql, sessionId: number): Promise<SittingRow | undefined> {
  return sql.maybe<SittingRow>`
    SELECT s.id, s.session_type, s.starts_at, s.last_date,
      COALESCE(l.name, c.name, s.title) AS place_name,
      COALESCE(NULLIF(concat_ws(', ', l.address, l.city), ''), s.address) AS place_address
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id WHERE s.id = ${sessionId}`;
}

/** Returns a session of a school, in any state. */
export function readSchoolSession(
  sql: Sql,
  sessionId: number,
): Promise<{ schoolId: number; schoolName: string; startsAt: Date } | undefined> {
  return sql.maybe<{ schoolId: number; schoolName: string; startsAt: Date }>`
    SELECT s.school_id, c.name AS school_name, s.starts_at
    FROM session s JOIN school_copy c ON c.id = s.school_id
    WHERE s.id = ${sessionId} AND s.starts_at IS NOT NULL
    -- never null: school_id, starts_at (they are asked for)`;
}

/** Returns the subjects of registrations in any state, by registration. */
export async function readSubjectsOf(
  sql: Sql,
  registrationIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  type Row = Pick<tables.Registration, 'id'> & Pick<tables.ExamProjection, 'subject'>;
  const rows = await sql.many<Row>`
    SELECT r.id, e.subject FROM registration r JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.id = ANY (${registrationIds}::bigint[])`;
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}
