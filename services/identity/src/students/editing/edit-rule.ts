import { type DomainError, type FieldError, invalid } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import type { Student, StudentForm } from '../../records/students/student.ts';
import { formErrors } from '../form/check-form.ts';

/** The fields of a record that an edit may name. */
export const editableFields = [
  'firstName',
  'lastName',
  'maidenName',
  'dob',
  'last4Ssn',
  'gender',
  'email',
  'cellphone',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'collegeId',
  'schoolId',
  'cohort',
  'membershipTypeId',
  'accommodations',
  'accommodationsApprovedBy',
  'isForSchool',
] as const satisfies readonly (keyof StudentForm)[];
export type EditableField = (typeof editableFields)[number];

export const isEditable = (name: string): name is EditableField =>
  (editableFields as readonly string[]).includes(name);

/** Fields that a school admin cannot change. R-061. */
const officeOnly: readonly EditableField[] = [
  'dob',
  'last4Ssn',
  'collegeId',
  'schoolId',
  'membershipTypeId',
  'accommodations',
  'accommodationsApprovedBy',
  'isForSchool',
];

/** The record's fields as a form would show them. */
export const formOf = (student: Student): StudentForm => ({ ...student });

/** The form with the named fields of another one in their place. */
export function merged(
  before: StudentForm,
  named: readonly EditableField[],
  wish: StudentForm,
): StudentForm {
  const changes = Object.fromEntries(named.map((name) => [name, wish[name]]));
  return { ...before, ...changes };
}

/** The fields that are not what they were. */
export const changedFields = (before: StudentForm, after: StudentForm): EditableField[] =>
  editableFields.filter((name) => before[name] !== after[name]);

export interface Editing {
  /** The current record. */
  student: Student;
  /** The sent fields; others stay unchanged. */
  named: readonly EditableField[];
  after: StudentForm;
  source: 'admin' | 'school';
  emailUnlocked: boolean;
  /** Cohorts of the school that can be chosen; null: there is no school. */
  cohortChoices: readonly string[] | null;
}

/** Fields whose errors another field brings about. */
const alsoOf: Partial<Record<EditableField, EditableField>> = {
  country: 'zip',
  schoolId: 'cohort',
  accommodationsApprovedBy: 'accommodations',
};

/**
 * Why the record is not changed so, or null (C-A11; ): to a school admin what
 * is for the office alone is closed, a field that was sent is wrong, or the login's address is
 * locked. `today` is New York's day.
 */
export function editRefusal(editing: Editing, today: string): DomainError | null {
  const { student, named, after, source, emailUnlocked, cohortChoices } = editing;
  const changed = changedFields(formOf(student), after);
  const isLoginChanged = student.hasAccount && changed.includes('email');
  if (source === 'school' && (isLoginChanged || changed.some((name) => officeOnly.includes(name))))
    return domainError('office_only');

  const fieldNames = new Set<string>(named.flatMap((name) => [name, alsoOf[name] ?? name]));
  const own = student.cohort === null ? [] : [student.cohort];
  const errors: FieldError[] = formErrors(
    after,
    {
      source,
      isRegular: source === 'admin' && !after.isForSchool,
      password: null,
      cohortChoices: cohortChoices && [...cohortChoices, ...own],
    },
    today,
  ).filter(({ path }) => fieldNames.has(path === 'last4ssn' ? 'last4Ssn' : path));
  const [first, ...others] = errors;
  if (first) return invalid(first, ...others);
  return isLoginChanged && !emailUnlocked ? domainError('email_locked') : null;
}

/** Returns a change as the history shows it: for SSN and birth date without values. */
export const historyOf = (
  before: StudentForm,
  after: StudentForm,
  changed: readonly EditableField[],
): Record<string, unknown> =>
  Object.fromEntries(
    changed.map((name) => [
      name,
      name === 'dob' || name === 'last4Ssn' ? 'changed' : [before[name], after[name]],
    ]),
  );
