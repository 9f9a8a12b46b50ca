import type {
  StaffStudent,
  StudentPackage as StudentPackageView,
} from '@portal/contract/students/staff-student';
import type { Student } from '@portal/proto/identity/v1/students';
import type { StudentPackage } from '@portal/proto/payments/v1/credits';
import type { OfficeRegistration } from '@portal/proto/registration/v1/online_office';
import { type History, noHistory } from './activity.ts';
import { registrationView } from './staff-registration-view.ts';

/** The facts that other services have of a student; both newest first. */
export interface Records {
  registrations?: readonly OfficeRegistration[];
  packages?: readonly StudentPackage[];
  history?: History;
}

export const packageView = (
  one: StudentPackage,
  history: History = noHistory,
): StudentPackageView => ({
  id: one.id,
  transaction_date: (one.purchasedAt as Date).toISOString(),
  display_name: one.name ?? 'Single credits',
  purchase_price: one.paidCents / 100,
  number_of_credits: one.credits,
  credit_balance: one.balance,
  active: one.active,
  logs: history.package(one.id),
});

/** A student on record, as staff see one. */
export const recordView = (
  student: Student,
  schoolName: string | null,
  { registrations = [], packages = [], history = noHistory }: Records,
): StaffStudent => ({
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
  accommodations: student.accommodationsInForce ?? null,
  accommodationsText: student.accommodations ?? null,
  accommodationsApproved: student.accommodationsInForce !== undefined,
  approvedBy: student.accommodationsApprovedBy ?? null,
  approvalDate: student.accommodationsApprovedOn ?? null,
  password: student.hasAccount,
  jseId: student.jseId ?? null,
  ttiStudentId: student.ttiStudentId ?? null,
  masped_student_id: null,
  numActiveRegistrations: registrations.filter(({ status }) => status !== 'cancelled').length,
  latestActivePackage: packages.find(({ active, name }) => active && name)?.name ?? null,
  studentPackages: packages.map((one) => packageView(one, history)),
  registrations: registrations.map((one) => ({
    ...registrationView(one),
    logs: history.registration(one.id),
  })),
  logs: history.student(student.id),
  createdOn: (student.createdOn ?? new Date(0)).toISOString(),
  createdBy: student.createdBy ?? '',
  lastChange: student.lastChange?.toISOString() ?? null,
  lastChangeBy: student.lastChangeBy ?? null,
});
