/** Sizes of the load data. */
export interface Sizes {
  readonly students: number;
  /** Active ones, those of the demo data among them. */
  readonly exams: number;
  /** At branches in the next month of the calendar. */
  readonly sessions: number;
  readonly registrations: number;
  readonly branches: number;
  readonly schools: number;
}

const FULL: Sizes = {
  students: 100_000,
  exams: 500,
  sessions: 1_000,
  registrations: 500_000,
  branches: 24,
  schools: 40,
};

/**
 * The full size; LOAD_STUDENTS, LOAD_EXAMS, LOAD_SESSIONS, LOAD_REGISTRATIONS, LOAD_BRANCHES and
 * LOAD_SCHOOLS make it another, for tests.
 */
export function readSizes(env: Readonly<Record<string, string | undefined>>): Sizes {
  const size = (name: keyof Sizes): number => {
    const text = env[`LOAD_${name.toUpperCase()}`]?.trim();
    if (!text) return FULL[name];
    if (!/^[1-9]\d{0,6}$/.test(text))
      throw new Error(
        `LOAD_${name.toUpperCase()} must be a whole number from 1 to 9999999, not "${text}".`,
      );
    return Number(text);
  };
  return {
    students: size('students'),
    exams: size('exams'),
    sessions: size('sessions'),
    registrations: size('registrations'),
    branches: size('branches'),
    schools: size('schools'),
  };
}
