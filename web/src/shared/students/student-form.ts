import type { SeminaryStudent } from '@portal/contract/seminary/students';
import type { StaffStudent } from '@portal/contract/students/staff-student';
import { tableDay } from '../format/dates.ts';

/** The fields of a student's form as they are typed, by their names in the calls. */
export const noStudent = {
  firstName: '',
  lastName: '',
  maidenName: '',
  gender: '',
  dob: '',
  last4ssn: '',
  email: '',
  cellphone: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: 'United States',
  collegeId: '',
  membershipTypeId: '',
  schoolId: '',
  cohort: '',
  accommodations: '',
  accommodationsApprovedBy: '',
};
export type StudentFields = typeof noStudent;
export type StudentField = keyof StudentFields;

export const labels: Readonly<Record<StudentField, string>> = {
  firstName: 'Legal first name',
  lastName: 'Legal last name',
  maidenName: 'Maiden or other name',
  gender: 'Gender',
  dob: 'Date of birth',
  last4ssn: 'SSN (last 4)',
  email: 'Email',
  cellphone: 'Cell phone',
  phone: 'Other phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  country: 'Country',
  collegeId: 'College',
  membershipTypeId: 'Membership type',
  schoolId: 'School',
  cohort: 'Cohort',
  accommodations: 'Accommodations',
  accommodationsApprovedBy: 'Accommodations approved by',
};
export const fieldNames = Object.keys(labels) as StudentField[];
/** The editable fields, and the read-only ones. */
export interface StudentForm {
  names: readonly StudentField[];
  fixed: readonly StudentField[];
}
/** For the office alone: a school leaves them unchanged. */
const auditOf: readonly StudentField[] = ['collegeId', 'membershipTypeId', 'schoolId'];
const health: readonly StudentField[] = ['accommodations', 'accommodationsApprovedBy'];

/**
 * The form of the office with every field, or of a school: with the cohort, without college and
 * membership. A school admin sees no health data; once a student is on record, only the office may
 * change the student's identity and the address of the login., C-A11.
 */
export function studentForm(variant: {
  isOfSchool: boolean;
  isSchoolAdmin: boolean;
  isNew: boolean;
  hasLogin: boolean;
}): StudentForm {
  if (!variant.isOfSchool) return { names: fieldNames, fixed: [] };
  const hidden = variant.isSchoolAdmin ? [...auditOf, ...health] : auditOf;
  const fixed: StudentField[] = [];
  if (variant.isSchoolAdmin && !variant.isNew) {
    fixed.push('dob', 'last4ssn');
    if (variant.hasLogin) fixed.push('email');
  }
  return { names: fieldNames.filter((name) => !hidden.includes(name)), fixed };
}

/** Chosen from lists, and numbers on the wire. */
const ids: readonly StudentField[] = ['collegeId', 'membershipTypeId', 'schoolId'];
/** May be left empty.. */
const optional: readonly StudentField[] = [
  'maidenName',
  'phone',
  'state',
  'schoolId',
  'cohort',
  'accommodations',
  'accommodationsApprovedBy',
];

/** Returns the record's values for the form. */
export const fieldsOf = (student: StaffStudent): StudentFields => ({
  firstName: student.firstName,
  lastName: student.lastName,
  maidenName: student.maidenName ?? '',
  gender: student.gender,
  dob: tableDay(student.dob),
  last4ssn: student.ssn,
  email: student.email ?? '',
  cellphone: student.phone ?? '',
  phone: student.phone2 ?? '',
  address: student.address ?? '',
  city: student.city ?? '',
  state: student.state ?? '',
  zip: student.zip ?? '',
  country: student.country ?? '',
  collegeId: String(student.college ?? ''),
  membershipTypeId: String(student.membershipType),
  schoolId: String(student.school ?? ''),
  cohort: student.schoolCohort ?? '',
  accommodations: student.accommodationsText ?? '',
  accommodationsApprovedBy: student.approvedBy ?? '',
});

/** Returns the facts of a seminary student, for the form of a new student. */
export const fieldsOfSeminary = (one: SeminaryStudent): StudentFields => ({
  ...noStudent,
  firstName: one.firstName,
  lastName: one.lastName,
  dob: tableDay(one.dob),
  last4ssn: one.ssn,
  email: one.email,
  cellphone: one.phone,
  address: one.address,
  city: one.city,
  state: one.state ?? '',
  zip: one.zip,
  country: one.country,
});

/** Returns the changed fields. R-052. */
export const changesIn = (
  before: StudentFields,
  now: StudentFields,
  names: readonly StudentField[] = fieldNames,
): StudentField[] => names.filter((name) => before[name].trim() !== now[name].trim());

/** Returns these fields as the calls take them; leaves out empty lists. */
export function toWire(
  fields: Partial<StudentFields>,
  names: readonly StudentField[] = fieldNames,
): Record<string, string | number | null> {
  return Object.fromEntries(
    names.map((name) => {
      const value = (fields[name] ?? '').trim();
      if (!ids.includes(name)) return [name, value];
      return [name, value === '' ? null : Number(value)];
    }),
  );
}

/** Returns the form for validation: required empty fields are sent empty, to be refused. */
export const toCheck =
  (before: StudentFields | null, all: readonly StudentField[] = fieldNames) =>
  (typed: unknown): unknown => {
    const fields = typed as Partial<StudentFields>;
    const names = all.filter((name) => {
      if ((fields[name] ?? '') !== '') return true;
      // a field missing in an older record stays missing until staff fill it in
      return before === null
        ? !optional.includes(name)
        : before[name] !== '' && !optional.includes(name);
    });
    return toWire(fields, names);
  };
