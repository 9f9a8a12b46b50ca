// The morning on which registration opens: students who are signed in look at the exam list,
// register an exam with credits and book a seat, ever more of them until the peak; others arrive
// and sign in concurrently. Needs students whose credits cover fees, and open sessions (LOCATION).
import { Counter } from 'k6/metrics';
import {
  bookSeat,
  chooseExam,
  creditsOf,
  listExams,
  openSessions,
  registerExam,
} from './shared/exams.js';
import { thresholds } from './shared/limits.js';
import { nextOf, signInCall, signInStudents, users } from './shared/people.js';
import { ask } from './shared/portal.js';
import { pace, steady } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const registered = new Counter('exams_registered');
const booked = new Counter('seats_booked');
/** Students who had no exam left to take, or no session: more accounts are needed. */
const exhausted = new Counter('students_exhausted');

const { rate, seconds } = pace({ rate: 50, duration: '2m' });
/** Sign-ins a second beside so many registrations. */
const SIGN_INS = 0.1;
const rising = Math.max(1, Math.round(seconds / 3));
const due = rate * (seconds - rising) + (rate * 1.1 * rising) / 2;

export const options = {
  setupTimeout: '10m',
  scenarios: {
    registering: {
      executor: 'ramping-arrival-rate',
      exec: 'registerAndBook',
      startRate: Math.max(1, Math.round(rate / 10)),
      timeUnit: '1s',
      preAllocatedVUs: Math.max(4, rate * 4),
      stages: [
        { target: rate, duration: `${rising}s` },
        { target: rate, duration: `${Math.max(1, seconds - rising)}s` },
      ],
      gracefulStop: '60s',
    },
    arriving: steady('arrive', { rate: rate * SIGN_INS, seconds }),
  },
  thresholds: thresholds(
    [
      'login',
      'getAllExamsAccordingStudent',
      'getCreditsInfo',
      'onlineExamRegistration',
      'getOpenedSessions',
      'scheduleSessionForRegistration',
    ],
    {
      iterations: due * (1 + SIGN_INS),
      more: { students_exhausted: ['count==0'], exams_registered: ['count>0'] },
    },
  ),
};

export function setup() {
  registered.add(0);
  return { students: signInStudents() };
}

export function registerAndBook({ students }) {
  const { cookie } = nextOf(students);
  const exams = listExams(cookie);
  const credits = creditsOf(cookie);
  if (exams.length === 0 || credits === null) return;
  const exam = chooseExam(exams, credits);
  if (exam === undefined) return exhausted.add(1);
  const registrationId = registerExam(cookie, exam, credits);
  if (registrationId === null) return;
  registered.add(1);
  const sessions = openSessions(cookie, exam);
  if (sessions.length === 0) return exhausted.add(1);
  if (bookSeat(cookie, registrationId, sessions)) booked.add(1);
}

export function arrive() {
  // beyond what the portal bears a sign-in waits for its turn, and those who are in go on
  const { ok, cookie } = ask({ ...signInCall(nextOf(users)), refusals: ['waiting_room'] });
  if (ok) listExams(cookie);
}
