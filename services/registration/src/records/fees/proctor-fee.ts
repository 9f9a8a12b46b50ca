import { hoursUntil, plusSeconds } from '@portal/kit/clock';
import { type Cents, cents } from '@portal/kit/money';

/** A session left at least so many hours before its start passes its proctor fee on. R-168. */
const HOURS_TO_TRANSFER = 24;

export type SessionType = '21' | '22' | '23' | '99';
export type PaymentState = 'held' | 'attached' | 'used' | 'forfeited' | 'refunded' | 'gone';

/** One proctor payment of a registration, or its waiver when nothing was charged. */
export interface ProctorPayment {
  id: number;
  state: PaymentState;
  cents: number;
  sessionId: number | null;
  /** The payment at the processor; null: a waiver. */
  paymentId: number | null;
}

/** The fields of a registration that its proctor fee depends on. */
export interface Sitting {
  /** Cents, fixed when the registration is made; 0: its first sitting is waived. */
  fee: number;
  /** Cents that a sitting cost then where nothing waives or lowers it.. */
  usualFee: number;
  payments: ProctorPayment[];
}

/** The fields of a session that the proctor fee depends on. */
export interface FeePlace {
  type: SessionType;
  /** School sessions: whether the school charges it. */
  schoolCharges: boolean;
}

const ofState = (payments: ProctorPayment[], state: PaymentState) =>
  payments.filter((payment) => payment.state === state);

/** The fee of another sitting: a waiver that is used up leaves the usual one. R-193. */
const nextFee = ({ fee, usualFee }: Sitting): Cents => cents(fee > 0 ? fee : usualFee);

/** The fees due before a step, in cents. */
export interface FeesToPay {
  proctorFeeCents: number;
  additionalFeeCents: number;
}
export const NO_FEES: FeesToPay = { proctorFeeCents: 0, additionalFeeCents: 0 };
export const totalOf = ({ proctorFeeCents, additionalFeeCents }: FeesToPay): number =>
  proctorFeeCents + additionalFeeCents;

/** Whether this kind of session has the portal's proctor fee at all.. */
export function hasProctorFee(place: FeePlace | null): boolean {
  if (place === null) return true;
  return place.type === '22' ? place.schoolCharges : place.type !== '23';
}

/** Cents due for the booked session, or for the next one when none is booked.. */
export function proctorFee(sitting: Sitting, place: FeePlace | null): Cents {
  if (!hasProctorFee(place)) return cents(0);
  const isSettled = sitting.payments.some(
    ({ state }) => state === 'held' || state === 'attached' || state === 'used',
  );
  return isSettled ? cents(0) : nextFee(sitting);
}

/**
 * Whether leaving a session now is in time to take its proctor payment along; an online sitting
 * without a known time is far enough. R-168.
 */
export const isInTime = (startsAt: Date | null, now: Date): boolean =>
  startsAt === null || hoursUntil(startsAt, now) >= HOURS_TO_TRANSFER;

/** The last moment that is in time; null: the session has no known time. R-168. */
export const inTimeUntil = (startsAt: Date | null): Date | null =>
  startsAt === null ? null : plusSeconds(startsAt, -HOURS_TO_TRANSFER * 3600);

/**
 * Cents that leaving the booked session now makes due: the attached payment is lost, unless a
 * further one is held already..
 */
export function proctorFeeIfMoved(sitting: Sitting, startsAt: Date | null, now: Date): Cents {
  const { payments } = sitting;
  if (ofState(payments, 'attached').length === 0 || isInTime(startsAt, now)) return cents(0);
  return ofState(payments, 'held').length > 0 ? cents(0) : nextFee(sitting);
}

/**
 * Returns the cents that booking `to` makes due. A school session charges no fee at its booking,
 * only before an online start. R-131, T-10, T-11.
 */
export function proctorFeeToBook(
  sitting: Sitting,
  to: FeePlace,
  leaves: { startsAt: Date | null } | null,
  now: Date,
): Cents {
  if (to.type === '22' || !hasProctorFee(to)) return cents(0);
  const lost = leaves === null ? 0 : proctorFeeIfMoved(sitting, leaves.startsAt, now);
  return lost > 0 ? cents(lost) : proctorFee(sitting, to);
}

export interface PaymentChange {
  id: number;
  state: PaymentState;
  sessionId: number | null;
}
const changed = (
  { id }: ProctorPayment,
  state: PaymentState,
  sessionId: number | null = null,
): PaymentChange => ({ id, state, sessionId });

/**
 * Why a session is left: by the student, or by staff with reason 1 no show, 2 student request, 3
 * admin error, 4 emergency, 5 to be sat online.
 */
export type LeaveReason = 'student' | 1 | 2 | 3 | 4 | 5;

/**
 * Returns the changes of the attached payment when the student leaves its session. The fee of a
 * school session is paid before its booking, and stays held: `place` shows that a held one was for
 * it..
 */
