// A day's mixture for any length of time: students look, register and cancel again, buy a credit
// now and then, sign in; the office looks students up. No stock is used up, so it can run for ever.
// CARDS_URL: without it no student buys.
import { check } from 'k6';
import { Counter } from 'k6/metrics';
import { merchant, newCard } from './shared/cards.js';
import {
  bookSeat,
  cancelExam,
  chooseExam,
  creditsOf,
  listExams,
  openSessions,
  registerExam,
} from './shared/exams.js';
import { thresholds } from './shared/limits.js';
import { nextOf, signInCall, signInStaff, signInStudents, users } from './shared/people.js';
import { ask } from './shared/portal.js';
import { pace, steady } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const registered = new Counter('exams_registered');
const { rate, seconds } = pace({ rate: 20, duration: '1h' });
const withCards = Boolean(__ENV.CARDS_URL);
/** So few that each has a turn within 30 minutes, after which an unused session ends. */
const STUDENTS = 200;
/** Of the whole rate. */
const shares = {
  look: 0.6,
  takeAndCancel: 0.15,
  lookUp: 0.15,
  signIn: 0.05,
  ...(withCards ? { buy: 0.05 } : {}),
};

export const options = {
  setupTimeout: '10m',
  scenarios: Object.fromEntries(
    Object.entries(shares).map(([exec, share]) => [
      exec,
      steady(exec, { rate: rate * share, seconds }),
    ]),
  ),
  thresholds: thresholds(
    [
      'login',
      'getAllExamsAccordingStudent',
      'getCreditsInfo',
      'getSessionsByStudentId',
      'onlineExamRegistration',
      'getOpenedSessions',
      'scheduleSessionForRegistration',
      'cancelExamRegistration',
      'findStudent',
      ...(withCards ? ['purchaseCredits', 'removePaymentMethod'] : []),
    ],
    { iterations: rate * seconds, more: { exams_registered: ['count>0'] } },
  ),
};

export function setup() {
  registered.add(0);
  return {
    students: signInStudents(STUDENTS),
    office: signInStaff(),
    shop: withCards ? merchant() : null,
  };
}

export function look({ students }) {
  const { cookie } = nextOf(students);
  listExams(cookie);
  ask({ name: 'getSessionsByStudentId', method: 'GET', cookie });
}

/** Separates students who register from those who buy, since both check their credits. */
const halves = (students) => [
  students.slice(students.length / 2),
  students.slice(0, students.length / 2),
];

export function takeAndCancel({ students }) {
  const { cookie } = nextOf(halves(students)[0]);
  const exams = listExams(cookie);
  const credits = creditsOf(cookie);
  if (credits === null) return;
  const exam = chooseExam(exams, credits);
  if (exam === undefined) return;
  const registrationId = registerExam(cookie, exam, credits);
  if (registrationId === null) return;
  registered.add(1);
  bookSeat(cookie, registrationId, openSessions(cookie, exam));
  cancelExam(cookie, registrationId, credits);
}

export function lookUp({ office }) {
  const lastName = String.fromCharCode(97 + Math.floor(Math.random() * 26));
  const { ok, body } = ask({
    name: 'findStudent',
    path: 'admin/findStudent',
    cookie: office,
    body: { lastName, limit: 50 },
  });
  if (ok) check(body, { 'the lookup answers with a list': (found) => Array.isArray(found) });
}

export function signIn() {
  // a pause of the portal may be met, after which sign-ins wait for their turn
  ask({ ...signInCall(nextOf(users)), refusals: ['waiting_room'] });
}

export function buy({ students, shop }) {
  const { cookie } = nextOf(halves(students)[1]);
  const credits = creditsOf(cookie);
  if (credits === null) return;
  const bought = ask({
    name: 'purchaseCredits',
    cookie,
    keyed: true,
    body: { numberOfCredits: 1, amount: credits.pricePerCredit, ...newCard(shop) },
  });
  if (bought.ok)
    ask({
      name: 'removePaymentMethod',
      cookie,
      keyed: true,
      body: { ccId: bought.body.paymentMethod.ccId },
    });
}
