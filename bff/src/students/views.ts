import { newYorkDay } from '@portal/contract/days';
import type { Granted, Student } from '@portal/contract/students/student';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Student as StudentRecord } from '@portal/proto/identity/v1/students';

/** A student as the page reads it. Who changed the record is for staff only. */
export function studentView(
  student: StudentRecord,
  schoolName: string | null,
  forStaff: boolean,
): Student {
  return {
    id: student.id,
    firstName: student.firstName,
    lastName: student.lastName,
    maidenName: student.maidenName ?? null,
    dob: student.dob,
    last4ssn: student.last4Ssn,
    gender: student.gender as Student['gender'],
    email: student.email ?? null,
    cellphone: student.cellphone ?? null,
    phone: student.phone ?? null,
    address: student.address ?? null,
    city: student.city ?? null,
    state: student.state ?? null,
    zip: student.zip ?? null,
    country: student.country ?? null,
    collegeId: student.collegeId ?? null,
    collegeName: student.collegeName ?? null,
    schoolId: student.schoolId ?? null,
    schoolName,
    cohort: student.cohort ?? null,
    membershipTypeId: student.membershipTypeId,
    membershipName: student.membershipName,
    accommodations: student.accommodationsInForce ?? null,
    accommodationsApprovedBy: student.accommodationsApprovedBy ?? null,
    isForSchool: student.isForSchool,
    hasAccount: student.hasAccount,
    ttiStudentId: student.ttiStudentId ?? null,
    isTtiMember: student.isTtiMember,
    ...(forStaff ? changesOf(student) : {}),
  };
}

function changesOf({ createdOn, lastChange, createdBy, lastChangeBy }: StudentRecord) {
  return {
    ...(createdOn ? { createdOn: createdOn.toISOString() } : {}),
    ...(lastChange ? { lastChange: lastChange.toISOString() } : {}),
    createdBy: createdBy ?? null,
    lastChangeBy: lastChangeBy ?? null,
  };
}

/** Returns the accommodations of a student that are not over yet. */
export function grantedView({ approvedAccommodations }: StudentRecord): Granted[] {
  const today = newYorkDay(steadyNow());
  return approvedAccommodations
    .filter(({ validUntil = today }) => validUntil >= today)
    .map(({ kind, percent, minutes, validFrom, validUntil }) => ({
      kind: kind as Granted['kind'],
      percent: percent ?? null,
      minutes: minutes ?? null,
      validFrom,
      validUntil: validUntil ?? null,
    }));
}
