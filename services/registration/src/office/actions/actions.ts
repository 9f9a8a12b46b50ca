import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { type Actor, isStaff } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import {
  cancellingActorOf,
  cancelRefusal,
  cancelUntil,
} from '../../booking/cancelling/cancel-rules.ts';
import {
  feesOfCourse,
  feesToStart,
  openingRefusal,
  proctorRefusal,
  programRefusal,
  starterRefusal,
  startFrom,
  startUntil,
} from '../../booking/online/sitting/online-rules.ts';
import { isInRoom } from '../../booking/online/sitting/sitting-machine.ts';
import {
  AT_LOCATION,
  anyBookingRefusal,
  bookingUntil,
  feesToBook,
} from '../../booking/session-booking/any-booking.ts';
import { leavingRefusal, leavingUntil } from '../../booking/session-booking/booking-rules.ts';
import { toOnlineRefusal } from '../../booking/session-booking/to-online-rules.ts';
import { hasAssignments } from '../../records/assignments/assignment-row.ts';
import { uploaderRefusal, uploadRefusal } from '../../records/assignments/assignment-rules.ts';
import type { FeesToPay } from '../../records/fees/proctor-fee.ts';
import { courseDeadline } from '../../records/registrations/state/course-time.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { type GivenBack, givenBackOnCancel, givenBackOnLeaving } from './given-back.ts';

/**
 * A possible or refused action of the caller on a registration or an exam in its current state.
 * Money in cents.
 */
export interface Action extends FeesToPay {
  name: string;
  allowed: boolean;
  /** Why not, as the call would refuse it. */
  code?: string | undefined;
  reason?: string | undefined;
  /** Allowed until then, where that is known. */
  until?: Date | undefined;
  /** Not allowed yet: from then on, as far as time alone decides. */
  allowedFrom?: Date | undefined;
  /** The deadline for finishing the course or exam that it begins, or has begun. */
  finishBy?: Date | undefined;
  /** cancel, cancelSession: the refunds, returns and losses of the action. */
  givenBack?: GivenBack | undefined;
  /** cancel, cancelSession, of staff: the reason that comes first. */
  suggestedReason?: number | undefined;
}

export interface ActionRule {
  name: string;
  /** The permission that the call itself requires. */
  permission: Permission;
  /** Whether such a registration can be the subject of it, whatever its state. */
  concerns: (row: RegistrationRow, actor: Actor) => boolean;
  /** The guard of the command, for staff who give a reason. */
  refusal: (row: RegistrationRow, actor: Actor, now: Date) => DomainError | null;
  until?: (row: RegistrationRow, actor: Actor, now: Date) => Date | null;
  allowedFrom?: (row: RegistrationRow, now: Date) => Date | null;
  finishBy?: (row: RegistrationRow, now: Date) => Date | null;
  fees?: (row: RegistrationRow, now: Date) => FeesToPay;
  givenBack?: (row: RegistrationRow, actor: Actor, now: Date) => GivenBack;
}

/** The last thing that a guard says: everything else lets the call pass. */
const FEES_DUE = 'fees_due';
const NO_FEES: FeesToPay = { proctorFeeCents: 0, additionalFeeCents: 0 };
/** The reason that the guards assume for staff who cancel; no rule depends on which one it is. */
const reasonOf = (actor: Actor): number | undefined => (isStaff(actor) ? 2 : undefined);
const TO_BE_TAKEN_ONLINE = 5;

const isOpenRow = ({ status }: RegistrationRow): boolean => isOpen(status);

export const actionRules: readonly ActionRule[] = [
  {
    name: 'schedule',
    permission: 'session.book',
    concerns: isOpenRow,
    refusal: (row, actor, now) => anyBookingRefusal(row, isStaff(actor), now),
    until: (row, actor) => bookingUntil(row, isStaff(actor)),
    fees: (row, now) => feesToBook(row, AT_LOCATION, now),
  },
  {
    name: 'cancelSession',
    permission: 'session.cancel',
    concerns: ({ sessionId }) => sessionId !== null,
    refusal: (row, actor, now) => leavingRefusal(row, isStaff(actor), reasonOf(actor), now),
    until: (row, actor) => leavingUntil(row, isStaff(actor)),
    givenBack: (row, _actor, now) => givenBackOnLeaving(row, now),
  },
  {
    name: 'cancel',
    permission: 'registration.cancel',
    concerns: isOpenRow,
    refusal: (row, actor, now) =>
      cancelRefusal(row, cancellingActorOf(actor), reasonOf(actor), now),
    until: (row, actor, now) => cancelUntil(row, cancellingActorOf(actor), now),
    givenBack: givenBackOnCancel,
  },
  {
    name: 'startExam',
    permission: 'sitting.open',
    concerns: isOpenRow,
    refusal: (row, actor, now) =>
      starterRefusal(actor) ??
      (isInRoom(row) ? openingRefusal(row, now) : proctorRefusal(row, now)),
    until: startUntil,
    allowedFrom: (row, now) => (isInRoom(row) ? startFrom(row, now) : null),
    fees: feesToStart,
  },
  {
    name: 'startCourse',
    permission: 'sitting.open',
    concerns: ({ programContentCode }) => programContentCode !== null,
    refusal: (row, actor, now) => starterRefusal(actor) ?? programRefusal(row, now),
    until: courseDeadline,
    finishBy: (row, now) =>
      courseDeadline({ ...row, onlineProgramStarted: row.onlineProgramStarted ?? now }),
    fees: feesOfCourse,
  },
  {
    name: 'upload',
    permission: 'assignment.upload',
    concerns: hasAssignments,
    refusal: (row, actor, now) => uploaderRefusal(actor) ?? uploadRefusal(row, now),
    until: courseDeadline,
    fees: feesOfCourse,
  },
  {
    name: 'changeToOnline',
    permission: 'registration.change_to_online',
    concerns: isInRoom,
    refusal: (row, actor, now) =>
      toOnlineRefusal(
        row,
        {
          reason: TO_BE_TAKEN_ONLINE,
          isTechSupport: can(actor, 'past_registration.change_to_online'),
        },
        now,
      ),
  },
];

/**
 * Returns the actions that this caller may do on a registration now; each rule is the guard of the
 * call itself. Due fees do not refuse an action, they are part of it. Omits actions that the
 * caller's roles never permit, and those that do not concern such a registration.
 */
export function actionsOf(row: RegistrationRow, actor: Actor, now: Date): Action[] {
  return actionRules
    .filter(({ permission, concerns }) => can(actor, permission) && concerns(row, actor))
    .map(({ name, refusal, until, allowedFrom, finishBy, fees, givenBack }) => {
      const refused = refusal(row, actor, now);
      if (refused && refused.code !== FEES_DUE)
        return {
          ...refusedAction(name, refused),
          allowedFrom: allowedFrom?.(row, now) ?? undefined,
        };
      const due = refused && fees ? fees(row, now) : NO_FEES;
      return {
        name,
        allowed: true,
        until: until?.(row, actor, now) ?? undefined,
        finishBy: finishBy?.(row, now) ?? undefined,
        ...due,
        ...(givenBack ? { givenBack: givenBack(row, actor, now) } : {}),
      };
    });
}

export const refusedAction = (name: string, { code, detail }: DomainError): Action => ({
  name,
  allowed: false,
  code,
  reason: detail,
  ...NO_FEES,
});
export const allowedAction = (name: string): Action => ({ name, allowed: true, ...NO_FEES });
