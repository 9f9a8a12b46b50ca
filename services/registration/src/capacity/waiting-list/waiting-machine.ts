import type { DomainError } from '@portal/kit/errors';
import { heldUntil, lastMoment } from './offer-end.ts';
import type { EndedWhy, WaitingEntry, WaitingState } from './waiting-entry.ts';
import { waitingErrors } from './waiting-errors.ts';

/** The events of an entry after it has joined.. */
export type WaitingEvent =
  /** A free seat is held for it until `until`. */
  | { type: 'offered'; until: Date }
  /** An offer went past it: it may not sit there now. */
  | { type: 'passed_over'; why: string }
  /** A charge for the offer begins. */
  | { type: 'charge_begun' }
  | { type: 'accepted' }
  | { type: 'declined' }
  /** The clock found the end of its offer. */
  | { type: 'expired' }
  /** The session was moved: the offer is taken back, the place in line stays. */
  | { type: 'session_moved' }
  | { type: 'left' }
  | { type: 'removed' }
  | { type: 'ended'; why: EndedWhy };

/** The changes of an event; `freesSeat`: the seat of its offer passes to the next in line. */
export interface WaitingChange {
  set: Partial<
    Pick<
      WaitingEntry,
      'state' | 'offeredAt' | 'offerUntil' | 'chargeBegunAt' | 'skipped' | 'endedAt' | 'endedWhy'
    >
  >;
  freesSeat: boolean;
}

const NO_OFFER = {
  offeredAt: null,
  offerUntil: null,
  chargeBegunAt: null,
} as const;

const end = (
  entry: WaitingEntry,
  state: WaitingState,
  now: Date,
  endedWhy: EndedWhy | null = null,
): WaitingChange => ({
  set: { ...NO_OFFER, state, endedAt: now, endedWhy },
  freesSeat: entry.state === 'offered' && state !== 'accepted',
});

type Open = WaitingEntry & { offerUntil: Date };
const hasOffer = (entry: WaitingEntry): entry is Open =>
  entry.state === 'offered' && entry.offerUntil !== null;

/** The first moment at which an offer can expire: its end, or that of the charge begun in time. */
export const expiresAt = (entry: Open, startsAt: Date): Date => heldUntil(entry, startsAt);

/** Why an offer cannot be answered now, or null.. */
function answerRefusal(entry: WaitingEntry, startsAt: Date, now: Date): DomainError | null {
  if (entry.state === 'expired') return waitingErrors.offerOver();
  if (entry.state === 'waiting') return waitingErrors.noOffer();
  if (!hasOffer(entry)) return waitingErrors.ended();
  return now < heldUntil(entry, startsAt) && now < lastMoment(startsAt)
    ? null
    : waitingErrors.offerOver();
}

/**
 * Applies one event to an entry, which the caller has locked: returns the changes, or why it is
 * refused. The first of two that end it wins, the other is refused. `startsAt`: of its
 * session.
 */
export function changeWaiting(
  entry: WaitingEntry,
  event: WaitingEvent,
  { startsAt, now }: { startsAt: Date; now: Date },
): WaitingChange | DomainError {
  const isWaiting = entry.state === 'waiting';
  const isOffered = hasOffer(entry);
  switch (event.type) {
    case 'offered':
      if (isOffered) return waitingErrors.noFreeSeat();
      if (!isWaiting) return waitingErrors.ended();
      if (event.until <= now || event.until > lastMoment(startsAt)) return waitingErrors.closed();
      return {
        set: {
          ...NO_OFFER,
          state: 'offered',
          offeredAt: now,
          offerUntil: event.until,
          skipped: null,
        },
        freesSeat: false,
      };
    case 'passed_over':
      return isWaiting ? { set: { skipped: event.why }, freesSeat: false } : waitingErrors.ended();
    case 'charge_begun': {
      const refusal = answerRefusal(entry, startsAt, now);
      if (refusal) return refusal;
      // a second charge does not make the time longer: the first one was all the grace there is
      if (entry.chargeBegunAt !== null && now >= (entry.offerUntil as Date))
        return waitingErrors.offerOver();
      return {
        set: { chargeBegunAt: entry.chargeBegunAt ?? now },
        freesSeat: false,
      };
    }
    case 'accepted':
      return answerRefusal(entry, startsAt, now) ?? end(entry, 'accepted', now);
    case 'declined':
      return answerRefusal(entry, startsAt, now) ?? end(entry, 'declined', now);
    case 'expired':
      if (!isOffered) return waitingErrors.ended();
      return now < heldUntil(entry, startsAt)
        ? waitingErrors.noOffer()
        : end(entry, 'expired', now);
    case 'session_moved':
      if (isOffered) return { set: { ...NO_OFFER, state: 'waiting' }, freesSeat: true };
      return isWaiting ? { set: {}, freesSeat: false } : waitingErrors.ended();
    case 'left':
    case 'removed':
      return isWaiting || isOffered ? end(entry, event.type, now) : waitingErrors.ended();
    case 'ended':
      return isWaiting || isOffered ? end(entry, 'ended', now, event.why) : waitingErrors.ended();
  }
}
