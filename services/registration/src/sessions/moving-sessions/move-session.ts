import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { OutdatedRead } from '@portal/kit/errors';
import { SessionMoved } from '@portal/proto/registration/v1/events';
import { againIfRoomTaken } from '../../capacity/seats/rooms/room-taken.ts';
import { moveOfficeSession } from '../../capacity/seats/sessions/office-session-store.ts';
import { assignSpecialPlaces } from '../../capacity/seats/special-places/special-places.ts';
import { withdrawOffers } from '../../capacity/seats/waiting-line/end-line.ts';
import { countLine, lockLine } from '../../capacity/waiting-list/entry-store.ts';
import { forgetAttendance } from '../../records/attendance/kept-attendance.ts';
import { roomsText } from '../calendar/rooms/plan-rooms.ts';
import { forgetReminders } from '../school-sessions/reminder-store.ts';
import { eachStudent } from '../session-operations/each-student.ts';
import { findRun, finishRun, insertRun } from '../session-operations/run-store.ts';
import { type SessionRun, startRun } from '../session-operations/session-run.ts';
import type { NewPlace } from './clashes.ts';
import { moveStudent } from './move-student.ts';
import type { Move } from './plan-move.ts';
import { checkPreview, type MoveFacts, readMoveLocked, readProgramsFor } from './preview-move.ts';

export interface MoveSession extends Move {
  previewHash: string;
}
interface State {
  runId: string;
  place: NewPlace;
}

/** Returns the changed fields of the session as [old, new], for its history. */
function changeOf({ before, planned }: MoveFacts): Record<string, unknown> {
  const pairs: Record<string, [unknown, unknown]> = {
    date: [dayInNewYork(before.startsAt), dayInNewYork(planned.startsAt)],
    time: [timeInNewYork(before.startsAt), timeInNewYork(planned.startsAt)],
    locationId: [before.locationId, planned.locationId],
    closingDate: [before.closingDate, planned.closingDate],
    rooms: [roomsText(before.rooms), roomsText(planned.rooms)],
    seats: [before.seats, planned.seats],
  };
  const version = [before.version, before.version + 1];
  return {
    ...Object.fromEntries(Object.entries(pairs).filter(([, [from, to]]) => from !== to)),
    version,
  };
}

/** Moves the session itself at once; from then on it takes no booking at its old time. */
async function begin(tx: Tx, { previewHash, ...move }: MoveSession, _: Call, id: string) {
  const { sessionId, message } = move;
  // waits for open transactions on its offers before it locks the session, as bookings do
  const line = await lockLine(tx, sessionId);
  const facts = await readMoveLocked(tx, move, tx.now);
  // a student who joined after the line was locked already has an offer that was not read
  const { offers } = await countLine(tx, sessionId);
  if (offers !== line.filter(({ state }) => state === 'offered').length) throw new OutdatedRead();
  checkPreview(previewHash, facts, tx.now);
  const { planned, place, before, students } = facts;
  tx.emit(SessionMoved, {
    sessionId,
    students,
    previousStartsAt: before.startsAt,
    ...(message === null ? {} : { message }),
  });
  tx.audit({ op: 'update', table: 'session', id: sessionId, change: changeOf(facts) });
  await forgetReminders(tx, sessionId);
  await forgetAttendance(tx, sessionId);
  await insertRun(tx, { id, kind: 'move', sessionId, message, refundsFees: false }, tx.now);
  await withdrawOffers(tx, line, before.startsAt);
  await moveOfficeSession(tx, sessionId, planned, tx.now);
  await assignSpecialPlaces(tx, sessionId);
  return { runId: id, place };
}

/** Moves a session, then its students one by one; any replica resumes it.. */
export const moveProcess = durable<MoveSession, State, null>({
  name: 'moveSession',
  begin,
  steps: [
    {
      name: 'students',
      async run({ call, state: { runId, place } }) {
        const run = await findRun(call.db, runId);
        if (run === undefined) throw new Error(`run ${runId} is not there`);
        await eachStudent(call, run, 'moveSession.student', moveStudent(run, place));
        return undefined;
      },
      async commit(tx, { state: { runId } }) {
        await finishRun(tx, runId, tx.now);
        return undefined;
      },
    },
  ],
  answer: () => null,
  mustFinish: 'the session is moved, and its students have to hear of it',
});

/** From so many students on the answer does not wait for all of them. */
const MANY_STUDENTS = 50;

/**
 * Moves a session with its students as previewed (C-O08); returns at the end, or with more than 50
 * students at the beginning. Refuses as previewMove does, and with preview_outdated.
 */
export async function moveSession(call: Call, input: MoveSession): Promise<SessionRun> {
  await readProgramsFor(call, input);
  return againIfRoomTaken(() =>
    startRun(call, moveProcess, input, ({ total }) => total > MANY_STUDENTS),
  );
}
