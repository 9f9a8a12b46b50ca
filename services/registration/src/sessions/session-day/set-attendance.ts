import { canAtSchool } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { AttendanceChanged } from '@portal/proto/registration/v1/events';
import { sessionDayError } from '../../errors.ts';
import {
  type Attendance,
  attendanceRefusal,
  markingRefusal,
} from '../../records/attendance/attendance-rules.ts';
import {
  type AttendanceChange,
  writeAttendance,
} from '../../records/attendance/kept-attendance.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { readBooked } from '../session-operations/run-store.ts';
import { type AttendanceCounts, type DayRow, type DayStudent, inSession } from './day-rows.ts';
import { findDaySession, readCounts, readDayRows } from './session-day.ts';
import { lockInSession, readDayStudents } from './store.ts';

export interface MarkedStudent {
  studentId: number;
  attendance: Attendance;
  /** When the student left early; null: now. */
  at: Date | null;
}
export interface SetAttendance {
  sessionId: number;
  students: MarkedStudent[];
}

/** A student is named to whom they may be known. */
const nameFor = (actor: Actor, student: DayStudent | undefined): string =>
  student && canAtSchool(actor, 'session_day.keep', student.schoolId)
    ? `${student.firstName} ${student.lastName}`
    : 'This student';

/** Locks and returns the exams of students in a session. */
export async function openInSession(
  tx: Tx,
  sessionId: number,
  studentIds: readonly number[],
): Promise<{ rows: RegistrationRow[]; students: Map<number, DayStudent> }> {
  await lockInSession(tx, sessionId, studentIds);
  const [booked, students] = await Promise.all([
    readBooked(tx, sessionId),
    readDayStudents(tx, sessionId, studentIds),
  ]);
  return {
    rows: booked.filter((row) => inSession(row) && studentIds.includes(row.studentId)),
    students: new Map(students.map((student) => [student.id, student])),
  };
}

const isSame = (student: DayStudent, { state, at }: AttendanceChange, isTimed: boolean): boolean =>
  student.attendance === state && (!isTimed || student.attendanceAt?.getTime() === at.getTime());

/** Stores, logs and emits the changed attendance of students in a session. R-520 */
export async function noteAttendance(
  tx: Tx,
  sessionId: number,
  changes: readonly (AttendanceChange & { before: Attendance })[],
): Promise<void> {
  if (changes.length === 0) return;
  tx.emit(AttendanceChanged, {
    sessionId,
    studentIds: changes.map(({ studentId }) => studentId),
  });
  for (const { studentId, before, state } of changes)
    tx.audit({
      op: 'update',
      table: 'session',
      id: sessionId,
      studentId,
      change: { attendance: [before, state ?? 'expected'] },
    });
  await writeAttendance(tx, sessionId, changes, tx.actor.name);
}

async function work(tx: Tx, { sessionId, students: wanted }: SetAttendance): Promise<null> {
  const { actor, now } = tx;
  const session = await findDaySession(tx, actor, sessionId);
  const refusal = attendanceRefusal(session, now);
  if (refusal) throw refusal;
  const { rows, students } = await openInSession(
    tx,
    sessionId,
    wanted.map(({ studentId }) => studentId),
  );
  const changes = wanted.flatMap(({ studentId, attendance, at }) => {
    const student = students.get(studentId);
    const name = nameFor(actor, student);
    const own = rows.filter((row) => row.studentId === studentId);
    if (student === undefined || own.length === 0)
      throw sessionDayError('not_in_session', `${name} is not in this session.`);
    const statuses = own.map(({ status }) => status);
    const not = markingRefusal({ attendance, at }, { name, statuses }, session, now);
    if (not) throw not;
    const state = attendance === 'expected' ? null : attendance;
    const before: Attendance = student.attendance ?? 'expected';
    const change = { studentId, state, at: at ?? now, before };
    return isSame(student, change, at !== null) ? [] : [change];
  });
  await noteAttendance(tx, sessionId, changes);
  return null;
}

const set = command('setAttendance', work);

/**
 * Records whether students came, all or none (C-O12, R-520); earlier values stay logged, and a
 * repeated value changes nothing. Returns the lines of these students. Throws
 * session_not_found, too_early, too_late, not_in_session, exam_taken or invalid.
 */
export async function setAttendance(
  call: Call,
  input: SetAttendance,
): Promise<{ rows: DayRow[]; counts: AttendanceCounts }> {
  await set(call, input);
  const session = await findDaySession(call.db, call.actor, input.sessionId);
  const [rows, counts] = await Promise.all([
    readDayRows(
      call,
      session,
      input.students.map(({ studentId }) => studentId),
    ),
    readCounts(call.db, input.sessionId),
  ]);
  return { rows, counts };
}
