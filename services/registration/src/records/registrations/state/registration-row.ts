import type * as tables from '../../../../prisma/tables.ts';
import type { ProctorPayment, SessionType } from '../../fees/proctor-fee.ts';
import { hasBegun } from '../../sessions/session-times.ts';
import type { RegistrationStatus } from './registration-state.ts';

/**
 * A row of registration_seen: a registration with its online sitting, its result, its session, its
 * exam's course facts and its proctor payments. Days are YYYY-MM-DD.
 */
export interface RegistrationRow
  extends Pick<
      tables.Registration,
      | 'id'
      | 'studentId'
      | 'examId'
      | 'examGroup'
      | 'createdAt'
      | 'isRetake'
      | 'sessionId'
      | 'branchId'
      | 'sessionMinutes'
      | 'calendarSequence'
      | 'adminCancelSessionId'
      | 'adminCancelSessionDate'
      | 'adminCancelSessionReasonCode'
      | 'creditsSpent'
      | 'freeSeminaryRetake'
      | 'proctorFeeCents'
      | 'usualProctorFeeCents'
      | 'additionalChargeCents'
      | 'noAdditionalFees'
      | 'additionalPaidCents'
      | 'additionalRefundedCents'
      | 'chargeSchool'
      | 'isFreeSchoolRegistration'
      | 'isOldSystem'
      | 'vendorApprovedRetake'
      | 'vendorApprovedRetakeWithFee'
      | 'examToCourse'
      | 'onlineProgramStarted'
      | 'onlineProgramCompleted'
      | 'assignmentsStarted'
      | 'assignmentsCompleted'
    >,
    Pick<
      tables.OnlineSitting,
      | 'proctorReserved'
      | 'proctorUuid'
      | 'onlineAccess'
      | 'onlineExamStarted'
      | 'onlineExamRedirect'
      | 'onlineExamCompleted'
    >,
    Pick<tables.ExamResult, 'takenOn' | 'arrivedBack' | 'batchId' | 'grade' | 'gradeComment'> {
  status: RegistrationStatus;
  sessionType: SessionType | null;
  /** Opened again by the office. */
  onlineExamTakenOverride: tables.OnlineSitting['onlineExamTakenOverride'];
  /** End of the 24 hours in which a begun exam may be resumed. */
  resumeUntil: tables.OnlineSitting['resumeUntil'];
  /**
   * The exam was reopened, or its completed flag cleared: earlier reports about the sitting count
   * no more.
   */
  reopenedAt: tables.OnlineSitting['reopenedAt'];
  /** The office took the access back. */
  accessClearedAt: tables.OnlineSitting['accessClearedAt'];
  /** A grade that waits until the assignments are handed in. */
  heldGrade: tables.ExamResult['heldGrade'];
  heldGradeComment: tables.ExamResult['heldGradeComment'];

  sessionStartsAt: Date | null;
  sessionLastDate: string | null;
  sessionClosingDate: string | null;
  sessionClosingTime: string | null;
  sessionSchoolId: number | null;
  schoolChargesProctorFee: boolean | null;
  /** Start of the session that the last staff cancel left. */
  leftSessionStartsAt: Date | null;
  /** The booked session is called off, and this registration is about to leave it. */
  isSessionCalledOff: boolean;
  /** The office moved the booked session with the student in it. */
  isSessionMoved: boolean;
  /** The session that the last staff cancel left was called off. */
  wasLeftSessionCalledOff: boolean;
  vendorId: number | null;
  durationMinutes: number | null;
  onlineOnly: boolean | null;
  paperOnly: boolean | null;
  programContentCode: string | null;
  hasAssignments: boolean | null;
  proctorPayments: ProctorPayment[];
  contentCode: string | null;
  examProctorCode: string | null;
  isExamActive: boolean | null;
  /** The exam is on offer without the office. */
  isSelfService: boolean | null;
  /** Exams of the session's school can be started online. R-178. */
  schoolHasOnlineSessions: boolean | null;
  studentGender: string | null;
  /** Until when the student may not book, also when that has passed. R-551. */
  bookingBarredUntil: Date | null;
}

/** Returns the booked session of a registration for the proctor fee; null when none is booked. */
export function placeOf({
  sessionId,
  sessionType,
  schoolChargesProctorFee,
}: Pick<RegistrationRow, 'sessionId' | 'sessionType' | 'schoolChargesProctorFee'>) {
  return sessionId === null || sessionType === null
    ? null
    : { type: sessionType, schoolCharges: schoolChargesProctorFee === true };
}

type Moved = Pick<RegistrationRow, 'sessionStartsAt' | 'isSessionMoved'>;

/** Whether the session was moved and has not begun: until then leaving it costs nothing. R-514. */
export const leavesFree = ({ sessionStartsAt, isSessionMoved }: Moved, now: Date): boolean =>
  isSessionMoved && !hasBegun(sessionStartsAt, now);

/**
 * Returns the start of the booked session that decides whether leaving is in time; null: leaving is
 * in time now, since the session is called off or was moved.
 */
export const leavingTime = (
  row: Moved & Pick<RegistrationRow, 'isSessionCalledOff'>,
  now: Date,
): Date | null => (row.isSessionCalledOff || leavesFree(row, now) ? null : row.sessionStartsAt);

export const sittingOf = ({
  proctorFeeCents,
  usualProctorFeeCents,
  proctorPayments,
}: RegistrationRow) => ({
  fee: proctorFeeCents,
  usualFee: usualProctorFeeCents,
  payments: proctorPayments,
});

export const additionalFeeOf = (
  row: Pick<RegistrationRow, 'additionalChargeCents' | 'noAdditionalFees' | 'additionalPaidCents'>,
) => ({
  charge: row.additionalChargeCents,
  waived: row.noAdditionalFees,
  paid: row.additionalPaidCents,
});
