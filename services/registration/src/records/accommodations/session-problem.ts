import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import { type Granted, grantedOn, ownEnd } from './exam-minutes.ts';
import { isTooShort, needsSpecialPlace } from './special-place.ts';

/** The facts of a coming booking that decide whether it fits the student's accommodations. */
export interface FitFacts {
  sessionType: string;
  startsAt: Date;
  /** Of the exams that the student sits there, in minutes. */
  durations: readonly number[];
  /** The kind of the student's place; null: places are not counted there. */
  takes: string | null;
  specialLeft: number;
  /** HH:mm, New York; null: it is at no branch. */
  branchClosesAt: string | null;
  /** When another session begins in one of its rooms; null: none does. */
  roomsUntil: Date | null;
}

export type SessionProblem =
  | { kind: 'branch_closes'; at: Date }
  | { kind: 'room_used'; at: Date }
  | { kind: 'no_special_place' };

/**
 * Returns why a booking does not fit the granted accommodations, or null. It does not fit when it
 * ends after the branch closes or after the next session in its room begins, or when no special
 * place is left.
 */
export function sessionProblem(
  { sessionType, startsAt, durations, takes, ...session }: FitFacts,
  granted: readonly Granted[],
): SessionProblem | null {
  if (sessionType !== '21') return null;
  const day = dayInNewYork(startsAt);
  const there = grantedOn(granted, day);
  const { branchClosesAt, roomsUntil, specialLeft } = session;
  if (branchClosesAt !== null) {
    const closesAt = instantInNewYork(day, branchClosesAt);
    if (isTooShort({ startsAt, closesAt, durations, granted: there }))
      return { kind: 'branch_closes', at: closesAt };
  }
  if (roomsUntil !== null && ownEnd(startsAt, durations, there) > roomsUntil)
    return { kind: 'room_used', at: roomsUntil };
  const isWithout = needsSpecialPlace(there, day) && takes !== 'special' && specialLeft === 0;
  return isWithout ? { kind: 'no_special_place' } : null;
}