export function paymentsAfterLeaving(
  payments: ProctorPayment[],
  startsAt: Date | null,
  reason: LeaveReason,
  now: Date,
  place: FeePlace | null = null,
): PaymentChange[] {
  const isKept =
    reason === 3 || reason === 4 || reason === 5 || (reason !== 1 && isInTime(startsAt, now));
  const attached = ofState(payments, 'attached');
  const isPaidLater = attached.length === 0 && place !== null && hasProctorFee(place);
  const own = isPaidLater ? ofState(payments, 'held').slice(0, 1) : attached;
  return own.map((payment) =>
    isKept ? changed(payment, 'held') : changed(payment, 'forfeited', payment.sessionId),
  );
}

/**
 * Returns the changes of the payments when `to` is booked, perhaps leaving another session for it.
 *
 */
export function paymentsAfterBooking(
  payments: ProctorPayment[],
  to: FeePlace & { sessionId: number },
  leaves: { startsAt: Date | null } | null,
  now: Date,
): PaymentChange[] {
  const attached = ofState(payments, 'attached')[0];
  const isLost = attached !== undefined && leaves !== null && !isInTime(leaves.startsAt, now);
  const left =
    attached === undefined
      ? []
      : [isLost ? changed(attached, 'forfeited', attached.sessionId) : changed(attached, 'held')];
  const good = attached !== undefined && !isLost ? attached : ofState(payments, 'held')[0];
  if (!hasProctorFee(to) || good === undefined) return left;
  return [...left.filter(({ id }) => id !== good.id), changed(good, 'attached', to.sessionId)];
}

/**
 * Returns the changes of the payments when the exam is cancelled, and those (ids at the processor)
 * that are refunded to the card: with `leavesFree` all paid ones..
 */
export function paymentsAfterCancel(
  payments: ProctorPayment[],
  {
    isSchoolSession,
    byStaff,
    leavesFree,
  }: { isSchoolSession: boolean; byStaff: boolean; leavesFree: boolean },
): { changes: PaymentChange[]; refund: number[] } {
  const live = payments
    .filter(({ state }) => state === 'held' || state === 'attached')
    .sort((a, b) => a.id - b.id);
  // the first was for the sitting; one beside it was paid to leave a session and never needed
  const refunded = live.filter(
    (payment, index) =>
      payment.paymentId !== null && (index > 0 || leavesFree || (isSchoolSession && byStaff)),
  );
  return {
    changes: live.map((payment) =>
      changed(payment, refunded.includes(payment) ? 'refunded' : 'gone', payment.sessionId),
    ),
    refund: refunded.map(({ paymentId }) => paymentId as number),
  };
}

/**
 * Returns the changes of the payments when the office calls the session off, and in `refunds` those
 * (ids at the processor) that go back to the card: paid ones. Waivers are held. R-518.
 */
export function paymentsAfterCallingOff(
  payments: ProctorPayment[],
  place: FeePlace | null,
  refunds: boolean,
): { changes: PaymentChange[]; refund: ProctorPayment[] } {
  const kept = paymentsAfterLeaving(payments, null, 3, new Date(0), place);
  const ids = new Set(kept.map(({ id }) => id));
  const refund = payments.filter(
    ({ id, paymentId }) => refunds && paymentId !== null && ids.has(id),
  );
  return {
    changes: kept.map((change) =>
      refund.some(({ id }) => id === change.id) ? { ...change, state: 'refunded' } : change,
    ),
    refund,
  };
}

/** Returns the changes of the payments when the exam is begun: uses the one for this sitting. */
export function paymentsAfterStart(
  payments: ProctorPayment[],
  place: FeePlace | null,
): PaymentChange[] {
  const good =
    ofState(payments, 'attached')[0] ??
    (hasProctorFee(place) ? ofState(payments, 'held')[0] : undefined);
  return good === undefined ? [] : [changed(good, 'used', good.sessionId)];
}

/**
 * Returns the changes of the payments when the exam was taken at `place` (null: the payment for its
 * sitting is used already): uses the one for the sitting, and refunds a second, unneeded one to its
 * card. R-393.
 */
export function paymentsAfterTaking(
  payments: ProctorPayment[],
  place: FeePlace | null = null,
): { changes: PaymentChange[]; refund: number[] } {
  const attached = ofState(payments, 'attached');
  const isSettled = attached.length > 0 || ofState(payments, 'used').length > 0 || place === null;
  // a fee paid after the booking of a school session is held until the exam is sat
  const sat = isSettled ? attached : paymentsAfterStart(payments, place);
  const over = ofState(payments, 'held').filter(({ id }) => !sat.some((one) => one.id === id));
  return {
    changes: [
      ...sat.map(({ id, sessionId }) => ({ id, state: 'used' as const, sessionId })),
      ...over.map((payment) => changed(payment, payment.paymentId === null ? 'gone' : 'refunded')),
    ],
    refund: over.flatMap(({ paymentId }) => paymentId ?? []),
  };
}
