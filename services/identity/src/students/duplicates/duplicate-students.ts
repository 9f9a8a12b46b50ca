import type { Scope } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { listStudentsById } from '../../records/students/find-students.ts';
import type { Student } from '../../records/students/student.ts';
import { briefOf, type StudentBrief } from '../../records/students/student-brief.ts';
import type { Source } from '../form/check-form.ts';

const CODE = 'duplicate_student';

/**
 * 409: a student on record has the same birth date and SSN digits. It is stored as
 * the answer of its key, so it holds ids alone; `withStudents` adds the fields that the caller may
 * see.
 */
export const duplicateStudents = (ids: number[]): DomainError =>
  domainError(CODE, { Error: true, students: ids });

/**
 * The refusal as it goes out, with the students as far as the one who adds may see them; other
 * errors as they are.
 */
export async function withStudents(
  db: Sql,
  error: unknown,
  source: Source,
  actor: Actor,
): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== CODE) return error;
  const ids = (error.extra.students ?? []).map(Number);
  const same = source === 'self' ? [] : await listStudentsById(db, ids);
  const scope = source === 'school' ? 'own_school' : 'any';
  const students = same.map((student) => forAdder(student, scope, actor));
  return new DomainError(error.status, CODE, error.detail, { ...error.extra, students });
}

/** A student with the same digits and birth date, as far as the caller who adds may see them. */
export const forAdder = (
  student: Student,
  scope: Scope | null,
  actor: Pick<Actor, 'schoolId'>,
): StudentBrief =>
  scope === 'own_school' && student.schoolId !== actor.schoolId
    ? initialOnly(student)
    : briefOf(student);

/** Of a student outside the own school, a school admin learns no more than this. */
const initialOnly = ({ firstName, lastName }: Student): StudentBrief => ({
  id: 0,
  firstName,
  lastName: `${[...lastName][0] ?? ''}.`,
  maidenName: null,
  last4Ssn: '',
  dob: '',
  email: null,
  collegeName: null,
  schoolId: null,
  jseId: null,
});
