import { isStaff, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { openOfStudent } from '../../capacity/waiting-list/list-waiting.ts';
import { readWaitingSettings } from '../../capacity/waiting-list/settings.ts';
import { listOpenSessions } from '../../records/sessions/list-open-sessions.ts';
import { ownEndIn, readOwnPart } from '../../records/sessions/own-part.ts';
import type { Session } from '../../records/sessions/session-row.ts';
import { type SessionLine, sessionLine } from './session-line.ts';

/** A session with the student's relation to it. */
export interface OpenedSession extends Session {
  line: SessionLine;
  /** The student's own end. */
  endsAt: Date | undefined;
}

/** '1' are men, whom only the office books. R-153 */
const MAN = '1';

/**
 * Lists the sessions at locations that the person may see, with the student's own end and place in
 * line (C-S53).
 */
export async function listOpenedSessions(
  call: Call,
  locationId: number | undefined,
): Promise<OpenedSession[]> {
  const { db, actor, now } = call;
  const studentId = studentInView(actor);
  const [sessions, own, part, { waitingList }] = await Promise.all([
    listOpenSessions(call, locationId),
    openOfStudent(db, studentId),
    readOwnPart(db, studentId),
    readWaitingSettings(db),
  ]);
  const reader = {
    isMan: part.gender === MAN,
    byStaff: isStaff(actor),
    hasWaitingLists: waitingList,
  };
  return sessions.map((session) => ({
    ...session,
    line: sessionLine(session, own, reader, now),
    endsAt: session.startsAt && ownEndIn({ id: session.id, startsAt: session.startsAt }, part),
  }));
}
