import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/**
 * Marks a session at a location, or a shipped one, as called off; what is marked already stays so.
 */
export async function markCalledOff(
  sql: Sql,
  sessionId: number,
  now: Date,
): Promise<'marked' | 'marked before' | 'not found'> {
  const marked = await sql.run`
    UPDATE session SET called_off_at = ${now}
    WHERE id = ${sessionId} AND session_type IN ('21', '23') AND deleted_at IS NULL
      AND called_off_at IS NULL`;
  if (marked > 0) return 'marked';
  return (await isCalledOff(sql, sessionId)) ? 'marked before' : 'not found';
}

export async function isCalledOff(sql: Sql, sessionId: number): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS found FROM session WHERE id = ${sessionId} AND called_off_at IS NOT NULL`;
  return found !== undefined;
}

/** Registrations in a session, by id, the next page after one of them (0: from the first). */
export async function listBooked(
  sql: Sql,
  sessionId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Registration, 'id'>>`
    SELECT id FROM registration
    WHERE session_id = ${sessionId} AND id > ${after}
      AND status NOT IN ('pending', 'dropped', 'cancelled')
    ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
