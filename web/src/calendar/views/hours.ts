import type { OfficeSession } from '../api.ts';

type Timed = Pick<OfficeSession, 'testSessionTime'>;

/** Hours in which sessions can begin. */
const FIRST = 6;
const LAST = 22;

/** Returns the hour in New York at which a session begins. */
export const hourOf = ({ testSessionTime }: Timed): number => Number(testSessionTime.slice(0, 2));

/** Returns the hours of a week: all in which a session can begin, or begins. */
export function hoursOf(sessions: readonly Timed[]): number[] {
  const begun = sessions.map(hourOf);
  const [first, last] = [Math.min(FIRST, ...begun), Math.max(LAST, ...begun)];
  return Array.from({ length: last - first + 1 }, (_, after) => first + after);
}

/**
 * Returns the start of a session dropped on an hour (HH:mm); within its own hour it stays
 * unchanged.
 */
export const droppedAt = (session: Timed, hour: number): string =>
  hourOf(session) === hour
    ? session.testSessionTime.slice(0, 5)
    : `${String(hour).padStart(2, '0')}:00`;
