import { dayInNewYork, dayPlus, instantInNewYork, plusSeconds } from '@portal/kit/clock';
import { type DomainError, invalid } from '@portal/kit/errors';
import { sessionDayError } from '../../errors.ts';
import type { RegistrationStatus } from '../registrations/state/registration-state.ts';

/** Whether a student came to a session; expected: not recorded yet. */
export type Attendance = 'expected' | 'arrived' | 'absent' | 'left_early';

const OPENS_SECONDS_BEFORE = 60 * 60;
const DAYS_AFTER = 7;

export interface SessionTimes {
  startsAt: Date;
  /** YYYY-MM-DD of a session of several days. */
  lastDate: string | null;
}

/** A day as people read it in a sentence: 12/06/2026. */
export const dayText = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** From when on attendance is taken: 60 elapsed minutes before the start. R-520 */
export const attendanceOpens = ({ startsAt }: SessionTimes): Date =>
  plusSeconds(startsAt, -OPENS_SECONDS_BEFORE);

/** The last day on which attendance is taken, to its 23:59 in New York. R-520 */
export function attendanceLastDay({ startsAt, lastDate }: SessionTimes): string {
  const start = dayInNewYork(startsAt);
  const last = lastDate !== null && lastDate > start ? lastDate : start;
  return dayPlus(last, { days: DAYS_AFTER });
}

/** Why attendance is not taken at a moment, or null. R-520 */
export function attendanceRefusal(session: SessionTimes, now: Date): DomainError | null {
  if (now < attendanceOpens(session)) return sessionDayError('too_early');
  const lastDay = attendanceLastDay(session);
  return now < instantInNewYork(dayPlus(lastDay, { days: 1 }), '00:00')
    ? null
    : sessionDayError('too_late', `Attendance closed on ${dayText(lastDay)}.`);
}

/** The attendance to record for a student. */
export interface Marking {
  attendance: Attendance;
  /** When the student left early; null: now. */
  at: Date | null;
}

/** The facts of a student that decide whether attendance can be recorded. */
export interface Marked {
  name: string;
  /** Of the exams that the student has in the session. */
  statuses: readonly RegistrationStatus[];
}

/**
 * Returns why attendance cannot be recorded, or null. A student who has submitted an exam was
 * present. C-O12
 */
export function markingRefusal(
  { attendance, at }: Marking,
  { name, statuses }: Marked,
  session: SessionTimes,
  now: Date,
): DomainError | null {
  if (at !== null && (attendance !== 'left_early' || at > now || at < attendanceOpens(session)))
    return invalid({ path: 'at', message: 'Time invalid' });
  const isHandedIn = statuses.some((status) => status === 'taken' || status === 'graded');
  return attendance === 'absent' && isHandedIn
    ? sessionDayError('exam_taken', `The exam of ${name} has been handed in.`)
    : null;
}

/** Whether a student is known to have been in the session. */
export const wasPresent = (attendance: Attendance | undefined): boolean =>
  attendance === 'arrived' || attendance === 'left_early';

const NO_SHOW = 1;

/** Returns why staff cannot give this reason, or null: a present student did attend. R-521 */
export const noShowRefusal = (
  reason: number | undefined,
  attendance: Attendance | undefined,
): DomainError | null =>
  reason === NO_SHOW && wasPresent(attendance) ? sessionDayError('was_present') : null;
