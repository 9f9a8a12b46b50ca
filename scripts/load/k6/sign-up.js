// New students: the office puts them on record, they prove who they are by birth date and SSN
// digits, follow the link of the mail, choose a password and sign in.
//   MAIL_URL  the inbox of `npm start`; without it a sign-up ends when it has requested the email
import { check, sleep } from 'k6';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { thresholds } from './shared/limits.js';
import { signInCall, signInStaff } from './shared/people.js';
import { ask } from './shared/portal.js';
import { pace, steady } from './shared/settings.js';
import { newPassword, newStudent } from './shared/students.js';

export { handleSummary } from './shared/summary.js';

const signedUp = new Counter('accounts_made');
const mailTime = new Trend('mail_arrives_after', true);
const { rate, seconds } = pace({ rate: 5, duration: '1m' });
const inbox = (__ENV.MAIL_URL || '').replace(/\/+$/, '');
const MAIL_TIMEOUT_MS = 150_000;
/** How often a visitor who waits for their turn polls, three seconds apart. */
const TURNS = 50;

export const options = {
  scenarios: { signingUp: steady('signUp', { rate, seconds, iterationSeconds: 8 }) },
  thresholds: thresholds(
    [
      'addStudent',
      'checkStudentId',
      'register',
      ...(inbox ? ['confirmToken', 'resetPassword', 'login'] : []),
    ],
    { iterations: rate * seconds, more: { accounts_made: ['count>0'] } },
  ),
};

export function setup() {
  signedUp.add(0);
  return { office: signInStaff() };
}

export function signUp({ office }) {
  const student = newStudent({ isRegularAddEditStudent: true });
  const { email, dob, last4ssn: ssn } = student;
  const added = ask({
    name: 'addStudent',
    path: 'student/add',
    body: student,
    cookie: office,
    keyed: true,
    // two of a run may draw the same birth date and digits
    refusals: ['duplicate_student'],
  });
  if (!added.ok) return;
  const inTurn = createQueuer();
  if (!inTurn({ name: 'checkStudentId', body: { dob, ssn } }).ok) return;
  if (!inTurn({ name: 'register', body: { email, dob, ssn } }).ok) return;
  if (!inbox) return signedUp.add(1);

  const link = linkMailedTo(email);
  if (!check(link, { 'the mail with the link comes': (found) => found !== null })) return;
  const { studentId, token } = link;
  const proof = inTurn({ name: 'confirmToken', body: { studentId, token } });
  if (!proof.ok) return;
  const chosen = ask({
    name: 'resetPassword',
    body: { studentId, token, password: newPassword, type: 'create' },
    cookie: proof.cookie,
  });
  if (!chosen.ok) return;
  if (inTurn(signInCall({ email, password: newPassword })).ok) signedUp.add(1);
}

/**
 * Makes calls of one visitor who waits for their turn as the page does, where a pause of the portal
 * has made it let in one after the other.
 */
function createQueuer() {
  let place;
  return (call) => {
    for (let turns = 0; ; turns += 1) {
      const answer = ask({ ...call, cookie: place, refusals: ['waiting_room'] });
      if (answer.code !== 'waiting_room' || turns === TURNS) return answer;
      place = answer.cookie || place;
      sleep(3);
    }
  };
}

/** Returns the student's id and token of the link mailed to an address; null when none comes. */
function linkMailedTo(address) {
  const startedAt = Date.now();
  while (Date.now() - startedAt < MAIL_TIMEOUT_MS) {
    const answer = http.get(`${inbox}/api/email?to.address=${encodeURIComponent(address)}`, {
      tags: { name: 'inbox' },
    });
    for (const { text } of answer.json()) {
      const [, id, token] = /\/create\/(\d+)\/([\w-]+)/.exec(text) ?? [];
      if (!token) continue;
      mailTime.add(Date.now() - startedAt);
      return { studentId: Number(id), token };
    }
    sleep(0.1);
  }
  return null;
}
