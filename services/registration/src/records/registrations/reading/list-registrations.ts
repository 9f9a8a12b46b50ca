import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { inNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { readMissing } from '../../../projections/read-projections.ts';
import { studentNotFound } from '../../../projections/with-projections.ts';
import type { RegistrationRow } from '../state/registration-row.ts';
import { newestOfEachExam, type Registration } from './registration-view.ts';
import { readOfStudent, readStudentEligibility, type StudentEligibility } from './store.ts';

const MEMBER = 1;

export interface RegistrationList {
  registrations: Registration[];
  notEligibleExamIds: number[];
  memberWithoutExam2Years: boolean;
  /** The rows that the list was computed from. */
  rows: RegistrationRow[];
  student: StudentEligibility | undefined;
}

/**
 * A member whose last registration, or else enrolment, lies more than two calendar years back.
 *
 */
export function isMemberWithoutExam(membershipTypeId: number, last: Date, now: Date): boolean {
  return (
    membershipTypeId === MEMBER &&
    last.getTime() < inNewYork(now).subtract({ years: 2 }).epochMilliseconds
  );
}

/**
 * Returns per exam the newest uncancelled registration of the student in view, and the exam list's
 * facts about the student (C-S24). Throws student_not_found for staff who name no student on
 * record.
 */
export async function listRegistrations(call: Call): Promise<RegistrationList> {
  const { db, now } = call;
  const studentId = studentInView(call.actor);
  const [rows, known] = await Promise.all([
    readOfStudent(db, studentId),
    readStudentEligibility(db, studentId),
  ]);
  const standing =
    known ??
    (await readMissing(db, { studentId }).then(() => readStudentEligibility(db, studentId)));
  if (standing === undefined && isStaff(call.actor)) throw studentNotFound();
  const last = rows.reduce<Date | undefined>(
    (newest, { createdAt }) => (newest === undefined || createdAt > newest ? createdAt : newest),
    undefined,
  );
  return {
    registrations: newestOfEachExam(rows, now),
    notEligibleExamIds: standing?.notEligibleExamIds ?? [],
    memberWithoutExam2Years:
      standing !== undefined &&
      isMemberWithoutExam(standing.membershipTypeId, last ?? standing.enrolledAt, now),
    rows,
    student: standing,
  };
}
