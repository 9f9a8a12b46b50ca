import type { Call } from '@portal/kit/commands/command';
import { calendarError } from '../../../errors.ts';
import { type OfficeSession, officeSession } from './office-session.ts';
import { readSessions } from './store.ts';

/** Returns a session after a change. Throws session_not_found. */
export async function sessionNow(
  { db, actor, now }: Call,
  sessionId: number,
): Promise<OfficeSession> {
  const [row] = await readSessions(db, [sessionId]);
  if (row === undefined) throw calendarError('session_not_found');
  return officeSession(row, actor, now);
}
