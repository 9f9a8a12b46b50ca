import { MAX_TRIES, pauseBeforeNextTry } from './next-try.ts';

export const DELIVERY_STATES = ['queued', 'sending', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryRow {
  state: DeliveryState;
  /** Tries since it was queued the last time, the one under way included. */
  tries: number;
}

/** The events of a delivery (office.md 5.5). */
export type DeliveryEvent =
  | { kind: 'taken up' }
  | { kind: 'accepted' }
  /** `isOff`: the address was switched off or removed during the try. */
  | { kind: 'refused'; retryAfterMs: number | null; chance: number; isOff: boolean }
  | { kind: 'switched off' }
  | { kind: 'sent again' };

export interface DeliveryChange extends DeliveryRow {
  /** Milliseconds until it is tried; null: it is not. */
  tryInMs: number | null;
}

/**
 * Returns the next state of a delivery, or null if the event is not allowed. A process that ends
 * while it sends counts as refused.
 */
export function deliveryAfter(row: DeliveryRow, event: DeliveryEvent): DeliveryChange | null {
  const { state, tries } = row;
  switch (event.kind) {
    case 'taken up':
      return state === 'queued' && tries < MAX_TRIES
        ? { state: 'sending', tries: tries + 1, tryInMs: null }
        : null;
    case 'accepted':
      return state === 'sending' ? { state: 'delivered', tries, tryInMs: null } : null;
    case 'refused': {
      if (state !== 'sending') return null;
      const pause = pauseBeforeNextTry(tries, event.chance, event.retryAfterMs);
      if (pause === null) return { state: 'failed', tries, tryInMs: null };
      if (event.isOff) return { state: 'dropped', tries, tryInMs: null };
      return { state: 'queued', tries, tryInMs: pause };
    }
    case 'switched off':
      return state === 'queued' ? { state: 'dropped', tries, tryInMs: null } : null;
    case 'sent again':
      return state === 'failed' || state === 'delivered'
        ? { state: 'queued', tries: 0, tryInMs: 0 }
        : null;
  }
}

/** So many days without success end an address. */
export const DAYS_TO_SWITCH_OFF = 5;
const GONE = 410;

/**
 * Returns why a try ends its address: the receiver answered 410 (Gone), or accepted
 * no delivery for five days with tries; null: it continues.
 */
export function whySwitchedOff(
  tried: { status: number | null; failingSince: Date | null },
  now: Date,
): 'gone' | 'no_success' | null {
  if (tried.status === GONE) return 'gone';
  const { failingSince } = tried;
  const days = failingSince ? (now.getTime() - failingSince.getTime()) / 86_400_000 : 0;
  return days >= DAYS_TO_SWITCH_OFF ? 'no_success' : null;
}
