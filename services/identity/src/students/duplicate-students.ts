import type { Actor } from '@portal/kit/actor';
import { conflict, type DomainError } from '@portal/kit/errors';
import type { Source } from './check-form.ts';
import type { Student } from './student.ts';
import { briefOf, type StudentBrief } from './student-brief.ts';

/** 409 with the students who have the same birth date and SSN digits, as far as the one who adds may see them. */
export function duplicateStudents(same: Student[], source: Source, { schoolId }: Actor): DomainError {
  const students =
    source === 'self'
      ? []
      : same.map((student) => (source === 'school' && student.schoolId !== schoolId ? initialOnly(student) : briefOf(student)));
  return conflict('duplicate_student', 'A student already exists with the given SSN and date of birth.', { Error: true, students });
}

/** Of a student outside the own school, a school admin learns no more than this. */
const initialOnly = ({ firstName, lastName }: Student): StudentBrief => ({
  id: 0,
  firstName,
  lastName: `${lastName.slice(0, 1)}.`,
  maidenName: null,
  last4Ssn: '',
  dob: '',
  email: null,
  collegeName: null,
  schoolId: null,
  jseId: null,
});
