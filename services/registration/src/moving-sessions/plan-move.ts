import { dayInNewYork, plusSeconds, timeInNewYork } from '@portal/kit/clock';
import { invalid } from '@portal/kit/errors';
import type { DayMark } from '../calendar/day-marks.ts';
import { stateOf } from '../calendar/office-session.ts';
import { planTime } from '../calendar/plan-session.ts';
import type { OfficeSessionBefore } from '../capacity/office-session-store.ts';
import { calendarError } from '../errors.ts';

/** Where a session is to go. Days are YYYY-MM-DD, times HH:mm, both New York's. */
export interface Move {
  sessionId: number;
  version: number;
  date: string;
  time: string;
  /** Null: the branch that it is at. */
  locationId: number | null;
  /** Null: as many days before the session as now. */
  closingDate: string | null;
  /** What the mails say beside it. */
  message: string | null;
  confirmDay: boolean;
}

export interface PlannedMove {
  startsAt: Date;
  locationId: number | null;
  closingDate: string | null;
  closingTime: string | null;
  /** By how many days its other days move along. */
  days: number;
  marks: DayMark[];
}

const SOONEST_SECONDS = 3600;

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/**
 * Where and when a session comes to be by a move. Refuses with session_over, in_past,
 * too_soon, day_left_out or invalid..
 */
export function planMove(before: OfficeSessionBefore, move: Move, now: Date): PlannedMove {
  if (stateOf(before, now) === 'past') throw calendarError('session_over');
  if (move.locationId !== null && before.sessionType !== '21')
    throw invalid({ path: 'locationId', message: 'locationId invalid' });
  const days = daysBetween(dayInNewYork(before.startsAt), move.date);
  const closingDate =
    move.closingDate ??
    (before.closingDate && Temporal.PlainDate.from(before.closingDate).add({ days }).toString());
  const { confirmDay, date, time } = move;
  const { startsAt, marks } = planTime(
    { date, time, confirmDay, closingDate, closingTime: closingDate && before.closingTime },
    now,
  );
  if (startsAt < plusSeconds(now, SOONEST_SECONDS)) throw calendarError('too_soon');
  const locationId = move.locationId ?? before.locationId;
  const isThere =
    date === dayInNewYork(before.startsAt) &&
    time === timeInNewYork(before.startsAt) &&
    locationId === before.locationId;
  if (isThere) throw invalid({ path: 'date', message: 'Choose another day, time or branch.' });
  return {
    ...{ startsAt, locationId, days, marks },
    ...{ closingDate, closingTime: closingDate && before.closingTime },
  };
}
