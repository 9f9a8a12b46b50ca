import { additionalFeeOwed } from '../../fees/additional-fee.ts';
import { proctorFee, proctorFeeIfMoved, type SessionType } from '../../fees/proctor-fee.ts';
import { isFailed, shownGrade } from '../state/grade-result.ts';
import {
  additionalFeeOf,
  leavingTime,
  placeOf,
  type RegistrationRow,
  sittingOf,
} from '../state/registration-row.ts';
import { isOpen, type RegistrationStatus } from '../state/registration-state.ts';

/** An earlier try of the same exam. */
export interface EarlierTry {
  takenDate?: string | undefined;
  grade?: string | undefined;
  comment?: string | undefined;
}

/** A registration, as callers get it; money in cents. */
export interface Registration {
  id: number;
  examId: number;
  studentId: number;
  status: RegistrationStatus;
  branchId?: number | undefined;
  sessionId?: number | undefined;
  sessionType?: SessionType | undefined;
  isOldSystem: boolean;
  chargeSchool: boolean;
  isFreeSchoolRegistration: boolean;
  vendorApprovedRetake: boolean;
  vendorApprovedRetakeWithFee: boolean;
  isRetakeNotYetTaken: boolean;
  examToCourse: boolean;
  proctorFeeCents: number;
  proctorFeeIfMovedCents: number;
  freeAdditionalFees: boolean;
  additionalFeeOwed: boolean;
  proctorReserved: boolean;
  proctorUuid?: string | undefined;
  onlineAccess: boolean;
  onlineExamStarted?: Date | undefined;
  onlineProgramStarted?: Date | undefined;
  onlineProgramCompleted?: Date | undefined;
  assignmentsStarted?: Date | undefined;
  onlineExamRedirect?: Date | undefined;
  resumeUntil?: Date | undefined;
  examTaken: boolean;
  examTakenDate?: string | undefined;
  grade?: string | undefined;
  gradeComment?: string | undefined;
  earlierTries: EarlierTry[];
  takenAssignmentsIncomplete: boolean;
  batchId?: number | undefined;
  arrivedBack?: string | undefined;
  adminCancelSessionId?: number | undefined;
  adminCancelSessionDate?: string | undefined;
  adminCancelSessionReasonCode?: string | undefined;
  leftSessionCalledOff: boolean;
  createdAt: Date;
  additionalChargeCents: number;
  creditsSpent: number;
  proctorFeePaid: boolean;
  additionalFeePaid: boolean;
  isRetake: boolean;
  failed: boolean;
}

const isTaken = (status: RegistrationStatus) => status === 'taken' || status === 'graded';

/** A registration with its fees reckoned for this moment. */
export function registrationView(
  row: RegistrationRow,
  earlierTries: EarlierTry[],
  now: Date,
): Registration {
  const open = isOpen(row.status);
  const sitting = sittingOf(row);
  const given = <T>(value: T | null): T | undefined => value ?? undefined;
  return {
    id: row.id,
    examId: row.examId,
    studentId: row.studentId,
    status: row.status,
    branchId: given(row.branchId),
    sessionId: given(row.sessionId),
    sessionType: given(row.sessionType),
    isOldSystem: row.isOldSystem,
    chargeSchool: row.chargeSchool,
    isFreeSchoolRegistration: row.isFreeSchoolRegistration,
    vendorApprovedRetake: row.vendorApprovedRetake,
    vendorApprovedRetakeWithFee: row.vendorApprovedRetakeWithFee,
    isRetakeNotYetTaken: row.isRetake && open,
    examToCourse: row.examToCourse,
    proctorFeeCents: open ? proctorFee(sitting, placeOf(row)) : 0,
    proctorFeeIfMovedCents:
      open && row.sessionId !== null ? proctorFeeIfMoved(sitting, leavingTime(row, now), now) : 0,
    freeAdditionalFees: row.noAdditionalFees,
    additionalFeeOwed: open && additionalFeeOwed(additionalFeeOf(row)) > 0,
    proctorReserved: row.proctorReserved,
    proctorUuid: given(row.proctorUuid),
    onlineAccess: row.onlineAccess,
    onlineExamStarted: given(row.onlineExamStarted),
    onlineProgramStarted: given(row.onlineProgramStarted),
    onlineProgramCompleted: given(row.onlineProgramCompleted),
    assignmentsStarted: given(row.assignmentsStarted),
    onlineExamRedirect: given(row.onlineExamRedirect),
    resumeUntil:
      row.status === 'online_started' || row.status === 'disconnected'
        ? given(row.resumeUntil)
        : undefined,
    examTaken: isTaken(row.status),
    examTakenDate: given(row.takenOn),
    grade: given(shownGrade(row)),
    gradeComment: given(row.gradeComment),
    earlierTries,
    takenAssignmentsIncomplete:
      row.status === 'taken' &&
      row.hasAssignments === true &&
      row.vendorId === 3 &&
      !row.assignmentsCompleted,
    batchId: given(row.batchId),
    arrivedBack: given(row.arrivedBack),
    adminCancelSessionId: given(row.adminCancelSessionId),
    adminCancelSessionDate: given(row.adminCancelSessionDate),
    adminCancelSessionReasonCode: given(row.adminCancelSessionReasonCode),
    leftSessionCalledOff: row.wasLeftSessionCalledOff,
    createdAt: row.createdAt,
    additionalChargeCents: row.additionalChargeCents,
    creditsSpent: row.creditsSpent,
    proctorFeePaid: row.proctorPayments.some(
      ({ state, paymentId }) => paymentId !== null && (state === 'held' || state === 'attached'),
    ),
    additionalFeePaid: row.additionalPaidCents > row.additionalRefundedCents,
    isRetake: row.isRetake,
    failed: isFailed(row),
  };
}

/** A finished try as the exam's row lists it. R-120. */
export const earlierTry = (
  row: Pick<RegistrationRow, 'takenOn' | 'grade' | 'gradeComment'>,
): EarlierTry => ({
  takenDate: row.takenOn ?? undefined,
  grade: shownGrade(row) ?? undefined,
  comment: row.gradeComment ?? undefined,
});

/**
 * Per exam the newest of these registrations (of one student, none cancelled), the ones before it
 * as earlier tries, oldest first.
 */
export function newestOfEachExam(rows: RegistrationRow[], now: Date): Registration[] {
  const byExam = Map.groupBy(
    [...rows].sort((a, b) => a.id - b.id),
    ({ examId }) => examId,
  );
  return [...byExam.values()].map((tries) => {
    const newest = tries[tries.length - 1] as RegistrationRow;
    return registrationView(newest, tries.slice(0, -1).map(earlierTry), now);
  });
}
