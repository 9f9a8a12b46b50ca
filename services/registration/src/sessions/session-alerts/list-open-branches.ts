import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { OpenBranch } from '@portal/proto/registration/v1/sessions';
import { listOpenSessions } from '../../records/sessions/list-open-sessions.ts';
import type { Session } from '../../records/sessions/session-row.ts';
import { alertsOf } from './store.ts';

/** Whether the student in view can book it with an exam of so many minutes.. */
const hasRoom = ({ closed, minutesLeft, seatsLeft, hasASeat }: Session, minutes: number): boolean =>
  !closed && minutesLeft >= minutes && (seatsLeft === undefined || seatsLeft > 0 || hasASeat);

/**
 * The next session with room of each location that the student may book at, how many there are, and
 * whether the student waits for some. Locations by appointment are left out.
 */
export async function listOpenBranches(call: Call, minutes: number): Promise<OpenBranch[]> {
  const sessions = await listOpenSessions(call, undefined);
  const alerts = await alertsOf(call.db, studentInView(call.actor));
  const branches = new Map<number, OpenBranch>();
  for (const locationId of alerts)
    branches.set(locationId, {
      locationId,
      nextStartsAt: undefined,
      openSessions: 0,
      alert: true,
    });
  for (const session of sessions) {
    const { locationId, byAppointment, startsAt } = session;
    if (locationId === undefined || byAppointment || !hasRoom(session, minutes)) continue;
    const known = branches.get(locationId);
    branches.set(locationId, {
      locationId,
      nextStartsAt: known?.nextStartsAt ?? startsAt,
      openSessions: (known?.openSessions ?? 0) + 1,
      alert: known?.alert ?? false,
    });
  }
  return [...branches.values()];
}
