import type { Student } from './student.ts';

/** Of a student no more than what tells one from another. */
export type StudentBrief = Pick<
  Student,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'maidenName'
  | 'last4Ssn'
  | 'dob'
  | 'email'
  | 'collegeName'
  | 'schoolId'
  | 'jseId'
>;

export const briefOf = ({
  id,
  firstName,
  lastName,
  maidenName,
  last4Ssn,
  dob,
  email,
  collegeName,
  schoolId,
  jseId,
}: Student): StudentBrief => ({
  id,
  firstName,
  lastName,
  maidenName,
  last4Ssn,
  dob,
  email,
  collegeName,
  schoolId,
  jseId,
});
