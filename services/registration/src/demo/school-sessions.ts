import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { usualDays } from '../sessions/school-sessions/school-session-days.ts';

/** A session of a school, as its admin would have made it. Days are YYYY-MM-DD. */
export interface SchoolSession {
  schoolId: number;
  gender: '2' | '3';
  startsAt: Date;
  closingDate: string;
  /** The school's own. */
  closingTime: string;
  returnDueDate: string;
  lastDate: string;
}

const SATURDAY = 6;
const schools = [
  { schoolId: 151, gender: '2', closingTime: '23:59', days: [-20, 12, 30], time: '09:30' },
  { schoolId: 209, gender: '2', closingTime: '17:00', days: [-34, 15, 40], time: '10:00' },
  { schoolId: 300, gender: '3', closingTime: '23:59', days: [18], time: '18:30' },
] as const;

/** The school session that rivka is in. */
export const RIVKA_SESSION = { schoolId: 151, days: 12 };

/** Returns the start of a school session so many days ahead: never on a Sabbath. */
export function schoolSessionStart(now: Date, days: number, time: string): Date {
  const day = dayPlus(dayInNewYork(now), { days });
  const isSabbath = Temporal.PlainDate.from(day).dayOfWeek === SATURDAY;
  return instantInNewYork(isSabbath ? dayPlus(day, { days: 1 }) : day, time);
}

/** The usual days; the exam can be sat online for two days more. */
export function schoolSessionDays(
  startsAt: Date,
): Pick<SchoolSession, 'closingDate' | 'returnDueDate' | 'lastDate'> {
  const day = dayInNewYork(startsAt);
  return { ...usualDays(day), lastDate: dayPlus(day, { days: 2 }) };
}

/** Sessions of the three demo schools, past and to come. */
export function schoolSessions(now: Date): SchoolSession[] {
  return schools.flatMap(({ schoolId, gender, closingTime, days, time }) =>
    days.map((away) => {
      const startsAt = schoolSessionStart(now, away, time);
      return { schoolId, gender, closingTime, startsAt, ...schoolSessionDays(startsAt) };
    }),
  );
}
