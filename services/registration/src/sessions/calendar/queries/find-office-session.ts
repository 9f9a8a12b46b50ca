import type { Sql } from '@portal/kit/database/database';
import type { OfficeSessionRow } from './office-session.ts';
import { readSessions } from './store.ts';

/** Returns sessions of the calendar by start; omits deleted ones and those not in the calendar. */
export const listSessionsById = (sql: Sql, ids: readonly number[]): Promise<OfficeSessionRow[]> =>
  readSessions(sql, ids);

/** Returns a session of the calendar that the caller may see; undefined: there is none. */
export async function findOfficeSession(
  sql: Sql,
  sessionId: number,
): Promise<OfficeSessionRow | undefined> {
  const [row] = await readSessions(sql, [sessionId]);
  return row;
}
