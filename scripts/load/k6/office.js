// The office at work: staff find students by name and by a prefix typed into the search, and open
// them; now and then they run the registrations report of a month.
import { check } from 'k6';
import exec from 'k6/execution';
import { thresholds } from './shared/limits.js';
import { signInStaff } from './shared/people.js';
import { ask, askAll } from './shared/portal.js';
import { pace, steady } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const { rate, seconds } = pace({ rate: 50, duration: '1m' });
/** Reports a second beside so many lookups. */
const REPORTS = 1 / 100;
const initials = 'abcdefghiklmnoprstwz'.split('');
const DAY_MS = 86_400_000;

export const options = {
  scenarios: {
    lookups: steady('lookUp', { rate, seconds }),
    reports: steady('report', { rate: rate * REPORTS, seconds, iterationSeconds: 20 }),
  },
  thresholds: thresholds(['findStudent', 'suggestStudents', 'getStudent', 'getExamRegistrations'], {
    iterations: rate * seconds,
  }),
};

/** Signs in, and finds students to look up. */
export function setup() {
  const office = signInStaff();
  const found = askAll(
    initials.map((lastName) => ({
      name: 'findStudent',
      path: 'admin/findStudent',
      cookie: office,
      body: { lastName, limit: 20 },
    })),
  );
  const students = found
    .flatMap(({ body }) => body ?? [])
    .map(({ id, firstName, lastName, dob, ssn, email }) => ({
      id,
      firstName,
      lastName,
      dob,
      ssn,
      email,
    }));
  if (students.length === 0) throw new Error('There is nobody to look up.');
  return { office, students };
}

/** What staff fill in, of one student. */
const filters = [
  ({ lastName }) => ({ lastName }),
  ({ lastName, firstName }) => ({ lastName: lastName.slice(0, 4), firstName }),
  ({ firstName }) => ({ firstName }),
  ({ dob }) => ({ dob }),
  ({ ssn }) => ({ ssn }),
];

/** Half of them look by the form, the others type into the search and open whom they meant. */
export function lookUp({ office, students }) {
  const turn = exec.scenario.iterationInTest;
  const one = students[(turn * 7) % students.length];
  if (turn % 2 === 0) {
    const filter = filters[(turn / 2) % filters.length](one);
    const { ok, body } = ask({
      name: 'findStudent',
      path: 'admin/findStudent',
      cookie: office,
      body: { ...filter, limit: 50 },
    });
    if (ok) check(body, { 'the lookup finds somebody': (found) => found.length > 0 });
    return;
  }
  const suggested = ask({
    name: 'suggestStudents',
    path: 'admin/suggestStudents',
    cookie: office,
    body: { query: `${one.lastName} ${one.firstName}`.slice(0, 4 + (turn % 12)).trim() },
  });
  if (!suggested.ok) return;
  const { ok, body } = ask({
    name: 'getStudent',
    path: 'admin/getStudent',
    cookie: office,
    body: { studentId: one.id },
  });
  if (ok) check(body, { 'it is the requested student': (got) => got.student.id === one.id });
}

export function report({ office }) {
  const day = (away) => new Date(Date.now() + away * DAY_MS).toISOString().slice(0, 10);
  const { ok, body } = ask({
    name: 'getExamRegistrations',
    cookie: office,
    body: { dateType: 1, startDate: day(-15), endDate: day(15) },
    refusals: ['no_rows'],
  });
  if (ok) check(body, { 'the report has rows': (rows) => rows.length > 0 });
}
