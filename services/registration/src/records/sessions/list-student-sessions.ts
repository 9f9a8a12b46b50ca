import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { type Session, sessionView } from './session-row.ts';
import { shownUntil } from './session-times.ts';
import { listOfStudent } from './store.ts';

/**
 * Every session of every kind that an open registration of the student in view is in, as long as it
 * is shown (C-S56, R-174).
 */
export async function listStudentSessions(call: Call): Promise<Session[]> {
  const { db, actor, now } = call;
  const rows = await listOfStudent(db, studentInView(actor));
  return rows
    .filter(
      ({ sessionType, startsAt, lastDate }) =>
        sessionType === '99' || startsAt === null || shownUntil({ startsAt, lastDate }) > now,
    )
    .map((row) => sessionView(row, now));
}
