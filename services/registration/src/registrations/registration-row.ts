import type { ProctorPayment, SessionType } from '../sessions/proctor-fee.ts';
import type { RegistrationStatus } from './registration-state.ts';

/** A row of registration_seen: a registration with its session, its exam's course facts and its proctor payments. Days are YYYY-MM-DD. */
export interface RegistrationRow {
  id: number;
  studentId: number;
  examId: number;
  examGroup: number;
  status: RegistrationStatus;
  createdAt: Date;
  isRetake: boolean;
  sessionId: number | null;
  sessionType: SessionType | null;
  branchId: number | null;
  sessionMinutes: number;
  calendarSequence: number;
  adminCancelSessionId: number | null;
  adminCancelSessionDate: string | null;
  adminCancelSessionReasonCode: string | null;
  creditsSpent: number;
  proctorFeeCents: number;
  additionalChargeCents: number;
  noAdditionalFees: boolean;
  additionalPaidCents: number;
  additionalRefundedCents: number;
  chargeSchool: boolean;
  isFreeSchoolRegistration: boolean;
  isOldSystem: boolean;
  vendorApprovedRetake: boolean;
  vendorApprovedRetakeWithFee: boolean;
  examToCourse: boolean;
  proctorReserved: boolean;
  proctorUuid: string | null;
  onlineAccess: boolean;
  onlineExamStarted: Date | null;
  onlineExamRedirect: Date | null;
  /** End of the 24 hours in which a begun exam may be resumed. */
  resumeUntil: Date | null;
  onlineProgramStarted: Date | null;
  onlineProgramCompleted: Date | null;
  assignmentsStarted: Date | null;
  assignmentsCompleted: boolean;
  takenOn: string | null;
  arrivedBack: string | null;
  batchId: number | null;
  grade: string | null;
  gradeComment: string | null;

  sessionStartsAt: Date | null;
  sessionLastDate: string | null;
  sessionClosingDate: string | null;
  sessionClosingTime: string | null;
  sessionSchoolId: number | null;
  schoolChargesProctorFee: boolean | null;
  /** Start of the session that the last staff cancel left. */
  leftSessionStartsAt: Date | null;
  vendorId: number | null;
  durationMinutes: number | null;
  onlineOnly: boolean | null;
  paperOnly: boolean | null;
  programContentCode: string | null;
  hasAssignments: boolean | null;
  proctorPayments: ProctorPayment[];
}

/** The booked session of a registration as to the proctor fee; null when none is booked. */
export function placeOf({
  sessionId,
  sessionType,
  schoolChargesProctorFee,
}: Pick<RegistrationRow, 'sessionId' | 'sessionType' | 'schoolChargesProctorFee'>) {
  return sessionId === null || sessionType === null ? null : { type: sessionType, schoolCharges: schoolChargesProctorFee === true };
}

export const sittingOf = ({ proctorFeeCents, proctorPayments }: RegistrationRow) => ({ fee: proctorFeeCents, payments: proctorPayments });

export const additionalFeeOf = (row: Pick<RegistrationRow, 'additionalChargeCents' | 'noAdditionalFees' | 'additionalPaidCents'>) => ({
  charge: row.additionalChargeCents,
  waived: row.noAdditionalFees,
  paid: row.additionalPaidCents,
});
