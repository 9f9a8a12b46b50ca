import { type Actor, may, notAllowed } from '@portal/kit/actor';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/command';
import { notFound } from '@portal/kit/errors';
import { CopyMissing, withCopies } from '../copies/with-copies.ts';
import { type Session, type SessionRow, sessionView } from './session-row.ts';
import { isSchoolKnown, listOfSchool, readStudentSchool } from './store.ts';

/** A session of a school, with what only those who run it are told. */
export interface SchoolSession {
  session: Session;
  /** HH:mm, New York */
  closingTime: string;
  /** Students with an exam in it. */
  studentCount: number;
}

const schoolNotFound = () => notFound('school_not_found', 'No school found');

/**
 * Sessions of a school, by date (C-S57): its own students see those from today on that fit them, staff and the school's own admin those of
 * the past 12 months too. Refuses with school_not_found, also for another school than the own one.
 */
export const listSchoolSessions = (call: Call, schoolId: number): Promise<SchoolSession[]> =>
  withCopies(call, () => (call.actor.kind === 'student' ? ofOwnStudent(call, schoolId) : ofStaff(call, schoolId)));

const startOf = (day: string): Date => instantInNewYork(day, '00:00');

async function ofOwnStudent({ db, actor, now }: Call, schoolId: number): Promise<SchoolSession[]> {
  const student = await readStudentSchool(db, actor.id);
  if (student === undefined) throw new CopyMissing({ studentId: actor.id });
  if (student.schoolId !== schoolId) throw schoolNotFound();
  const rows = await listOfSchool(db, { schoolId, studentId: actor.id, from: startOf(dayInNewYork(now)) });
  return rows.filter(({ gender, hasASeat }) => gender === '3' || gender === student.gender || hasASeat).map((row) => view(row, now));
}

async function ofStaff({ db, actor, now }: Call, schoolId: number): Promise<SchoolSession[]> {
  if (!maySee(actor, schoolId) || !(await isSchoolKnown(db, schoolId))) throw schoolNotFound();
  const from = startOf(dayPlus(dayInNewYork(now), { years: -1 }));
  return (await listOfSchool(db, { schoolId, studentId: 0, from })).map((row) => view(row, now));
}

/** A school admin sees the one school of the account; every other one is not there. */
function maySee(actor: Actor, schoolId: number): boolean {
  if (may(actor, ['admin', 'tech_support', 'advisor'])) return true;
  if (!may(actor, ['school'])) throw notAllowed();
  return actor.schoolId === schoolId;
}

/** Without a time of its own a closing date ends with its day. R-368. */
const view = (row: SessionRow & { studentCount: number }, now: Date): SchoolSession => ({
  session: sessionView(row, now),
  closingTime: row.closingTime ?? '23:59',
  studentCount: row.studentCount,
});
