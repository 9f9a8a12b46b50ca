import { type Actor, may } from '@portal/kit/actor';
import type { Sql } from '@portal/kit/database';
import { type Canceller, cancelRefusal } from '../registrations/cancel-rules.ts';
import { shownGrade } from '../registrations/grade-result.ts';
import { type EarlierTry, earlierTry } from '../registrations/registration-view.ts';
import { triesOfExam } from '../registrations/tries-of-exam.ts';
import { toOnlineRefusal } from '../sessions/online-rules.ts';
import { leavingRefusal } from '../sessions/session-rules.ts';
import { clearRefusal, completedRefusal, reopenRefusal } from './office-rules.ts';
import type { OnlineRow } from './online-row.ts';

/** A registration as the office sees it; days are YYYY-MM-DD. */
export interface OfficeRegistration {
  id: number;
  studentId: number;
  examId: number;
  examName: string;
  vendorId: number;
  vendorName: string;
  secularNumber: string;
  credits: number;
  createdAt: Date;
  status: string;
  examTaken: boolean;
  examTakenDate: string | undefined;
  earlierTries: EarlierTry[];
  startedAt: Date | undefined;
  location: string | undefined;
  batchId: number | undefined;
  batchDate: string | undefined;
  paidAt: Date | undefined;
  cancelledAt: Date | undefined;
  onlineAccess: boolean;
  onlineExamStarted: boolean;
  onlineExamCompleted: boolean;
  onlineExamTakenOverride: boolean;
  onlineProgramStarted: boolean;
  assignmentsStarted: boolean;
  assignmentsCompleted: boolean;
  arrivedBack: string | undefined;
  paperExamUploaded: boolean;
  seminaryRedemptionDate: string | undefined;
  grade: string | undefined;
  gradeComment: string | undefined;
  gradedOn: string | undefined;
  actions: string[];
}

interface OfficeRow extends OnlineRow {
  vendorName: string | null;
  secularNumber: string | null;
  place: string | null;
  batchDate: string | null;
  paidAt: Date | null;
  cancelledAt: Date | null;
  paperExamUploaded: boolean;
  seminaryRedemptionDate: string | null;
  gradedOn: string | null;
}

const read = (sql: Sql, id: number) => sql.one<OfficeRow>`
  SELECT r.*, e.content_code, e.exam_proctor_code, e.subject, e.vendor_name, e.secular_number, s.first_name, s.last_name, own.reopened_at,
    own.access_cleared_at, own.held_grade_comment, EXISTS (SELECT FROM start_token t WHERE t.registration_id = r.id AND t.ended_at IS NULL) AS has_start_link,
    COALESCE(l.name, c.name) AS place, b.batch_date
  FROM registration_seen r JOIN registration own ON own.id = r.id LEFT JOIN exam_copy e ON e.id = r.exam_id LEFT JOIN student_copy s ON s.id = r.student_id
    LEFT JOIN location_copy l ON l.id = r.branch_id LEFT JOIN school_copy c ON c.id = r.session_school_id LEFT JOIN batch b ON b.id = r.batch_id
  WHERE r.id = ${id}`;

const cancellerOf = (actor: Actor): Canceller => ({
  isStudent: false,
  isAdmin: may(actor, ['admin']),
  isTechSupport: may(actor, ['tech_support']),
  schoolId: may(actor, ['school']) ? (actor.schoolId ?? null) : null,
});

/** What this person may do to a registration now; the page shows no other buttons. */
function actionsOf(row: OfficeRow, actor: Actor, hasOtherOpen: boolean, now: Date): string[] {
  const isTechSupport = may(actor, ['tech_support']);
  const isAdmin = may(actor, ['admin']);
  const mayClear = may(actor, ['superAdmin', 'tech_support']);
  const actions: [string, boolean][] = [
    ['clearOnlineAccess', mayClear && clearRefusal(row, actor) === null],
    ['reopen', may(actor, ['superAdmin']) && reopenRefusal(row, hasOtherOpen) === null],
    ['resetOnlineCompleted', isTechSupport && completedRefusal(row, hasOtherOpen) === null],
    ['cancel', (isAdmin || isTechSupport) && cancelRefusal(row, cancellerOf(actor), 2, now) === null],
    ['cancelSession', (isAdmin || isTechSupport) && leavingRefusal(row, true, 2, now) === null],
    ['toOnline', (isAdmin || isTechSupport) && toOnlineRefusal(row, { reason: 5, isTechSupport }, now) === null],
  ];
  return actions.flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
}

/** A registration as the office sees it, with what this person may do. */
export async function officeView(sql: Sql, id: number, actor: Actor, now: Date): Promise<OfficeRegistration> {
  const row = await read(sql, id);
  const earlier = (await triesOfExam(sql, row.studentId, row.examId)).filter((one) => one.id < id);
  const given = <T>(value: T | null): T | undefined => value ?? undefined;
  return {
    id,
    studentId: row.studentId,
    examId: row.examId,
    examName: row.subject ?? '',
    vendorId: row.vendorId ?? 0,
    vendorName: row.vendorName ?? '',
    secularNumber: row.secularNumber ?? '',
    credits: row.creditsSpent,
    createdAt: row.createdAt,
    status: row.status,
    examTaken: row.status === 'taken' || row.status === 'graded',
    examTakenDate: given(row.takenOn),
    earlierTries: earlier.map(earlierTry),
    startedAt: given(row.onlineExamStarted ?? row.onlineProgramStarted),
    location: given(row.place),
    batchId: given(row.batchId),
    batchDate: given(row.batchDate),
    paidAt: given(row.paidAt),
    cancelledAt: given(row.cancelledAt),
    onlineAccess: row.onlineAccess,
    onlineExamStarted: row.onlineExamStarted !== null,
    onlineExamCompleted: row.onlineExamCompleted !== null,
    onlineExamTakenOverride: row.onlineExamTakenOverride,
    onlineProgramStarted: row.onlineProgramStarted !== null,
    assignmentsStarted: row.assignmentsStarted !== null,
    assignmentsCompleted: row.assignmentsCompleted,
    arrivedBack: given(row.arrivedBack),
    paperExamUploaded: row.paperExamUploaded,
    seminaryRedemptionDate: given(row.seminaryRedemptionDate),
    grade: given(shownGrade(row)),
    gradeComment: given(row.gradeComment),
    gradedOn: given(row.gradedOn),
    actions: actionsOf(row, actor, await hasOtherOpen(sql, row), now),
  };
}

/** Whether the student has another open registration of this exam or of its other version. */
export async function hasOtherOpen(
  sql: Sql,
  { id, studentId, examGroup }: Pick<OnlineRow, 'id' | 'studentId' | 'examGroup'>,
): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS known FROM registration WHERE student_id = ${studentId} AND exam_group = ${examGroup} AND id <> ${id}
      AND status NOT IN ('dropped', 'cancelled', 'taken', 'graded') LIMIT 1`;
  return found !== undefined;
}
