import type { Role } from '@portal/access/roles';
import { kindOf, SCHOOL_ROLE } from '@portal/access/roles';
import type { FindSubject } from '@portal/kit/commands/authorize';
import { notFound } from '@portal/kit/errors';
import type { Session } from '../../http/session/sessions.ts';

/** The school of the school admin. */
export const SCHOOL = 151;
/** The student who asks. */
export const SELF = 12;

/** The students on record whom staff may name, and their schools. */
export const STUDENTS = {
  'of the own school': { studentId: 13, schoolId: SCHOOL },
  'of another school': { studentId: 14, schoolId: 152 },
  'of no school': { studentId: 15, schoolId: null },
} as const;
export type Subject = keyof typeof STUDENTS;
export const SUBJECTS = Object.keys(STUDENTS) as Subject[];

/** Finds the students of this table, as services do. */
export const findSubject: FindSubject = async (_call, studentId) => {
  const found = [{ studentId: SELF, schoolId: null }, ...Object.values(STUDENTS)].find(
    (student) => student.studentId === studentId,
  );
  if (!found) throw notFound('student_not_found', 'No student found');
  return found;
};

/** Returns the session of a user who holds one role. */
export const sessionOf = (role: Role): Session => {
  const kind = kindOf([role]) === 'student' ? 'student' : 'staff';
  return {
    kind,
    id: kind === 'student' ? SELF : 3,
    roles: [role],
    schoolId: role === SCHOOL_ROLE ? SCHOOL : null,
    name: kind === 'student' ? `student ${SELF}` : 'login',
    startedAt: 0,
  };
};
