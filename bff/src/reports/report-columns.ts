import { type Attendance, attendanceTexts } from '@portal/contract/sessions/attendance';
import type { RegistrationReportRow } from '@portal/contract/sessions/report';
import { sessionTypes } from '@portal/contract/sessions/report';
import type { ReportRow } from '@portal/proto/registration/v1/report';
import type { SheetColumn } from '../http/files/write-xlsx.ts';

const typeOf = ({ sessionType }: ReportRow): RegistrationReportRow['sessionType'] =>
  sessionTypes[sessionType as unknown as keyof typeof sessionTypes] ?? 'Location';
const batchDateOf = ({ inBatch, batchDate }: ReportRow): string | null =>
  batchDate ?? (inBatch ? 'N/A' : null);

/** A row of the report as the page has it. */
export const reportView = (row: ReportRow): RegistrationReportRow => ({
  registrationId: row.registrationId,
  studentId: row.studentId,
  lastName: row.lastName,
  firstName: row.firstName,
  ssn: row.last4Ssn,
  subject: row.subject,
  secularNumber: row.secularNumber,
  vendorName: row.vendorName,
  sessionType: typeOf(row),
  sessionDate: row.sessionDate ?? null,
  sessionTime: row.sessionTime ?? null,
  attendance: (row.attendance as Attendance | undefined) ?? null,
  schoolName: row.schoolName ?? null,
  school_cohort: row.cohort ?? null,
  locationName: row.locationName ?? null,
  onlineExamStarted: row.onlineExamStarted ?? null,
  arrivedBack: row.arrivedBack ?? null,
  batchDate: batchDateOf(row),
  admin_cancel_session_date: row.adminCancelSessionDate ?? null,
  paper_exam_uploaded: row.paperExamUploaded,
  paidOn: row.paidOn ?? null,
  grade: row.grade ?? null,
  gradeComment: row.gradeComment ?? null,
  credits: row.credits ?? null,
});

/** A column of the file; `admin`: not in that of a school. */
type ReportColumn = SheetColumn<ReportRow> & { admin?: true };

const columns: readonly ReportColumn[] = [
  { title: 'Last name', width: 18, cell: ({ lastName }) => lastName },
  { title: 'First name', width: 16, cell: ({ firstName }) => firstName },
  { title: 'SSN', width: 7, cell: ({ last4Ssn }) => last4Ssn },
  { title: 'DOB', width: 12, cell: ({ dob }) => dob, admin: true },
  { title: 'Phone', width: 17, cell: ({ phone }) => phone ?? null, admin: true },
  { title: 'Email', width: 28, cell: ({ email }) => email ?? null, admin: true },
  { title: 'Exam', width: 32, cell: ({ subject }) => subject },
  { title: 'Exam code', width: 12, cell: ({ secularNumber }) => secularNumber },
  { title: 'Vendor', width: 9, cell: ({ vendorName }) => vendorName },
  { title: 'Credits', width: 8, cell: ({ credits }) => credits ?? null },
  { title: 'Session type', width: 13, cell: typeOf },
  { title: 'Session date', width: 13, cell: ({ sessionDate }) => sessionDate ?? null },
  {
    title: 'Attendance',
    width: 12,
    cell: ({ attendance }) => (attendance ? attendanceTexts[attendance as Attendance] : null),
  },
  { title: 'School', width: 24, cell: ({ schoolName }) => schoolName ?? null, admin: true },
  { title: 'Cohort', width: 12, cell: ({ cohort }) => cohort ?? null },
  { title: 'Location', width: 20, cell: ({ locationName }) => locationName ?? null, admin: true },
  {
    title: 'Online exam started',
    width: 19,
    cell: ({ onlineExamStarted }) => onlineExamStarted ?? null,
  },
  { title: 'Arrived back', width: 13, cell: ({ arrivedBack }) => arrivedBack ?? null },
  { title: 'Batch date', width: 12, cell: batchDateOf },
  {
    title: 'Admin cancelled on',
    width: 18,
    cell: ({ adminCancelSessionDate }) => adminCancelSessionDate ?? null,
  },
  {
    title: 'Paper uploaded',
    width: 15,
    cell: ({ paperExamUploaded }) => (paperExamUploaded ? 'Yes' : 'No'),
  },
  { title: 'Grade', width: 8, cell: ({ grade }) => grade ?? null },
  { title: 'Comment', width: 16, cell: ({ gradeComment }) => gradeComment ?? null },
];

/**
 * The columns of the file (8.3). That of a school lacks birth date, phone, email, school and
 * location. R-336.
 */
export const reportColumns = (isOfSchool: boolean): readonly SheetColumn<ReportRow>[] =>
  columns.filter(({ admin }) => !(isOfSchool && admin));
