import { scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { type OfficeRegistration, officeViews } from './office-view.ts';

/** The most students per request: as many as a search returns. C-A05. */
const MAX_STUDENTS = 200;

/**
 * Lists all registrations of these students, including cancelled ones, newest first (C-A05). A
 * school admin gets only those of students of their own school. R-351.
 */
export function listOfStudents(
  call: Call,
  studentIds: readonly number[],
): Promise<OfficeRegistration[]> {
  const isOfSchool = scopeOf(call.actor, 'student.find') === 'own_school';
  return officeViews(call, call.db, {
    studentIds: studentIds.slice(0, MAX_STUDENTS),
    schoolId: isOfSchool ? (call.actor.schoolId ?? 0) : null,
  });
}
