import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { SessionType } from '../fees/proctor-fee.ts';

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

/** The exams of registrations by their ids, whatever has become of them. */
export async function readExamsOf(
  sql: Sql,
  registrationIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.many<Pick<tables.Registration, 'id' | 'examId'>>`
    SELECT id, exam_id FROM registration WHERE id = ANY (${registrationIds}::bigint[])`;
  return new Map(rows.map(({ id, examId }) => [id, examId]));
}
