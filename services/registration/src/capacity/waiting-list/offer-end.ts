import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';

/** Whether a day of New York (YYYY-MM-DD) is a Saturday or a yom tov. */
export type IsRestDay = (day: string) => boolean;

const HOUR_MS = 3_600_000;
/** Nothing is offered or accepted later than so many hours before a session. */
const LAST_HOURS = 2;
/** A charge that was begun in time keeps the seat so much longer, in milliseconds. */
export const CHARGE_MS = 600_000;

/** From when on a place in a session is neither offered nor accepted any more.. */
export const lastMoment = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - LAST_HOURS * HOUR_MS);

/** Out of the time in which observant students answer nothing: the 10:00 after it. R-535. */
function afterRest(end: Date, isRestDay: IsRestDay): Date {
  const day = dayInNewYork(end);
  for (const rest of [dayPlus(day, { days: -1 }), day, dayPlus(day, { days: 1 })]) {
    if (!isRestDay(rest)) continue;
    const from = instantInNewYork(dayPlus(rest, { days: -1 }), '12:00');
    const to = instantInNewYork(dayPlus(rest, { days: 1 }), '10:00');
    // a rest day may follow: its own time begins before this one ends
    if (end >= from && end < to) return afterRest(to, isRestDay);
  }
  return end;
}

/**
 * Until when an offer that is made now can be answered: for so many hours, but not into or out of a
 * Saturday or yom tov, and never later than two hours before the session. R-535.
 */
export function offerEnd(
  now: Date,
  { startsAt, offerHours, isRestDay }: { startsAt: Date; offerHours: number; isRestDay: IsRestDay },
): Date {
  const last = lastMoment(startsAt);
  const usual = new Date(now.getTime() + offerHours * HOUR_MS);
  if (usual >= last) return last;
  const end = afterRest(usual, isRestDay);
  return end < last ? end : last;
}

/**
 * Until when the seat of an offer is held: longer, once, for a charge begun in time, but no longer
 * than places are given at all..
 */
export function heldUntil(
  { offerUntil, chargeBegunAt }: { offerUntil: Date; chargeBegunAt: Date | null },
  startsAt: Date,
): Date {
  if (chargeBegunAt === null) return offerUntil;
  const longer = new Date(offerUntil.getTime() + CHARGE_MS);
  const last = lastMoment(startsAt);
  return longer < last ? longer : last;
}
