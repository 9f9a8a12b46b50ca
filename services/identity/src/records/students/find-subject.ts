import type { FindSubject } from '@portal/kit/commands/authorize';
import { domainError } from '../../errors.ts';
import { findStudent } from './find-students.ts';

/** Finds the student whom staff act for. Refuses with student_not_found when not on record. */
export const findSubject: FindSubject = async ({ db }, studentId) => {
  const student = await findStudent(db, studentId);
  if (student === undefined) throw domainError('student_not_found', 'No student found');
  return { studentId, schoolId: student.schoolId };
};
