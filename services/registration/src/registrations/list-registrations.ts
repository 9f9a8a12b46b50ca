import { isStaff, studentInView } from '@portal/kit/actor';
import { inNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/command';
import { readMissing } from '../copies/read-copies.ts';
import { studentNotFound } from '../copies/with-copies.ts';
import { newestOfEachExam, type Registration } from './registration-view.ts';
import { readOfStudent, readStanding } from './store.ts';

const MEMBER = 1;

export interface RegistrationList {
  registrations: Registration[];
  unfitExamIds: number[];
  memberWithoutExam2Years: boolean;
}

/** A member whose last registration, or else enrolment, lies more than two calendar years back. R-110. */
export function isMemberWithoutExam(membershipTypeId: number, last: Date, now: Date): boolean {
  return membershipTypeId === MEMBER && last.getTime() < inNewYork(now).subtract({ years: 2 }).epochMilliseconds;
}

/**
 * Per exam the newest registration of the student in view that is not cancelled, and what the exam list says of the student (C-S24). Refuses staff
 * who name nobody on record with student_not_found.
 */
export async function listRegistrations(call: Call): Promise<RegistrationList> {
  const { db, now } = call;
  const studentId = studentInView(call.actor);
  const [rows, known] = await Promise.all([readOfStudent(db, studentId), readStanding(db, studentId)]);
  const standing = known ?? (await readMissing(db, { studentId }).then(() => readStanding(db, studentId)));
  if (standing === undefined && isStaff(call.actor)) throw studentNotFound();
  const last = rows.reduce<Date | undefined>(
    (newest, { createdAt }) => (newest === undefined || createdAt > newest ? createdAt : newest),
    undefined,
  );
  return {
    registrations: newestOfEachExam(rows, now),
    unfitExamIds: standing?.unfitExamIds ?? [],
    memberWithoutExam2Years: standing !== undefined && isMemberWithoutExam(standing.membershipTypeId, last ?? standing.enrolledAt, now),
  };
}
