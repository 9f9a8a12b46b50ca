import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import { type Granted, grantedOn } from '../accommodations/exam-minutes.ts';
import { minutesThatFit, needsSpecialPlace } from '../accommodations/special-place.ts';
import type { SessionType } from '../fees/proctor-fee.ts';
import { SESSION_MINUTES } from './session-times.ts';

/** A session with one student's exams in it, and the student's accommodations. */
export interface StudentPlaces {
  sessionType: SessionType;
  startsAt: Date | null;
  /** Null: no limit. */
  seatsLeft: number | null;
  specialPlaces: number;
  specialLeft: number;
  /** Null: the student has filled nothing of it. */
  minutesLeft: number | null;
  /** The place that is held for the student; null: none. */
  isHoldSpecial: boolean | null;
  /** The offer by which that place is held for the student, or null. */
  offerId: number | null;
  /** Null: no student is in view. */
  granted: Granted[] | null;
  /** Of the exams that the student sits in it; null for a student without accommodations. */
  durations: number[] | null;
  /** HH:mm, New York; null: it is at no branch. */
  branchClosesAt: string | null;
}

/** Returns the accommodations valid on the day of a session at a branch. R-543 */
const grantedThere = ({ sessionType, startsAt, granted }: StudentPlaces): Granted[] =>
  sessionType === '21' && startsAt !== null ? grantedOn(granted ?? [], dayInNewYork(startsAt)) : [];

/** Whether a special place was offered to the student: it stays that, whatever is granted since. */
const isOfferedSpecial = ({ offerId, isHoldSpecial }: StudentPlaces): boolean =>
  offerId !== null && isHoldSpecial === true;

/** Whether the student takes a special place of this session instead of a seat. */
export const needsSpecial = (row: StudentPlaces): boolean =>
  isOfferedSpecial(row) ||
  (row.startsAt !== null && needsSpecialPlace(grantedThere(row), dayInNewYork(row.startsAt)));

/** Whether it has places at all of the kind that the student takes. */
export const hasPlacesFor = (row: StudentPlaces): boolean =>
  !needsSpecial(row) || row.specialPlaces > 0;

/**
 * Returns the places left for the student, special ones if the student needs one; a place held for
 * the student counts as free. Null: no limit.
 */
export function placesLeft(row: StudentPlaces): number | null {
  const { seatsLeft, specialLeft, isHoldSpecial } = row;
  if (needsSpecial(row)) return specialLeft + Number(isHoldSpecial === true);
  return seatsLeft === null ? null : seatsLeft + Number(isHoldSpecial === false);
}

/** The longest exam that the student can still sit in it, by closing time too. */
export function minutesLeftFor(row: StudentPlaces): number {
  const minutes = row.minutesLeft ?? SESSION_MINUTES;
  const { startsAt, branchClosesAt, durations } = row;
  const granted = grantedThere(row);
  if (startsAt === null || branchClosesAt === null || granted.length === 0) return minutes;
  const closesAt = instantInNewYork(dayInNewYork(startsAt), branchClosesAt);
  return minutesThatFit({ startsAt, closesAt, durations: durations ?? [], granted }, minutes);
}

/** Returns a session's places for the student, for the booking rules. */
export const placesFor = (row: StudentPlaces) => ({
  needsSpecial: needsSpecial(row),
  seatsLeft: placesLeft(row),
  minutesLeft: row.minutesLeft ?? SESSION_MINUTES,
  minutesUntilClosing: minutesLeftFor(row),
});

/** Whether anything is granted to the student there that may make the session longer. R-502 */
export const isLongerFor = (row: StudentPlaces): boolean => grantedThere(row).length > 0;
