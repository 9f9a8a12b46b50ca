import { isStaff } from '@portal/kit/auth/actor';
import { byStep } from '@portal/kit/commands/by-step';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { Stuck } from '@portal/kit/transient';
import type { Credits } from '@portal/proto/payments/v1/credits';
import { Cancelled } from '@portal/proto/registration/v1/events';
import { endHoldsOf } from '../../capacity/seats/holds.ts';
import { freePlace } from '../../capacity/seats/seats.ts';
import { fees, credits as payments } from '../../clients.ts';
import { hasPendingSubmission } from '../../records/assignments/submission-store.ts';
import { noShowRefusal } from '../../records/attendance/attendance-rules.ts';
import { readAttendance } from '../../records/attendance/kept-attendance.ts';
import { paymentsAfterCancel } from '../../records/fees/proctor-fee.ts';
import { returnedOnCancel } from '../../records/fees/returned-on-cancel.ts';
import {
  lockRegistration,
  noteChange,
  reloadView,
  updateRegistration,
} from '../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { allowed } from '../../records/registrations/state/registration-change.ts';
import { changeRegistration } from '../../records/registrations/state/registration-machine.ts';
import {
  leavesFree,
  type RegistrationRow,
} from '../../records/registrations/state/registration-row.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';
import { releaseBooking } from '../online/proctoring/release-booking.ts';
import { cancellingActorOf, cancelRefusal } from './cancel-rules.ts';
import { noteAdditionalRefund } from './store.ts';

export interface CancelRegistration {
  registrationId: number;
  reason: number | undefined;
  /** Of staff: the school in whose session the exam must be. */
  schoolId?: number | undefined;
}
export interface CancelledRegistration {
  examId: number;
  studentId: number;
  registration: Registration | undefined;
  credits: Credits | undefined;
  sessionId: number | undefined;
  refundNoCharge: boolean;
  refundedCents: number;
  refundMessage: string | undefined;
  refundError: string | undefined;
}
interface Refund {
  noCharge: boolean;
  refundedCents: number;
  message?: string | undefined;
  error?: string | undefined;
}
interface State {
  registrationId: number;
  studentId: number;
  examId: number;
  /** The row of the exam after the cancel. */
  registration?: Registration | undefined;
  sessionId?: number | undefined;
  /** An additional fee was paid. */
  hasAdditionalFee: boolean;
  /** Proctor payments that go back to their card. */
  proctorPayments: number[];
  credits?: Credits | undefined;
  refund?: Refund;
}

/** Whether an exam is in a session of the named school; one that left its session is in none. */
const isAtSchool = (
  { status, sessionSchoolId }: RegistrationRow,
  schoolId: number | undefined,
): boolean => schoolId === undefined || status === 'cancelled' || sessionSchoolId === schoolId;

/** The cancel itself: state, seat, proctor payments, event and audit row in one transaction. */
async function begin(
  tx: Tx,
  { registrationId, reason, schoolId }: CancelRegistration,
  { actor, now }: Call,
): Promise<State> {
  const row = await lockRegistration(
    tx,
    registrationId,
    actor.kind === 'student' ? actor.id : (actor.studentId ?? null),
  );
  if (isStaff(actor) && !isAtSchool(row, schoolId)) throw registrationNotFound();
  const cancellable = { ...row, hasPendingSubmission: await hasPendingSubmission(tx, row.id) };
  const refusal =
    cancelRefusal(cancellable, cancellingActorOf(actor), reason, now) ??
    (isStaff(actor)
      ? noShowRefusal(reason, await readAttendance(tx, row.sessionId, row.studentId))
      : null);
  if (refusal) throw refusal;

  const { id, studentId, examId, sessionId, calendarSequence } = row;
  const staffReason = isStaff(actor) ? (reason ?? null) : null;
  const { changes, refund } = paymentsAfterCancel(row.proctorPayments, {
    isSchoolSession: row.sessionType === '22',
    byStaff: isStaff(actor),
    leavesFree: leavesFree(row, now),
  });
  await updateRegistration(
    tx,
    row,
    allowed(changeRegistration(cancellable, { type: 'cancelled', reason: staffReason }, now)),
  );
  await noteChange(tx, row, {
    status: 'cancelled',
    sessionId: null,
    payments: changes,
    reason: staffReason,
  });
  await releaseBooking(tx, row);
  tx.emit(Cancelled, {
    registrationId: id,
    studentId,
    examId,
    sessionId: sessionId ?? undefined,
    calendarSequence: calendarSequence + Number(sessionId !== null),
    ...returnedOnCancel(row, refund),
  });
  tx.audit({
    op: 'update',
    table: 'registration',
    id,
    studentId,
    change: {
      status: [row.status, 'cancelled'],
      ...(staffReason === null ? {} : { reason: staffReason }),
    },
  });
  const registration = await reloadView(tx, row);
  await endHoldsOf(tx, [id]);
  await freePlace(tx, row);
  return {
    registrationId: id,
    studentId,
    examId,
    registration,
    sessionId: sessionId ?? undefined,
    hasAdditionalFee: row.additionalPaidCents > row.additionalRefundedCents,
    proctorPayments: refund,
  };
}

