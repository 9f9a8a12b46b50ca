import { canAtSchool } from '@portal/access/can';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { ProjectionMissing, withProjections } from '../../projections/with-projections.ts';
import { type Session, type SessionRow, sessionView } from './session-row.ts';
import { isSchoolKnown, listOfSchool, readStudentSchool } from './store.ts';

/** A session of a school, with fields that only its supervisors get. */
export interface SchoolSession {
  session: Session;
  /** HH:mm, New York */
  closingTime: string;
  /** Students with an exam in it. */
  studentCount: number;
}

const schoolNotFound = () => domainError('school_not_found');

/**
 * Lists the sessions of a school by date (C-S57): its own students get those from today on that fit
 * them, staff and the school's own admin those of the past 12 months too. Throws school_not_found,
 * also for another school than the caller's.
 */
export const listSchoolSessions = (call: Call, schoolId: number): Promise<SchoolSession[]> =>
  withProjections(call, () =>
    call.actor.kind === 'student' ? ofOwnStudent(call, schoolId) : ofStaff(call, schoolId),
  );

const startOf = (day: string): Date => instantInNewYork(day, '00:00');

async function ofOwnStudent({ db, actor, now }: Call, schoolId: number): Promise<SchoolSession[]> {
  const student = await readStudentSchool(db, actor.id);
  if (student === undefined) throw new ProjectionMissing({ studentId: actor.id });
  if (student.schoolId !== schoolId) throw schoolNotFound();
  const rows = await listOfSchool(db, {
    schoolId,
    studentId: actor.id,
    from: startOf(dayInNewYork(now)),
  });
  return rows
    .filter(
      ({ gender, calledOffAt, hasASeat }) =>
        hasASeat || (calledOffAt === null && (gender === '3' || gender === student.gender)),
    )
    .map((row) => view(row, now));
}

async function ofStaff(call: Call, schoolId: number): Promise<SchoolSession[]> {
  const isVisible = canAtSchool(call.actor, 'school_session.list', schoolId);
  if (!isVisible || !(await isSchoolKnown(call.db, schoolId))) throw schoolNotFound();
  return recentSessions(call, schoolId);
}

/** The sessions of a school that is known, from 12 months back on, by date. */
export async function recentSessions(
  { db, now }: Call,
  schoolId: number,
): Promise<SchoolSession[]> {
  const from = startOf(dayPlus(dayInNewYork(now), { years: -1 }));
  return (await listOfSchool(db, { schoolId, studentId: 0, from })).map((row) => view(row, now));
}

/** Without a time of its own a closing date ends with its day. R-368. */
const view = (row: SessionRow & { studentCount: number }, now: Date): SchoolSession => ({
  session: sessionView(row, now),
  closingTime: row.closingTime ?? '23:59',
  studentCount: row.studentCount,
});
