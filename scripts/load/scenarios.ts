/** Defaults of a scenario. */
export interface Scenario {
  /** The script, from this folder. */
  readonly script: string;
  /** One line for the list of scenarios. */
  readonly does: string;
  /** Iterations a second, and how long; as in the script. */
  readonly rate: number;
  readonly duration: string;
  /** Returns the number of students that a run at this rate needs. */
  readonly students: (rate: number, seconds: number) => number;
  /** Data that a run needs beside students. */
  readonly needs?: 'open sessions' | 'hot session' | 'streams';
  /** Its log lists people who waited, and their order is judged. */
  readonly logsQueue?: boolean;
}

/** A student's turns are at least so many seconds apart. */
const TURN_SECONDS = 10;
const noStudents = () => 0;

export const scenarios = {
  'opening-day': {
    script: 'k6/opening-day.js',
    does: 'registration opens: exam list, register with credits, book a seat; sign-ins beside',
    rate: 50,
    duration: '2m',
    students: (rate) => Math.max(5, rate * TURN_SECONDS),
    needs: 'open sessions',
  },
  arrivals: {
    script: 'k6/arrivals.js',
    does: '10,000 who arrive within a minute: page, queue, sign-in, exam list, in their order',
    rate: 167,
    duration: '1m',
    // each is signed in to from several browsers
    students: (rate, seconds) => Math.max(1, Math.min(500, Math.round(rate * seconds))),
    logsQueue: true,
  },
  'card-purchases': {
    script: 'k6/card-purchases.js',
    does: 'credits bought with new and saved cards',
    rate: 10,
    duration: '1m',
    students: (rate) => Math.max(5, rate * TURN_SECONDS),
  },
  'hot-session': {
    script: 'k6/hot-session.js',
    does: 'all students book one session: exactly its seats are sold',
    rate: 100,
    duration: '3s',
    // each comes once
    students: (rate, seconds) => Math.max(4, Math.round(rate * seconds)),
    needs: 'hot session',
  },
  'sign-up': {
    script: 'k6/sign-up.js',
    does: 'new students: put on record, link by mail, password, sign-in',
    rate: 5,
    duration: '1m',
    students: noStudents,
  },
  office: {
    script: 'k6/office.js',
    does: 'staff: lookups, search, a student opened, the registrations report',
    rate: 50,
    duration: '1m',
    students: noStudents,
  },
  'bulk-orders': {
    script: 'k6/bulk-orders.js',
    does: 'schools register 20 students for 2 exams an order',
    rate: 0.5,
    duration: '1m',
    students: noStudents,
  },
  'live-pages': {
    script: 'k6/live-pages.js',
    does: '10,000 open pages hear of changes while students read',
    rate: 20,
    duration: '2m',
    students: noStudents,
    needs: 'streams',
  },
  soak: {
    script: 'k6/soak.js',
    does: "a day's mixture for hours; memory must not grow",
    rate: 20,
    duration: '1h',
    students: (rate) => Math.max(20, Math.min(200, rate * TURN_SECONDS)),
    needs: 'open sessions',
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof scenarios;

/** Returns the seconds of a duration as k6 writes it: 90s, 2m, 1h30m. NaN for an invalid one. */
export function secondsOf(duration: string): number {
  if (!/^(\d+(\.\d+)?[hms])+$/.test(duration)) return Number.NaN;
  const unit: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };
  return [...duration.matchAll(/(\d+(?:\.\d+)?)([hms])/g)].reduce(
    (sum, [, count, letter = 's']) => sum + Number(count) * (unit[letter] ?? 1),
    0,
  );
}
