// All students book the same session within seconds: exactly its seats are sold, all other students
// get 'Session full', and hold nothing afterwards. Each student tries once.
//   SESSION  the session's id
//   SEATS    its free seats; USERS must name more students than that
import { check } from 'k6';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import { chooseExam } from './shared/exams.js';
import { thresholds } from './shared/limits.js';
import { signInStudents, users } from './shared/people.js';
import { ask, askAll } from './shared/portal.js';
import { numberOf, pace } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const sold = new Counter('seats_sold');
const full = new Counter('told_session_full');
const sessionId = numberOf('SESSION', 0);
const seats = numberOf('SEATS', 0);
const { rate } = pace({ rate: 100, duration: '1m' });
const seconds = Math.max(1, Math.ceil(users.length / rate));

export const options = {
  setupTimeout: '10m',
  scenarios: {
    wanting: {
      executor: 'constant-arrival-rate',
      exec: 'want',
      rate: Math.ceil(users.length / seconds),
      timeUnit: '1s',
      // with room for the last ones, which a busy machine begins late
      duration: `${seconds + 2}s`,
      preAllocatedVUs: Math.max(2, users.length),
      gracefulStop: '60s',
    },
  },
  thresholds: thresholds(['scheduleSessionForRegistration'], {
    iterations: users.length,
    // so many wait for one row: 200 in 0.8 s in docs/testing/benchmarks.md
    limits: { scheduleSessionForRegistration: 250 },
    more: {
      seats_sold: [`count==${seats}`],
      told_session_full: [`count==${users.length - seats}`],
    },
  }),
};

/** Everybody signs in and registers an exam, as they would have in the days before. */
export function setup() {
  if (!sessionId || !seats) throw new Error('SESSION and SEATS are not set.');
  if (users.length <= seats) throw new Error('USERS must name more students than there are SEATS.');
  sold.add(0);
  full.add(0);
  const students = signInStudents();
  const lists = askAll(
    students.map(({ cookie }) => ({ name: 'getAllExamsAccordingStudent', method: 'GET', cookie })),
  );
  const credits = askAll(students.map(({ cookie }) => ({ name: 'getCreditsInfo', cookie })));
  const session = seatsOf(students[0].cookie);
  check(session, { 'the seats are free before': ({ remainingSeats }) => remainingSeats === seats });
  const exams = lists.map(({ body }, index) =>
    chooseExam(
      body.exams.filter(({ examDuration }) => examDuration <= session.durationLeft),
      credits[index].body,
    ),
  );
  if (exams.some((exam) => exam === undefined))
    throw new Error('A student has no exam that credits pay for.');
  const registered = askAll(
    students.map(({ cookie }, index) => ({
      name: 'onlineExamRegistration',
      cookie,
      keyed: true,
      body: { examId: exams[index].id },
    })),
  );
  return {
    students: students.map(({ cookie }, index) => ({
      cookie,
      registrationId: registered[index].body.registrationId,
    })),
  };
}

const seatsOf = (cookie) =>
  ask({ name: 'getSession', method: 'GET', path: `getSession?sessionId=${sessionId}`, cookie })
    .body;

export function want({ students }) {
  const student = students[exec.scenario.iterationInTest];
  // iterations beyond the number of students do nothing
  if (student === undefined) return;
  const answer = ask({
    name: 'scheduleSessionForRegistration',
    cookie: student.cookie,
    keyed: true,
    body: { registrationId: student.registrationId, sessionId },
    refusals: ['session_full'],
  });
  if (answer.ok) sold.add(1);
  else if (answer.code === 'session_full') {
    full.add(1);
    check(answer.body, { 'it says Session full': ({ detail }) => /full/i.test(detail) });
  }
}

/** Nothing is left of the session, and as many seats were sold as it had. */
export function teardown({ students }) {
  check(seatsOf(students[0].cookie), {
    'no seat is left': ({ remainingSeats }) => remainingSeats === 0,
  });
}
