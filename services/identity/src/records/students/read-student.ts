import { canOn } from '@portal/access/can';
import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { findStudent, findStudentByTtiId } from './find-students.ts';
import type { Student } from './student.ts';

/**
 * Returns the student in view, or the student with a TTI member id (C-S15). Refuses with
 * student_not_found, also for a student whom the caller may not see.
 */
export async function readStudent(
  { db, actor }: Call,
  { ttiStudentId }: { ttiStudentId: string | null },
): Promise<Student> {
  const student = await (ttiStudentId === null
    ? findStudent(db, studentInView(actor))
    : findStudentByTtiId(db, ttiStudentId));
  const isVisible =
    student !== undefined &&
    (actor.kind === 'service' ||
      canOn(actor, 'student.read', { studentId: student.id, schoolId: student.schoolId }));
  if (!isVisible) throw domainError('student_not_found', 'No student found');
  return student;
}
