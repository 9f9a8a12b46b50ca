import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';

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

/** When a school session so many days away begins: never on a Sabbath. */
export function schoolSessionStart(now: Date, days: number, time: string): Date {
  const day = dayPlus(dayInNewYork(now), { days });
  const isSabbath = Temporal.PlainDate.from(day).dayOfWeek === SATURDAY;
  return instantInNewYork(isSabbath ? dayPlus(day, { days: 1 }) : day, time);
}

/** Closing 3 days before a Sunday, 4 before a Monday, else the day before; papers are due back a week after. R-183. */
export function schoolSessionDays(startsAt: Date): Pick<SchoolSession, 'closingDate' | 'returnDueDate' | 'lastDate'> {
  const day = dayInNewYork(startsAt);
  const weekday = Temporal.PlainDate.from(day).dayOfWeek;
  const before = weekday === 7 ? 3 : weekday === 1 ? 4 : 1;
  return { closingDate: dayPlus(day, { days: -before }), returnDueDate: dayPlus(day, { days: 7 }), lastDate: dayPlus(day, { days: 2 }) };
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
