import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** A filter of entries; null: any. Without a state only open entries. */
export interface WaitingFilter {
  sessionId: number | null;
  studentId: number | null;
  locationId: number | null;
  state: string | null;
  limit: number;
  offset: number;
}

/** Entries of sessions that fit, in their order, with how many there are in all. */
export function findEntries(
  sql: Sql,
  filter: WaitingFilter,
): Promise<{ id: number; total: number }[]> {
  const { sessionId, studentId, locationId, limit, offset } = filter;
  const states = filter.state === null ? ['waiting', 'offered'] : [filter.state];
  return sql.many<{ id: number; total: number }>`
    SELECT w.id, (count(*) OVER ())::integer AS total
    FROM waiting_entry w JOIN session s ON s.id = w.session_id
    WHERE w.state = ANY (${states}::text[])
      AND (${sessionId}::bigint IS NULL OR w.session_id = ${sessionId}::bigint)
      AND (${studentId}::bigint IS NULL OR w.student_id = ${studentId}::bigint)
      AND (${locationId}::bigint IS NULL OR s.location_id = ${locationId}::bigint)
    ORDER BY s.starts_at, w.session_id, w.state = 'waiting', w.place, w.id
    LIMIT ${limit} OFFSET ${offset}`;
}

const idsOf = (rows: readonly Pick<tables.WaitingEntry, 'id'>[]) => rows.map(({ id }) => id);

export const idsOfLine = async (sql: Sql, sessionId: number): Promise<number[]> =>
  idsOf(
    await sql.many<Pick<tables.WaitingEntry, 'id'>>`
      SELECT id FROM waiting_entry
      WHERE session_id = ${sessionId} AND state IN ('waiting', 'offered')`,
  );

export const idsOpenOfStudent = async (sql: Sql, studentId: number): Promise<number[]> =>
  idsOf(
    await sql.many<Pick<tables.WaitingEntry, 'id'>>`
      SELECT id FROM waiting_entry
      WHERE student_id = ${studentId} AND state IN ('waiting', 'offered')`,
  );

/** Returns a student's open entries, and those ended since a moment. */
export const findOfStudent = async (sql: Sql, studentId: number, since: Date): Promise<number[]> =>
  idsOf(
    await sql.many<Pick<tables.WaitingEntry, 'id'>>`
      SELECT id FROM waiting_entry
      WHERE student_id = ${studentId} AND (ended_at IS NULL OR ended_at > ${since})
      ORDER BY id DESC LIMIT 200`,
  );
