import { type Actor, isStaff } from '@portal/kit/auth/actor';
import {
  inTimeUntil,
  isInTime,
  type PaymentChange,
  type ProctorPayment,
  paymentsAfterCancel,
  paymentsAfterLeaving,
} from '../../records/fees/proctor-fee.ts';
import { returnedOnCancel } from '../../records/fees/returned-on-cancel.ts';
import {
  leavesFree,
  leavingTime,
  placeOf,
  type RegistrationRow,
} from '../../records/registrations/state/registration-row.ts';

/** What cancelling an exam or leaving its session returns, keeps or refunds; money in cents. */
export interface GivenBack {
  /** Credits that are the student's again. */
  credits: number;
  additionalRefundedCents: number;
  proctorRefundedCents: number;
  /** The proctor fee that counts for the next session. */
  proctorKeptCents: number;
  proctorLostCents: number;
  /** Given up before then the proctor fee is kept. */
  keptUntil?: Date | undefined;
}

const paidBy = (payments: readonly ProctorPayment[], which: (payment: ProctorPayment) => boolean) =>
  payments.filter(which).reduce((sum, { cents }) => sum + cents, 0);
const changedTo = (changes: readonly PaymentChange[], ...states: PaymentChange['state'][]) => {
  const ids = new Set(changes.filter(({ state }) => states.includes(state)).map(({ id }) => id));
  return ({ id }: ProctorPayment) => ids.has(id);
};

/** Returns the refunds and losses of cancelling the exam.. */
export function givenBackOnCancel(row: RegistrationRow, actor: Actor, now: Date): GivenBack {
  const { changes, refund } = paymentsAfterCancel(row.proctorPayments, {
    isSchoolSession: row.sessionType === '22',
    byStaff: isStaff(actor),
    leavesFree: leavesFree(row, now),
  });
  const back = returnedOnCancel(row, refund);
  return {
    credits: back.creditsReturned,
    additionalRefundedCents: back.additionalFeeRefundedCents,
    proctorRefundedCents: back.proctorFeeRefundedCents,
    proctorKeptCents: 0,
    proctorLostCents: paidBy(row.proctorPayments, changedTo(changes, 'gone')),
  };
}

/** Returns what a student's leaving the session does to its proctor fee.. */
export function givenBackOnLeaving(row: RegistrationRow, now: Date): GivenBack {
  const startsAt = leavingTime(row, now);
  const changes = paymentsAfterLeaving(row.proctorPayments, startsAt, 'student', now, placeOf(row));
  const proctorKeptCents = paidBy(row.proctorPayments, changedTo(changes, 'held'));
  const isKeptForNow = proctorKeptCents > 0 && startsAt !== null && isInTime(startsAt, now);
  return {
    credits: 0,
    additionalRefundedCents: 0,
    proctorRefundedCents: 0,
    proctorKeptCents,
    proctorLostCents: paidBy(row.proctorPayments, changedTo(changes, 'forfeited')),
    ...(isKeptForNow ? { keptUntil: inTimeUntil(startsAt) ?? undefined } : {}),
  };
}
