import { type Granted, grantedOn, ownEnd } from './exam-minutes.ts';

/** Kinds for which a student sits apart from the others. R-546 */
const APART: readonly string[] = ['own_room', 'reader'];

/** Whether a student with these accommodations takes a special place instead of a seat that day. */
export const needsSpecialPlace = (granted: readonly Granted[], day: string): boolean =>
  grantedOn(granted, day).some(({ kind }) => APART.includes(kind));

/** The facts that decide whether a session at a branch is too short for a student. */
export interface LengthFacts {
  startsAt: Date;
  /** When the branch closes on the day of the session. */
  closesAt: Date;
  /** Of the exams that the student sits in it, in minutes. */
  durations: readonly number[];
  /** The student's accommodations on the day of the session. */
  granted: readonly Granted[];
}

/**
 * Whether a session is too short for a student: their own end is after the branch closes and later
 * than that of a student without accommodations. A session that ends too late for all students is
 * not too short for one of them. R-545
 */
export function isTooShort({ startsAt, closesAt, durations, granted }: LengthFacts): boolean {
  const end = ownEnd(startsAt, durations, granted);
  return end > closesAt && end > ownEnd(startsAt, [], []);
}

/** The longest exam, in minutes, that still fits beside those that the student sits there. R-545 */
export function minutesThatFit(facts: LengthFacts, most: number): number {
  let minutes = most;
  while (minutes > 0 && isTooShort({ ...facts, durations: [...facts.durations, minutes] }))
    minutes--;
  return minutes;
}
