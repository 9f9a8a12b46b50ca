import type { StaffStudent, StudentBrief } from '@portal/contract/staff-student';
import type { Student } from '@portal/proto/identity/v1/students';

/** What the service says of a student in a list; in a refusal it comes as plain JSON, with nulls. */
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

/** A student who was just put on record, as staff see one: without registrations and packages yet. */
export const newStudentView = (student: Student, schoolName: string | null): StaffStudent => ({
  id: student.id,
  firstName: student.firstName,
  lastName: student.lastName,
  maidenName: student.maidenName ?? null,
  gender: student.gender as StaffStudent['gender'],
  ssn: student.last4Ssn,
  dob: student.dob,
  email: student.email ?? null,
  phone: student.cellphone ?? null,
  phone2: student.phone ?? null,
  address: student.address ?? null,
  city: student.city ?? null,
  state: student.state ?? null,
  zip: student.zip ?? null,
  country: student.country ?? null,
  membershipType: student.membershipTypeId,
  membershipName: student.membershipName,
  college: student.collegeId ?? null,
  collegeName: student.collegeName ?? null,
  school: student.schoolId ?? null,
  schoolName,
  schoolCohort: student.cohort ?? null,
  school_cohort: student.cohort ?? null,
  accommodations: student.accommodations ?? null,
  accommodationsApproved: student.accommodations !== undefined,
  approvedBy: student.accommodationsApprovedBy ?? null,
  approvalDate: student.accommodationsApprovedOn ?? null,
  password: student.hasAccount,
  jseId: student.jseId ?? null,
  ttiStudentId: student.ttiStudentId ?? null,
  masped_student_id: null,
  numActiveRegistrations: 0,
  latestActivePackage: null,
  studentPackages: [],
  registrations: [],
  logs: [],
  createdOn: (student.createdOn ?? new Date(0)).toISOString(),
  createdBy: student.createdBy ?? '',
  lastChange: student.lastChange?.toISOString() ?? null,
  lastChangeBy: student.lastChangeBy ?? null,
});
