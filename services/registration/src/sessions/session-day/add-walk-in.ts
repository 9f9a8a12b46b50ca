import { can } from '@portal/access/can';
import { notAllowed, studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { schedule, withFacts } from '../../booking/session-booking/schedule-session.ts';
import { againIfRoomTaken } from '../../capacity/seats/rooms/room-taken.ts';
import { sessionDayError } from '../../errors.ts';
import { type OfficeSession, officeSession } from '../calendar/queries/office-session.ts';
import type { DayRow } from './day-rows.ts';
import { findDaySession, readDayRows } from './session-day.ts';
import { noteAttendance, openInSession } from './set-attendance.ts';

export interface AddWalkIn {
  sessionId: number;
  registrationId: number;
  /** An admin books without the special place that the student needs. */
  overrideRoom: boolean;
}

async function work(tx: Tx, input: AddWalkIn): Promise<null> {
  const { sessionId, overrideRoom } = input;
  const { actor, now } = tx;
  const studentId = studentInView(actor);
  await schedule(tx, input, { actor, now }, { walkIn: { overrideRoom } });
  const { students } = await openInSession(tx, sessionId, [studentId]);
  const before = students.get(studentId)?.attendance ?? 'expected';
  if (before !== 'arrived')
    await noteAttendance(tx, sessionId, [{ studentId, before, state: 'arrived', at: now }]);
  return null;
}

const add = command('addWalkIn', work);

/**
 * Books an exam of the student in view, a walk-in, and marks the student as arrived, in one
 * transaction (C-O15, R-523). Throws walk_in_closed, session_full, fees_due (cents: expected,
 * proctorFee), no_room_for_accommodation, forbidden where only an admin may override the room, and
 * as scheduleSession does.
 */
export async function addWalkIn(
  call: Call,
  input: AddWalkIn,
): Promise<{ row: DayRow; session: OfficeSession }> {
  if (input.overrideRoom && !can(call.actor, 'room_rule.override')) throw notAllowed();
  await withFacts(call, () => againIfRoomTaken(() => add(call, input)));
  const session = await findDaySession(call.db, call.actor, input.sessionId, 'walk_in.add');
  const [row] = await readDayRows(call, session, [studentInView(call.actor)]);
  if (row === undefined) throw sessionDayError('session_not_found');
  return { row, session: officeSession(session, call.actor, call.now) };
}
