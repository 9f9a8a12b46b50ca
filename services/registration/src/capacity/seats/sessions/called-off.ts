import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import { freeRooms } from '../rooms/room-store.ts';

/**
 * Marks a session of the calendar as called off and returns its new version; does not change a
 * session that is already marked. Releases its rooms and closes its line; passed places are free
 * again.
 */
export async function markCalledOff(
  sql: Sql,
  sessionId: number,
  now: Date,
): Promise<{ version: number } | 'marked before' | 'not found'> {
  const marked = await sql.maybe<Pick<tables.Session, 'version'>>`
    UPDATE session SET called_off_at = ${now}, version = version + 1, has_line = false,
      seats_left = seats_left + passed_seats, passed_seats = 0,
      special_left = special_left + passed_special, passed_special = 0
    WHERE id = ${sessionId} AND session_type IN ('21', '22', '23') AND deleted_at IS NULL
      AND called_off_at IS NULL
    RETURNING version`;
  if (marked) {
    await freeRooms(sql, sessionId);
    return marked;
  }
  return (await isCalledOff(sql, sessionId)) ? 'marked before' : 'not found';
}

export async function isCalledOff(sql: Sql, sessionId: number): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS found FROM session WHERE id = ${sessionId} AND called_off_at IS NOT NULL`;
  return found !== undefined;
}
