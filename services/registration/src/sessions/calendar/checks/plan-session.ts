import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import { type FieldError, invalid } from '@portal/kit/errors';
import { calendarError } from '../../../errors.ts';
import { closingMoment } from '../../../records/sessions/session-times.ts';
import { type DayMark, marksOfDay } from '../days/day-marks.ts';
import type { WantedRoom } from '../rooms/plan-rooms.ts';

/** When a session is to be. Days are YYYY-MM-DD, times HH:mm, both New York's. */
export interface WantedTime {
  date: string;
  time: string;
  closingDate: string | null;
  closingTime: string | null;
  /** It is meant to be on a day that is left out otherwise. */
  confirmDay: boolean;
}

/** How holidays count at a session's place: a branch in Israel has one day of yom tov. R-507. */
export interface DayCount {
  israel: boolean;
}
export const ABROAD: DayCount = { israel: false };

export interface PlannedTime {
  startsAt: Date;
  closingDate: string | null;
  closingTime: string | null;
  marks: DayMark[];
}

const EARLIEST = '06:00';
const LATEST = '22:00';

/** A day as people read it in a sentence: 12/06/2026. */
const dayText = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
};

/**
 * Returns when a session starts and closes, from the request. Throws invalid, in_past or
 * day_left_out..
 */
export function planTime(wanted: WantedTime, now: Date, where: DayCount = ABROAD): PlannedTime {
  const { date, time, closingDate, closingTime, confirmDay } = wanted;
  if (time < EARLIEST || time > LATEST)
    throw invalid({
      path: 'testSessionTime',
      message: 'The session must start between 6:00 AM and 10:00 PM.',
    });
  const startsAt = instantInNewYork(date, time);
  checkClosing({ startsAt, closingDate, closingTime });
  if (startsAt <= now) throw calendarError('in_past');
  const marks = marksOfDay(date, where);
  const leftOut = marks.find(({ leavesOut }) => leavesOut);
  if (leftOut && !confirmDay)
    throw calendarError(
      'day_left_out',
      `${dayText(date)} is ${leftOut.name}. Confirm to use it anyway.`,
    );
  return { startsAt, closingDate, closingTime, marks };
}

/** Throws invalid for a closing moment after the start, or a time without its day. */
export function checkClosing({
  startsAt,
  closingDate,
  closingTime,
}: Omit<PlannedTime, 'marks'>): void {
  if (closingDate === null && closingTime !== null)
    throw invalid({ path: 'closingDate', message: 'Closing date invalid' });
  const isAfter =
    closingDate !== null &&
    (closingTime === null
      ? closingDate > dayInNewYork(startsAt)
      : (closingMoment({ closingDate, closingTime }) as Date) > startsAt);
  if (isAfter)
    throw invalid({
      path: 'closingDate',
      message: 'The closing date must not be after the session.',
    });
}

/** Where a session is to be, and for how many. */
export interface WantedPlace {
  sessionType: string;
  locationId: number | null;
  schoolId: number | null;
  seats: number | null;
  address: string | null;
  /** Rooms of the branch that it is to use. */
  rooms: readonly WantedRoom[];
}

const MAX_SEATS = 500;

/** Throws invalid for a number of seats that a kind of session cannot have. */
export function checkSeats({ sessionType, seats }: Pick<WantedPlace, 'sessionType' | 'seats'>) {
  const isMissing = sessionType === '21' && seats === null;
  const isTooMany = seats !== null && (sessionType === '22' || seats < 1 || seats > MAX_SEATS);
  if (isMissing || isTooMany)
    throw invalid({
      path: 'seats',
      message: sessionType === '22' ? 'seats invalid' : 'Seats must be 1 to 500.',
    });
}

/**
 * Throws invalid for a session at a branch without a branch, one of a school without a school, and
 * for rooms or an address that its type does not have.
 */
export function checkPlace(wanted: WantedPlace): void {
  const { sessionType, locationId, schoolId, address } = wanted;
  const wrong = (path: string, isWrong: boolean): FieldError[] =>
    isWrong ? [{ path, message: `${path} invalid` }] : [];
  const [first, ...more] = [
    ...wrong('locationId', (sessionType === '21') !== (locationId !== null)),
    ...wrong('schoolId', (sessionType === '22') !== (schoolId !== null)),
    ...wrong('address', sessionType !== '23' && address !== null),
    ...wrong('rooms', sessionType !== '21' && wanted.rooms.length > 0),
  ];
  if (first) throw invalid(first, ...more);
}
