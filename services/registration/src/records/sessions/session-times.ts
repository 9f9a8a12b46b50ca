import { dayPlus, instantInNewYork, plusSeconds } from '@portal/kit/clock';

/** A session's minutes for each student. R-164. */
export const SESSION_MINUTES = 210;

export interface Closing {
  startsAt: Date | null;
  closedByStaff: boolean;
  /** YYYY-MM-DD */
  closingDate: string | null;
  /** HH:mm, New York */
  closingTime: string | null;
}

/**
 * When registration for a session ends: its closing date at the closing time, otherwise the end of
 * that day; null: never. R-368.
 */
export function closingMoment({
  closingDate,
  closingTime,
}: Pick<Closing, 'closingDate' | 'closingTime'>): Date | null {
  if (closingDate === null) return null;
  return closingTime === null
    ? instantInNewYork(dayPlus(closingDate, { days: 1 }), '00:00')
    : instantInNewYork(closingDate, closingTime);
}

export const hasBegun = (startsAt: Date | null, now: Date): boolean =>
  startsAt !== null && startsAt <= now;

/**
 * Registration for a session is over: closed by staff, past its closing moment, or begun. R-158,
 *
 */
export function isClosed(session: Closing, now: Date): boolean {
  const moment = closingMoment(session);
  return (
    session.closedByStaff || (moment !== null && moment <= now) || hasBegun(session.startsAt, now)
  );
}

/**
 * Until when a session is shown: 3.5 hours from its start, school and shipped ones to the end of
 * their last date. R-174.
 */
export function shownUntil({
  startsAt,
  lastDate,
}: {
  startsAt: Date;
  lastDate: string | null;
}): Date {
  return lastDate === null
    ? plusSeconds(startsAt, SESSION_MINUTES * 60)
    : instantInNewYork(dayPlus(lastDate, { days: 1 }), '00:00');
}

/** Two sittings meet in time: each lasts its session's 210 minutes. */
export function overlaps(a: Date, b: Date): boolean {
  return Math.abs(a.getTime() - b.getTime()) < SESSION_MINUTES * 60_000;
}
