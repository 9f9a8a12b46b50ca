import { dayInNewYork, inNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { sessionDayError } from '../../errors.ts';
import { grantedOn, ownEnd } from '../../records/accommodations/exam-minutes.ts';
import { dayText, wasPresent } from '../../records/attendance/attendance-rules.ts';
import type { AttendanceCounts, DayRow } from '../session-day/day-rows.ts';
import { findDaySession, readCounts, readDayRows } from '../session-day/session-day.ts';
import { noteAttendance, openInSession } from '../session-day/set-attendance.ts';
import { slipOf } from './slip-code.ts';
import { slipRefusal } from './slip-rules.ts';
import { readSlipSession } from './store.ts';

export interface CheckIn {
  sessionId: number;
  /** The code as read by the camera or the scanner. */
  code: string;
}
/** An earlier mark of the student: its time and actor. */
interface Before {
  at: Date;
  by: string;
}
export interface CheckedIn {
  row: DayRow;
  counts: AttendanceCounts;
  /** Null: the student arrived with this scan. */
  already: Before | null;
}

/** '9:30 AM' of New York. */
const clockText = (at: Date): string =>
  inNewYork(at).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' });

async function otherSession(tx: Tx, sessionId: number): Promise<DomainError> {
  const { placeName, startsAt } = (await readSlipSession(tx, sessionId)) ?? {};
  const when = startsAt ? `, ${dayText(dayInNewYork(startsAt))} ${clockText(startsAt)}` : '';
  return sessionDayError(
    'other_session',
    `This slip is for ${placeName ?? 'another session'}${when}.`,
  );
}

/** The response of a scan, as stored under its key. */
interface Kept {
  studentId: number;
  already: { at: string; by: string } | null;
}

async function work(tx: Tx, { sessionId, code }: CheckIn): Promise<Kept> {
  const { now, actor } = tx;
  const session = await findDaySession(tx, actor, sessionId);
  const slip = slipOf(code, now);
  if (slip === 'unreadable') throw sessionDayError('code_unreadable');
  if (slip === 'forged') throw sessionDayError('code_not_genuine');
  if (slip.sessionId !== sessionId) throw await otherSession(tx, slip.sessionId);
  const { studentId } = slip;
  const { rows, students } = await openInSession(tx, sessionId, [studentId]);
  const student = students.get(studentId);
  if (student === undefined || rows.length === 0) {
    const name = student ? `${student.firstName} ${student.lastName}` : 'This student';
    throw sessionDayError('no_seat', `${name} has no place in this session any more.`);
  }
  const end = ownEnd(
    session.startsAt,
    rows.map(({ durationMinutes }) => durationMinutes ?? 0),
    grantedOn(student.accommodations, dayInNewYork(session.startsAt)),
  );
  const refusal = slipRefusal(session.startsAt, end, now);
  if (refusal) throw sessionDayError(refusal);
  const before = student.attendance ?? 'expected';
  if (wasPresent(before) && student.attendanceAt !== null)
    return {
      studentId,
      already: { at: student.attendanceAt.toISOString(), by: student.attendanceBy ?? '' },
    };
  await noteAttendance(tx, sessionId, [{ studentId, before, state: 'arrived', at: now }]);
  return { studentId, already: null };
}

const scan = command('checkIn', work);

/** Returns the student of a refused code for the log; none for a code that is not the portal's. */
function scannedStudent(code: string, now: Date): number | undefined {
  const slip = slipOf(code, now);
  return typeof slip === 'string' ? undefined : slip.studentId;
}

/**
 * Checks in a student by their slip (C-O13, R-525, R-526); a second scan changes nothing. Throws
 * session_not_found, code_unreadable, code_not_genuine, other_session, no_seat, too_early or
 * slip_over; a refused scan is logged by ids.
 */
export async function checkIn(call: Call, input: CheckIn): Promise<CheckedIn> {
  let kept: Kept;
  try {
    kept = await scan(call, input);
  } catch (error) {
    if (error instanceof DomainError && !error.isTransient)
      log.info(
        {
          sessionId: input.sessionId,
          code: error.code,
          by: call.actor.id,
          studentId: scannedStudent(input.code, call.now),
        },
        'a scan was refused',
      );
    throw error;
  }
  const session = await findDaySession(call.db, call.actor, input.sessionId);
  const [[row], counts] = await Promise.all([
    readDayRows(call, session, [kept.studentId]),
    readCounts(call.db, input.sessionId),
  ]);
  // the place was given up between the scan and this look
  if (row === undefined) throw sessionDayError('no_seat', 'This student has no place any more.');
  const { already } = kept;
  return { row, counts, already: already && { at: new Date(already.at), by: already.by } };
}
