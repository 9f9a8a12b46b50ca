import { DomainError } from '@portal/kit/errors';
import type { SessionType } from '../../fees/proctor-fee.ts';
import type { RegistrationStatus } from './registration-state.ts';

/** The fields of a registration, its online sitting and its result that an event may change. */
export interface Changeable {
  status: RegistrationStatus;
  cancelledAt: Date;
  cancelReason: number | null;
  examId: number;
  examToCourse: boolean;
  additionalChargeCents: number;
  sessionId: number | null;
  sessionType: SessionType | null;
  branchId: number | null;
  sessionMinutes: number;
  calendarSequence: number;
  movedSessionId: number | null;
  adminCancelSessionId: number | null;
  adminCancelSessionDate: string | null;
  adminCancelSessionReasonCode: string | null;
  onlineProgramStarted: Date;
  onlineProgramCompleted: Date;

  proctorReserved: boolean;
  proctorUuid: string | null;
  onlineAccess: boolean;
  onlineExamStarted: Date;
  onlineExamCompleted: Date | null;
  onlineExamRedirect: Date;
  onlineExamTakenOverride: boolean;
  resumeUntil: Date | null;
  reopenedAt: Date;
  accessClearedAt: Date | null;

  /** YYYY-MM-DD, as every day here. */
  takenOn: string | null;
  arrivedBack: string | null;
  paperExamUploaded: boolean;
  batchId: number | null;
  grade: string | null;
  gradeComment: string | null;
  gradedOn: string;
  heldGrade: string | null;
  heldGradeComment: string | null;
}

/** The columns that an event changes; absent fields keep their values. */
export type Change = Partial<Changeable>;

/** Why an event is refused, or null. */
export const refusalOf = (outcome: Change | DomainError): DomainError | null =>
  outcome instanceof DomainError ? outcome : null;

/** Returns the changes of an event; throws its refusal. */
export function allowed(outcome: Change | DomainError): Change {
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}
