import { can, scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import {
  type EarlierTry,
  earlierTry,
} from '../../records/registrations/reading/registration-view.ts';
import { feesDueOf } from '../../records/registrations/state/fees-due.ts';
import { shownGrade } from '../../records/registrations/state/grade-result.ts';
import { cancellingActorOf, cancelRefusal } from '../cancelling/cancel-rules.ts';
import type { OnlineRow } from '../online/sitting/online-row.ts';
import { leavingRefusal } from '../session-booking/booking-rules.ts';
import { toOnlineRefusal } from '../session-booking/to-online-rules.ts';
import { clearRefusal, completedRefusal, reopenRefusal } from './office-rules.ts';

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
  /** At the session that it has a place in: the reason 'No show' comes first then. R-521 */
  wasAbsent: boolean;
  /** Of the session that it has a place in. */
  sessionStartsAt: Date | undefined;
  /** The proctor fee and the additional fee that are owed now. */
  feesDueCents: number;
}

interface OfficeRow
  extends OnlineRow,
    Pick<tables.Batch, 'batchDate'>,
    Pick<tables.Registration, 'paidAt' | 'cancelledAt' | 'seminaryRedemptionDate'>,
    Pick<tables.ExamResult, 'paperExamUploaded' | 'gradedOn'> {
  vendorName: string | null;
  secularNumber: string | null;
  place: string | null;
  hasOtherOpen: boolean;
  wasAbsent: boolean;
}

/** Reads registrations of these students, newest first; `schoolId`: only of its students. */
const readOfStudents = (
  sql: Sql,
  studentIds: readonly number[],
  schoolId: number | null,
): Promise<OfficeRow[]> => sql.many<OfficeRow>`
  SELECT r.*, e.subject, e.vendor_name, e.secular_number, s.first_name, s.last_name,
    s.accommodations AS granted, EXISTS (SELECT FROM start_token t
      WHERE t.registration_id = r.id AND t.ended_at IS NULL) AS has_start_link,
    COALESCE(l.name, c.name,
      CASE r.session_type WHEN '99' THEN 'Online' WHEN '23' THEN 'Shipped' END)
      AS place, b.batch_date, COALESCE(a.state = 'absent', false) AS was_absent,
    EXISTS (SELECT FROM registration o
      WHERE o.student_id = r.student_id AND o.exam_group = r.exam_group AND o.id <> r.id
        AND o.status NOT IN ('dropped', 'cancelled', 'taken', 'graded')) AS has_other_open
  FROM registration_seen r
  LEFT JOIN exam_copy e ON e.id = r.exam_id
  LEFT JOIN student_copy s ON s.id = r.student_id
  LEFT JOIN location_copy l ON l.id = r.branch_id
  LEFT JOIN school_copy c ON c.id = r.session_school_id
  LEFT JOIN batch b ON b.id = r.batch_id
  LEFT JOIN attendance a ON a.session_id = r.session_id AND a.student_id = r.student_id
  WHERE r.student_id = ANY (${[...studentIds]}::bigint[])
    AND (${schoolId}::bigint IS NULL OR s.school_id = ${schoolId})
  ORDER BY r.id DESC`;

/** Returns the caller's actions on a registration; the page shows no other buttons. */
function actionsOf(row: OfficeRow, { actor, now }: Pick<Call, 'actor' | 'now'>): string[] {
  const mayCancel = scopeOf(actor, 'registration.cancel') === 'any';
  const isTechSupport = can(actor, 'past_registration.change_to_online');
  const actions: [string, boolean][] = [
    ['clearOnlineAccess', can(actor, 'sitting.clear_access') && clearRefusal(row, actor) === null],
    ['reopen', can(actor, 'sitting.reopen') && reopenRefusal(row, row.hasOtherOpen) === null],
    [
      'resetOnlineCompleted',
      can(actor, 'sitting.clear_completed') && completedRefusal(row, row.hasOtherOpen) === null,
    ],
    ['cancel', mayCancel && cancelRefusal(row, cancellingActorOf(actor), 2, now) === null],
    ['cancelSession', can(actor, 'session.cancel') && leavingRefusal(row, true, 2, now) === null],
    [
      'toOnline',
      can(actor, 'registration.change_to_online') &&
        toOnlineRefusal(row, { reason: 5, isTechSupport }, now) === null,
    ],
  ];
  return actions.flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
}

const given = <T>(value: T | null): T | undefined => value ?? undefined;

function viewOf(
  row: OfficeRow,
  ofStudent: readonly OfficeRow[],
  call: Pick<Call, 'actor' | 'now'>,
): OfficeRegistration {
  const earlier = ofStudent
    .filter(
      ({ id, examId, status }) => id < row.id && examId === row.examId && status !== 'cancelled',
    )
    .reverse();
  return {
    id: row.id,
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
    actions: actionsOf(row, call),
    wasAbsent: row.wasAbsent,
    sessionStartsAt: given(row.sessionStartsAt),
    feesDueCents: feesDueOf(row),
  };
}

/**
 * Returns all registrations of these students for the office, including cancelled ones, newest
 * first, with the caller's actions. `schoolId`: only of students of this school.
 */
export async function officeViews(
  call: Pick<Call, 'actor' | 'now'>,
  sql: Sql,
  { studentIds, schoolId = null }: { studentIds: readonly number[]; schoolId?: number | null },
): Promise<OfficeRegistration[]> {
  const rows = await readOfStudents(sql, studentIds, schoolId);
  const byStudent = Map.groupBy(rows, ({ studentId }) => studentId);
  return rows.map((row) => viewOf(row, byStudent.get(row.studentId) ?? [], call));
}

/** Whether the student has another open registration of this exam or of its other version. */
export async function hasOtherOpen(
  sql: Sql,
  { id, studentId, examGroup }: Pick<OnlineRow, 'id' | 'studentId' | 'examGroup'>,
): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS known FROM registration
    WHERE student_id = ${studentId} AND exam_group = ${examGroup} AND id <> ${id}
      AND status NOT IN ('dropped', 'cancelled', 'taken', 'graded') LIMIT 1`;
  return found !== undefined;
}
