import { dayInNewYork } from '@portal/kit/clock';

/** An accommodation of a student for some days, with its effect on time and place. */
export interface Granted {
  kind: string;
  /** Of extra time: in per cent, or in minutes an exam. */
  percent: number | null;
  /** Of breaks too, an exam. */
  minutes: number | null;
  /** YYYY-MM-DD, the last day counts; null: no end. */
  validFrom: string;
  validUntil: string | null;
}

/** A student's exams in one session, in minutes, with the granted accommodations. */
export interface SessionPart {
  durations: number[];
  granted: Granted[];
}

/** Minimum minutes of a session, for all students. R-544 */
const SESSION_MINUTES = 210;
const STEP = 5;

/** Returns the accommodations that are valid on a day. R-543 */
export const grantedOn = (granted: readonly Granted[], day: string): Granted[] =>
  granted.filter(
    ({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || day <= validUntil),
  );

const longer = (duration: number, { percent, minutes }: Granted): number =>
  percent === null
    ? duration + (minutes ?? 0)
    : Math.ceil((duration * (100 + percent)) / (100 * STEP)) * STEP;

/** Minutes beside those of an exam that last so long, apart from its breaks; and these. R-542 */
export function moreMinutes(
  duration: number,
  granted: readonly Granted[],
): { extra: number; breaks: number } {
  const ofKind = (kind: string) => granted.filter((one) => one.kind === kind);
  // of several the longest counts; breaks add up
  const longest = Math.max(duration, ...ofKind('extra_time').map((one) => longer(duration, one)));
  const breaks = ofKind('breaks').reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  return { extra: longest - duration, breaks };
}

/** Returns how many minutes an exam takes a student with these accommodations. R-542 */
export function examMinutes(duration: number, granted: readonly Granted[]): number {
  const { extra, breaks } = moreMinutes(duration, granted);
  return duration + extra + breaks;
}

/**
 * Returns the end of a session for a student with exams of so many minutes in it: never before the
 * end for all students. R-544
 */
export function ownEnd(
  startsAt: Date,
  durations: readonly number[],
  granted: readonly Granted[],
): Date {
  const needed = durations.reduce((sum, duration) => sum + examMinutes(duration, granted), 0);
  return new Date(startsAt.getTime() + Math.max(SESSION_MINUTES, needed) * 60_000);
}

/** When a session is over for the last of those in it. R-502 */
export function latestEnd(startsAt: Date, parts: readonly SessionPart[]): Date {
  const day = dayInNewYork(startsAt);
  const ends = parts.map(({ durations, granted }) =>
    ownEnd(startsAt, durations, grantedOn(granted, day)).getTime(),
  );
  return new Date(Math.max(ownEnd(startsAt, [], []).getTime(), ...ends));
}
