import { scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import type { StudentDetails } from '@portal/proto/identity/v1/students';
import type { ReportRow } from '@portal/proto/registration/v1/report';
import { students } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { resultOf, shownGrade } from '../../records/registrations/state/grade-result.ts';
import { type ReportQuestion, reportFilter } from './report-filter.ts';
import {
  countBatchDays,
  countExamDays,
  type ReportedRegistration,
  readReport,
  readReported,
  readReportIds,
} from './store.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/** Most rows of one report. 6.3. */
const MAX_ROWS = 100_000;
/** Maximum rows per request. */
const MAX_PAGE = 2000;
/** Maximum students per request to identity. */
const MAX_STUDENTS = 1000;

/**
 * Plans a report in stretches of days (C-A50). Counting is quick because it ignores filters and
 * cancellations; it reads the rows only if it counts too many. Throws too_many_rows, and as
 * reportFilter does.
 */
export async function planReport(call: Call, request: ReportQuestion): Promise<Stretch[]> {
  const filter = reportFilter(call.actor, request);
  const count = filter.dateType === 1 ? countExamDays : countBatchDays;
  const days = await count(call.db, filter);
  const counted = days.reduce((sum, { rows }) => sum + rows, 0);
  if (counted > MAX_ROWS) await listReportIds(call, request);
  return stretchesOf(days);
}

/**
 * Returns the registrations of a stretch in the order of the report. Throws too_many_rows, and as
 * reportFilter does.
 */
export async function listReportIds(call: Call, request: ReportQuestion): Promise<number[]> {
  const ids = await readReportIds(call.db, reportFilter(call.actor, request), MAX_ROWS + 1);
  if (ids.length > MAX_ROWS) throw domainError('too_many_rows');
  return ids;
}

/**
 * Returns the rows of a stretch of days, in the order of the report, up to the maximum of one
 * request. Refuses as reportFilter does..
 */
export async function listReport(call: Call, request: ReportQuestion): Promise<ReportRow[]> {
  return withStudents(call, await readReport(call.db, reportFilter(call.actor, request), MAX_ROWS));
}

/**
 * Returns the rows of these registrations in the order of the ids. A school admin gets only those
 * of students of their own school..
 */
export async function listReportRows(call: Call, ids: readonly number[]): Promise<ReportRow[]> {
  const { db, actor } = call;
  const schoolId = scopeOf(actor, 'report.read') === 'own_school' ? (actor.schoolId ?? 0) : null;
  return withStudents(call, await readReported(db, ids.slice(0, MAX_PAGE), schoolId));
}

/** Reads SSN and birth date from identity for each page; registration never stores them. */
async function withStudents(
  { actor, requestId }: Call,
  rows: readonly ReportedRegistration[],
): Promise<ReportRow[]> {
  const wanted = [...new Set(rows.map(({ studentId }) => studentId))];
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(wanted.length / MAX_STUDENTS) }, (_, page) =>
      students.listStudentDetails(
        { ids: wanted.slice(page * MAX_STUDENTS, (page + 1) * MAX_STUDENTS) },
        { actor, requestId },
      ),
    ),
  );
  const byId = new Map(pages.flatMap((page) => page.students).map((one) => [one.id, one]));
  return rows.map((row) => reportRow(row, byId.get(row.studentId)));
}

const given = <T>(value: T | null): T | undefined => value ?? undefined;

function reportRow(row: ReportedRegistration, student: StudentDetails | undefined): ReportRow {
  const isPassing = row.gradeComment === null || resultOf(row.gradeComment) === 'Pass';
  return {
    registrationId: row.id,
    studentId: row.studentId,
    lastName: student?.lastName ?? '',
    firstName: student?.firstName ?? '',
    last4Ssn: student?.last4Ssn ?? '',
    dob: student?.dob ?? '',
    phone: student?.phone,
    email: student?.email,
    subject: row.subject ?? '',
    secularNumber: row.secularNumber ?? '',
    vendorName: row.vendorName ?? '',
    credits: isPassing ? given(row.credits) : undefined,
    sessionType: row.sessionType ?? (row.onlineExamStarted === null ? '21' : '99'),
    sessionDate: given(row.sessionDate),
    sessionTime: given(row.sessionTime),
    attendance: given(row.attendance),
    schoolName: given(row.schoolName),
    cohort: given(row.cohort),
    locationName: given(row.locationName),
    onlineExamStarted: given(row.onlineExamStarted),
    arrivedBack: given(row.arrivedBack),
    inBatch: row.batchId !== null,
    batchDate: given(row.batchDate),
    adminCancelSessionDate: given(row.adminCancelSessionDate),
    paperExamUploaded: row.paperExamUploaded,
    paidOn: given(row.paidOn),
    grade: given(shownGrade(row)),
    gradeComment: given(row.gradeComment),
  };
}
