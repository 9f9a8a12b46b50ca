import { can } from '@portal/access/can';
import { studentInView } from '@portal/kit/auth/actor';
import type { Call, Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { Created } from '@portal/proto/registration/v1/events';
import { ProjectionMissing } from '../../projections/with-projections.ts';
import type {
  EarlierTry,
  Registration,
} from '../../records/registrations/reading/registration-view.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import { isFailed, shownGrade } from '../../records/registrations/state/grade-result.ts';
import {
  alreadyRegistered,
  registrationRefusal,
} from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { activatePending, insertPending, type Paid, readEligibilityFacts } from './store.ts';

/** A registration on its way, as its process keeps it. */
export interface Pending {
  registrationId: number;
  studentId: number;
  examId: number;
  isRetake: boolean;
  earlierTries: EarlierTry[];
  hasEmail: boolean;
  /**
   * The last try of this exam, when it was failed or disqualified: free retake credits may pay then
   * (R-069).
   */
  failedRegistrationId?: number | undefined;
}

/**
 * Checks registration rules 1 to 5 and inserts the hidden registration, which keeps a second one
 * out from here on. Refuses by these rules. Throws ProjectionMissing when the student or the exam
 * has no projection.
 */
export async function beginPending(tx: Tx, examId: number, call: Call): Promise<Pending> {
  const studentId = studentInView(call.actor);
  const row = await readEligibilityFacts(tx, studentId, examId);
  if (row.examId === null || row.studentId === null) {
    throw new ProjectionMissing({
      ...(row.examId === null ? { examId } : {}),
      ...(row.studentId === null ? { studentId } : {}),
    });
  }
  const refusal = registrationRefusal({
    exam: { isActive: row.isActive === true, isSelfService: row.isSelfService === true },
    isDenied: isBarred(row.buyingBarredUntil, tx.now),
    fits: row.fits,
    hasOpenRegistration: row.tries.some(({ status }) => isOpen(status)),
    byAdmin: can(call.actor, 'registration.override'),
  });
  if (refusal) throw refusal;

  const earlier = row.tries.filter((one) => one.examId === examId);
  const pending = {
    studentId,
    examId,
    examGroup: row.examGroup as number,
    additionalChargeCents: row.additionalChargeCents as number,
    isRetake: earlier.length > 0,
  };
  try {
    const registrationId = await insertPending(tx, pending, call.now);
    const earlierTries = earlier.map((one) => ({
      takenDate: one.takenOn ?? undefined,
      grade: shownGrade(one) ?? undefined,
      comment: one.gradeComment ?? undefined,
    }));
    const last = earlier.at(-1);
    const failed = last !== undefined && isFailed(last) ? { failedRegistrationId: last.id } : {};
    return {
      registrationId,
      studentId,
      examId,
      isRetake: pending.isRetake,
      earlierTries,
      hasEmail: row.hasEmail,
      ...failed,
    };
  } catch (error) {
    if (isDuplicate(error, 'registration_one_open')) throw alreadyRegistered();
    throw error;
  }
}

/**
 * Turns the pending registration into a real one with its fees, event and audit row; null when that
 * is no longer possible. T-01, T-02.
 */
export async function activate(tx: Tx, pending: Pending, paid: Paid): Promise<Registration | null> {
  const { registrationId, studentId, examId } = pending;
  const row = await activatePending(tx, registrationId, paid, tx.actor, tx.now);
  if (row === undefined) return null;
  tx.emit(Created, { registrationId, studentId, examId });
  tx.audit({
    op: 'insert',
    table: 'registration',
    id: registrationId,
    studentId,
    change: { exam: examId, status: 'registered', credits: paid.credits },
  });
  const isWaived = paid.proctorFeeCents === 0;
  return {
    id: registrationId,
    examId,
    studentId,
    status: 'registered',
    isOldSystem: false,
    chargeSchool: false,
    isFreeSchoolRegistration: false,
    vendorApprovedRetake: false,
    vendorApprovedRetakeWithFee: false,
    isRetakeNotYetTaken: pending.isRetake,
    examToCourse: false,
    proctorFeeCents: isWaived ? 0 : paid.proctorFeeCents,
    proctorFeeIfMovedCents: 0,
    freeAdditionalFees: paid.noAdditionalFees,
    additionalFeeOwed: row.additionalChargeCents > 0 && !paid.noAdditionalFees,
    proctorReserved: false,
    onlineAccess: false,
    examTaken: false,
    earlierTries: pending.earlierTries,
    leftSessionCalledOff: false,
    takenAssignmentsIncomplete: false,
    createdAt: row.createdAt,
    additionalChargeCents: row.additionalChargeCents,
    creditsSpent: paid.credits,
    proctorFeePaid: false,
    additionalFeePaid: false,
    isRetake: pending.isRetake,
    failed: false,
  };
}
