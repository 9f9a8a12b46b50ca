import { isStaff, studentInView } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { notFound } from '@portal/kit/errors';
import { findStudent, findStudentByTtiId } from './find-students.ts';
import type { Student } from './student.ts';

/** The student in view, or the one with a TTI member id (C-S15). Refuses with student_not_found, also for a student whom this person may not see. */
export async function readStudent({ db, actor }: Call, { ttiStudentId }: { ttiStudentId: string | null }): Promise<Student> {
  const student = await (ttiStudentId === null ? findStudent(db, studentInView(actor)) : findStudentByTtiId(db, ttiStudentId));
  const isOnlySchool = isStaff(actor) && actor.roles.every((role) => role === 'ROLE_SCHOOL_ADMIN');
  const isVisible =
    student !== undefined &&
    (actor.kind !== 'student' || student.id === actor.id) &&
    (!isOnlySchool || (actor.schoolId !== undefined && student.schoolId === actor.schoolId));
  if (!isVisible) throw notFound('student_not_found', 'No student found');
  return student;
}
