// k6: sends requests at a steady rate until CONTROL answers 'end': reads, and changes that carry an
// Idempotency-Key and whose effects are counted. Made for scripts/rolling, which prepares
// signed-in people, operates on the portal during the run, and compares the counts with the books.
//
//   BASE_URL   the portal
//   USERS      JSON file: { accounts: [{ cookie, staffCookie, schoolId, examId, ccId, price }],
//              reads: [{ of, method, path, body }] }; at least 60 accounts, each of which is used
//              by one virtual user alone
//   RATE       requests a second                                          200
//   CONTROL    answers 'go', then 'stop' (nothing new is begun), then 'end' (this run ends)
//   RETRY      1: retries requests that broke off as pages do: a change with its key, a read once,
//              after a second
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
 * Seconds before a read is sent again, as web/src/app/query-client.ts waits at first; a page then
 * has three more tries. Not at once: a killed process ends its connections some milliseconds before
 * it stops accepting new ones, so a client that reconnects in between is cut off twice.
 */
const READ_WAITS = [1];

const counters = Object.fromEntries(
  ['requests', 'failed', 'repeated', 'registered', 'given_back', 'noted', 'bought'].map((name) => [
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
  noConnectionReuse: false,
};

let said = 'go';
let saidAt = 0;
/** Polls CONTROL at most once a second in each virtual user. */
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
  counters.requests.add(1);
  return http.request(method, `${BASE_URL}${path}`, body ? JSON.stringify(body) : null, {
    headers: {
      cookie,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    // no cookies but the given ones
    jar: new http.CookieJar(),
    timeout: '60s',
  });
}

/** Returns the answer of a call; null when it failed, which is then counted and logged. */
function ask(cookie, call) {
  const waits = !retries ? [] : call.key ? WAITS : READ_WAITS;
  let answer = send(cookie, call);
  let broke = answer.status === 0;
  for (const wait of waits) {
    // a request whose connection broke may still be in progress
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
  const { status, error, body, timings } = answer;
  console.error(
    `${call.path}: ${status} after ${Math.round(timings.duration)} ms ` +
      `${error} ${String(body).slice(0, 300)}`,
  );
  return null;
}

const change = (cookie, path, body) =>
  ask(cookie, { method: 'POST', path, body, key: crypto.randomUUID() });

/** Counts and logs a wrong response. */
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

/** Per virtual user: a change of this account failed, so its state is unknown. */
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
