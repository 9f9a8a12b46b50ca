// Who uses the portal in a run.
//   USERS           JSON file, [{ "email", "password" }]: students with accounts
//   STAFF_LOGIN     a login of the office                 admin
//   STAFF_PASSWORD  its password                          Staff4JSE!
import { sleep } from 'k6';
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import { ask, askAll, demandReady } from './portal.js';

/** @type {{ email: string, password: string }[]} */
export const users = new SharedArray('users', () =>
  __ENV.USERS ? JSON.parse(open(__ENV.USERS)) : [],
);

/** A machine that is busy with something else may be too slow for the first, or have a queue. */
const SIGN_IN_TRIES = 5;
const QUEUED_TRIES = 100;
const SIGN_INS_AT_ONCE = 4;

/** @param {{ email: string, password: string }} user */
export const signInCall = ({ email, password }) => ({ name: 'login', body: { email, password } });

/**
 * Signs students in before the scenario begins, since hashing so many passwords at once is no part
 * of the measurement. Returns their sessions in the order of `users`.
 * @param {number} [most]
 * @returns {{ cookie: string, studentId: number }[]}
 */
export function signInStudents(most = users.length) {
  demandReady();
  if (users.length === 0) throw new Error('USERS names no students.');
  const some = Array.from({ length: Math.min(most, users.length) }, (_, index) => users[index]);
  const answers = [];
  for (let tries = 0; tries < QUEUED_TRIES; tries++) {
    const missing = some.map((_, index) => index).filter((index) => !answers[index]?.ok);
    const calls = missing.map((index) => ({
      ...signInCall(some[index]),
      cookie: answers[index]?.cookie, // a place in the queue, where there is one
      uncounted: true,
    }));
    const again = askAll(calls, SIGN_INS_AT_ONCE);
    for (const [place, index] of missing.entries())
      answers[index] = { ...again[place], cookie: again[place].cookie || answers[index]?.cookie };
    const missed = answers.filter(({ ok }) => !ok);
    if (missed.length === 0) break;
    if (tries >= SIGN_IN_TRIES && missed.some(({ code }) => code !== 'waiting_room')) break;
    sleep(3);
  }
  const refused = answers.find(({ ok }) => !ok);
  if (refused) throw new Error(`A student could not sign in: ${refused.code}.`);
  return answers.map(({ cookie, body }) => ({ cookie, studentId: body.student.id }));
}

/** Signs the office in; its cookie. */
export function signInStaff() {
  demandReady();
  const { ok, code, cookie } = ask({
    name: 'adminLogin',
    path: 'admin/login',
    body: {
      loginName: __ENV.STAFF_LOGIN || 'admin',
      password: __ENV.STAFF_PASSWORD || 'Staff4JSE!',
    },
  });
  if (!ok) throw new Error(`Staff could not sign in: ${code}.`);
  return cookie;
}

/**
 * Returns the next one, round robin, so that the pause between two turns of one is the longest.
 * @template T
 * @param {readonly T[]} all
 */
export const nextOf = (all) => all[exec.scenario.iterationInTest % all.length];

/** Returns how many rounds were completed before this iteration. */
export const roundOf = (all) => Math.floor(exec.scenario.iterationInTest / all.length);
