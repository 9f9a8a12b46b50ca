import type { StudentBrief } from '@portal/contract/students/staff-student';

/** A student in a list of the service; in a refusal it comes as plain JSON, with nulls. */
export interface Brief {
  id: number;
  firstName: string;
  lastName: string;
  maidenName?: string | null | undefined;
  last4Ssn: string;
  dob: string;
  email?: string | null | undefined;
  collegeName?: string | null | undefined;
  schoolId?: number | null | undefined;
  jseId?: string | null | undefined;
}

export const briefView = (student: Brief, schoolName: string | null): StudentBrief => ({
  id: student.id,
  firstName: student.firstName,
  lastName: student.lastName,
  maidenName: student.maidenName ?? null,
  ssn: student.last4Ssn,
  dob: student.dob,
  email: student.email ?? null,
  collegeName: student.collegeName ?? null,
  schoolName,
  jseId: student.jseId ?? null,
});