/**
 * The registration stays cancelled whether or not payments answers: a refusal is retried later, as
 * an unavailable service is.
 */
async function untilDone<T>(step: string, registration: number, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof DomainError) || error.isTransient) throw error;
    log.error(
      { err: error, registration, step },
      'a cancelled registration could not be settled, will be tried again',
    );
    throw new Stuck(error);
  }
}

const noRefund: Refund = { noCharge: true, refundedCents: 0 };

/** Cancels, then retries the settlement with payments until it is done (C-S27, T-60 to T-62). */
export const cancelRegistrationProcess = durable<CancelRegistration, State, CancelledRegistration>({
  name: 'cancelRegistration',
  begin,
  steps: [
    {
      name: 'settle',
      async run({ state, call, keyFor }) {
        const { registrationId, studentId, hasAdditionalFee, proctorPayments } = state;
        const hasFees = hasAdditionalFee || proctorPayments.length > 0;
        const [returned, refund] = await Promise.all([
          untilDone(
            'return',
            registrationId,
            payments.returnCredits(
              { studentId, registrationId },
              byStep({ call, keyFor }, 'return'),
            ),
          ),
          hasFees
            ? untilDone(
                'refund',
                registrationId,
                fees.refundFees(
                  {
                    registrationId,
                    additionalFee: hasAdditionalFee,
                    proctorFee: proctorPayments.length > 0,
                    paymentIds: proctorPayments,
                  },
                  byStep({ call, keyFor }, 'refund'),
                ),
              )
            : noRefund,
        ]);
        return { credits: returned.credits, refund };
      },
      async commit(tx, { state }) {
        if (state.hasAdditionalFee) await noteAdditionalRefund(tx, state.registrationId);
        if (state.refund?.noCharge) return undefined;
        const { refundedCents, error } = state.refund ?? noRefund;
        tx.audit({
          op: 'action',
          table: 'registration',
          id: state.registrationId,
          studentId: state.studentId,
          change: { refundedCents, ...(error ? { refundError: error } : {}) },
        });
        return undefined;
      },
    },
  ],
  answer: ({ examId, studentId, registration, credits, sessionId, refund = noRefund }) => ({
    examId,
    studentId,
    registration,
    credits,
    sessionId,
    refundNoCharge: refund.noCharge,
    refundedCents: refund.refundedCents,
    refundMessage: refund.message,
    refundError: refund.error ? refundFailed(refund.error) : undefined,
  }),
  mustFinish: 'the registration is cancelled, its credits and fees have to go back',
});

/** */
const refundFailed = (error: string) =>
  'Your exam is cancelled, but there was a problem processing the refund of the additional fee ' +
  `that you paid for this exam. Error: ${error}`;

/**
 * Cancels an exam. Throws by the table of registration states 1.3, and registration_not_found also
 * for an exam that is not in a session of the named school; a repeated key resumes the first call.
 */
export const cancelRegistration = (
  call: Call,
  input: CancelRegistration,
): Promise<CancelledRegistration> => cancelRegistrationProcess.start(call, input);
