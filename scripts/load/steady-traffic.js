// k6: so many requests a second, whether the earlier ones are answered or not, until it is told to end: reads, and changes
// that carry an Idempotency-Key and whose effects are counted. Made for scripts/e2e/rolling, which prepares people who are
// signed in, does something to the portal meanwhile, and compares the counts with the books.
//
//   BASE_URL   the portal
//   USERS      JSON file: { accounts: [{ cookie, staffCookie, schoolId, examId, ccId, price }], reads: [{ of, method, path, body }] };
//              there are at least 60 accounts, and each is used by one virtual user alone
//   RATE       requests a second                                          200
//   CONTROL    answers 'go', then 'stop' (nothing new is begun), then 'end' (this run ends)
//   RETRY      1: what broke off is asked again, as pages do: a change with its key, a read once, after a second
//   REPORT     file for the counts as JSON

import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const { BASE_URL, USERS, CONTROL, REPORT } = __ENV;
const rate = Number(__ENV.RATE || 200);
const retries = __ENV.RETRY === '1';
const { accounts, reads } = JSON.parse(open(USERS));

/** Dollars of each payment of a school. */
const PAYMENT = 10;
/** Seconds before a change is sent again, as web/src/shared/api/client.ts waits. */
const WAITS = [0.7, 1.5, 3, 6];
/**
 * Seconds before a read is sent again, as web/src/app/query-client.ts waits at first; a page then has three more tries. Not at
 * once: a process that is killed ends its connections some milliseconds before it stops taking new ones, so whoever comes
 * back in between is cut off twice.
 */
const READ_WAITS = [1];

const counters = Object.fromEntries(
  ['asked', 'failed', 'repeated', 'registered', 'given_back', 'noted', 'bought'].map((name) => [
    name,
    new Counter(name),
  ]),
);

const arriving = (exec, share, maxVUs) => ({
  executor: 'constant-arrival-rate',
  exec,
  rate: Math.max(1, Math.round(rate * share)),
  timeUnit: '1s',
  duration: '2h',
  gracefulStop: '0s',
  preAllocatedVUs: maxVUs,
  maxVUs,
});
export const options = {
  scenarios: {
    read: arriving('read', 0.8, 38),
    // two requests each
    register: arriving('registerAndGiveBack', 0.05, 10),
    note: arriving('noteSchoolPayment', 0.06, 6),
    buy: arriving('buyCredit', 0.04, 5),
    end: { executor: 'per-vu-iterations', exec: 'waitForTheEnd', vus: 1, maxDuration: '2h' },
  },
  // requests that failed are counted and told here
  noConnectionReuse: false,
};

let said = 'go';
let saidAt = 0;
/** Asked once a second by each virtual user. */
function isGoing() {
  if (Date.now() - saidAt > 1000) {
    said = http.get(CONTROL).body;
    saidAt = Date.now();
  }
  return said === 'go';
}

export function waitForTheEnd() {
  while (http.get(CONTROL).body !== 'end') sleep(0.3);
  exec.test.abort('the end');
}

const mine = () => accounts[exec.vu.idInTest - 1];

function send(cookie, { method, path, body, key }) {
  counters.asked.add(1);
  return http.request(method, `${BASE_URL}${path}`, body ? JSON.stringify(body) : null, {
    headers: {
      cookie,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    // nobody's cookies but those given here
    jar: new http.CookieJar(),
    timeout: '60s',
  });
}

/** The answer of a call; null when it failed, which has been counted and told then. */
function ask(cookie, call) {
  const waits = !retries ? [] : call.key ? WAITS : READ_WAITS;
  let answer = send(cookie, call);
  let broke = answer.status === 0;
  for (const wait of waits) {
    // after a connection that broke, what was asked over it may still be at work
    const isAtWork =
      broke && answer.status === 409 && answer.json('code') === 'request_in_progress';
    if (answer.status !== 0 && !isAtWork) break;
    counters.repeated.add(1);
    sleep(wait);
    answer = send(cookie, call);
    broke = broke || answer.status === 0;
  }
  if (answer.status === 200) return answer.json();
  counters.failed.add(1);
  console.error(
    `${call.path}: ${answer.status} after ${Math.round(answer.timings.duration)} ms ${answer.error} ${String(answer.body).slice(0, 300)}`,
  );
  return null;
}

const change = (cookie, path, body) =>
  ask(cookie, { method: 'POST', path, body, key: crypto.randomUUID() });

/** What came back is not what has to. */
function wrong(what) {
  counters.failed.add(1);
  console.error(what);
}

export function read() {
  if (!isGoing()) return;
  const { cookie, staffCookie } = mine();
  const call = reads[exec.scenario.iterationInTest % reads.length];
  ask(call.of === 'staff' ? staffCookie : cookie, call);
}

/** Per virtual user: a change of this account failed, and nobody knows what it has now. */
let isDoubtful = false;

export function registerAndGiveBack() {
  if (isDoubtful || !isGoing()) return;
  const { cookie, examId } = mine();
  const got = change(cookie, '/api/onlineExamRegistration', { examId });
  isDoubtful = !got?.registrationId;
  if (!got) return;
  if (isDoubtful) return wrong(`not registered: ${got.error}`);
  counters.registered.add(1);
  const { registrationId } = got;
  isDoubtful = !change(cookie, '/api/cancelExamRegistration', { registrationId });
  if (!isDoubtful) counters.given_back.add(1);
}

export function noteSchoolPayment() {
  if (!isGoing()) return;
  const { staffCookie, schoolId } = mine();
  const payment = { schoolId, amount: PAYMENT, date: '2026-01-05' };
  if (change(staffCookie, '/api/admin/recordSchoolPayment', payment)) counters.noted.add(1);
}

export function buyCredit() {
  if (!isGoing()) return;
  const { cookie, ccId, price } = mine();
  const order = { numberOfCredits: 1, ccId, amount: price };
  if (change(cookie, '/api/purchaseCreditsWithProfile', order)) counters.bought.add(1);
}

export function handleSummary({ metrics, state }) {
  const count = (name) => metrics[name]?.values.count ?? 0;
  const counts = {
    ...Object.fromEntries(Object.keys(counters).map((name) => [name, count(name)])),
    notBegun: count('dropped_iterations'),
    seconds: state.testRunDurationMs / 1000,
  };
  return { [REPORT]: JSON.stringify(counts) };
}
