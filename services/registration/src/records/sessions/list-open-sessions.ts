import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork, instantInNewYork, plusSeconds } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { readLocations, readMissing, readPrograms } from '../../projections/read-projections.ts';
import { type Session, sessionView } from './session-row.ts';
import { SESSION_MINUTES } from './session-times.ts';
import { listSessions } from './store.ts';

/** The first start that is still shown: of today (New York), and not over. */
export function shownFrom(now: Date): Date {
  const today = instantInNewYork(dayInNewYork(now), '00:00');
  const running = plusSeconds(now, -SESSION_MINUTES * 60 + 1);
  return new Date(Math.max(running.getTime(), today.getTime()));
}

/**
 * Sessions at locations that the person may see, closed and full ones too, by date, time and
 * location (C-S53).
 */
export async function listOpenSessions(
  call: Call,
  locationId: number | undefined,
): Promise<Session[]> {
  const { db, actor, now } = call;
  const studentId = studentInView(actor);
  if (!isStaff(actor)) await readPrograms(db, actor, studentId, now);
  const list = () =>
    listSessions(db, {
      studentId,
      locationId: locationId ?? null,
      isStaff: isStaff(actor),
      from: shownFrom(now),
      now,
    });
  let rows = await list();
  if (rows.length === 0) {
    // no session, or no projections of this student or the branches yet: read them and try again
    await Promise.all([readMissing(db, { studentId }), readLocations(db)]);
    rows = await list();
  }
  return rows.map((row) => sessionView(row, now));
}
