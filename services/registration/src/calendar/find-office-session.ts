import type { Sql } from '@portal/kit/database/database';
import type { OfficeSessionRow } from './office-session.ts';
import { readSessions } from './store.ts';

/** Sessions as the calendar reads them, by start; those that are gone or not in it are left out. */
export const listSessionsById = (sql: Sql, ids: readonly number[]): Promise<OfficeSessionRow[]> =>
  readSessions(sql, ids);

/** A session as the calendar reads it, for whoever may see it; undefined: there is none. */
export async function findOfficeSession(
  sql: Sql,
  sessionId: number,
): Promise<OfficeSessionRow | undefined> {
  const [row] = await readSessions(sql, [sessionId]);
  return row;
}
