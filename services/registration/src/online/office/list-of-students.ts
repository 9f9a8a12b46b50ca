import { scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { type OfficeRegistration, officeViews } from './office-view.ts';

/** Most students who are asked for at once: as many as a search gives. C-A05. */
const MAX_STUDENTS = 200;

/**
 * All registrations of these students, cancelled ones too, newest first (C-A05). A school admin gets
 * those of students of the own school alone. R-351.
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
