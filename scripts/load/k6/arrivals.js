// Students who arrive within a minute, as on the day registration opens. Each loads the page with
// its files, waits in the queue where the portal says so, signs in and lists the exams. They come
// from one machine: the portal's limits of an address must let so many in (docs/testing/load.md).
//
//   THINK      seconds to type one's password, half to one and a half of it    4
//   PATIENCE   seconds after which a student who is not in has failed          1500
//
// A virtual user plays many students: ten thousand virtual users would need the memory of a
// cluster, and students who wait do nothing most of the time.
import { check } from 'k6';
import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';
import { users } from './shared/people.js';
import { demandReady } from './shared/portal.js';
import { base, numberOf, pace, slack } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const { rate, seconds } = pace({ rate: 167, duration: '1m' });
const students = Math.max(1, Math.round(rate * seconds));
const thinkMs = 1000 * numberOf('THINK', 4);
const timeoutMs = 1000 * numberOf('PATIENCE', 1500);
const vus = Math.min(students, 500);
/** Under any load an empty page is shown for at most so many milliseconds. */
const ANSWER_MS = 2000;

const inside = new Counter('students_inside');
const waited = new Counter('students_waited');
const serverErrors = new Counter('server_errors');
const unexpected = new Counter('unexpected_answers');
const promiseKept = new Rate('promise_kept');
const waitSeconds = new Trend('wait_seconds');

const calls = ['page', 'file', 'waitInLine', 'login', 'getAllExamsAccordingStudent'];

export const options = {
  scenarios: {
    arrivals: {
      executor: 'per-vu-iterations',
      vus,
      iterations: 1,
      maxDuration: `${Math.ceil(seconds + timeoutMs / 1000) + 60}s`,
    },
  },
  thresholds: {
    server_errors: ['count==0'],
    unexpected_answers: ['count==0'],
    students_inside: [`count==${students}`],
    checks: ['rate==1'],
    // with a queue of seconds a promise says little, and on a busy machine times say nothing
    ...(slack === null
      ? {}
      : {
          promise_kept: ['rate>0.9'],
          ...Object.fromEntries(
            calls.map((name) => [
              `http_req_duration{name:${name}}`,
              [`p(95)<${Math.round(ANSWER_MS * slack)}`],
            ]),
          ),
        }),
  },
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
};

export function setup() {
  demandReady();
  if (users.length === 0) throw new Error('USERS names no students.');
  // a threshold of a counter without a value is not checked, so each begins at 0
  for (const counter of [serverErrors, unexpected, waited]) counter.add(0);
  return { startsAt: Date.now() + 3000 };
}

export default async function arrive({ startsAt }) {
  const own = [];
  for (let n = __VU - 1; n < students; n += vus)
    own.push(visit(n, startsAt + (n * 1000 * seconds) / students));
  await Promise.all(own);
}

const pause = (ms) => new Promise((done) => setTimeout(done, Math.max(1, ms)));

/** Creates a browser with its cookies and its state in the queue. */
function browser() {
  const jar = new http.CookieJar();
  const send = async (method, path, name, body) => {
    const answer = await http.asyncRequest(method, base + path, body && JSON.stringify(body), {
      jar,
      headers: body ? { 'content-type': 'application/json' } : {},
      tags: { name },
      responseCallback: http.expectedStatuses(200, 429),
    });
    const tags = { name, status: String(answer.status), code: String(answer.error_code || '') };
    if (answer.status === 0 || answer.status >= 500) serverErrors.add(1, tags);
    else if (answer.status !== 200 && answer.status !== 429) unexpected.add(1, tags);
    return answer;
  };
  return { send, queuedAt: null, leftAt: null, promise: null };
}

async function visit(n, arrivesAt) {
  await pause(arrivesAt - Date.now());
  const me = browser();
  const page = await inTurn(me, () => me.send('GET', '/login', 'page'));
  if (!check(page, { 'the page comes': (got) => got.status === 200 })) return;
  const files = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  await Promise.all(files.map((path) => me.send('GET', path, 'file')));
  await pause(thinkMs * (0.5 + Math.random()));

  // fewer accounts than students: each is signed in to from several browsers
  const { email, password } = users[n % users.length];
  const signedIn = await inTurn(me, () =>
    me.send('POST', '/api/login', 'login', { email, password }),
  );
  const admittedAt = Date.now();
  if (!check(signedIn, { 'the student is signed in': (got) => got.status === 200 })) return;
  const list = await me.send(
    'GET',
    '/api/getAllExamsAccordingStudent',
    'getAllExamsAccordingStudent',
  );
  check(list, {
    'the list holds exams': (got) => got.status === 200 && got.json().exams.length > 0,
  });
  inside.add(1);
  if (me.queuedAt === null) return;
  waited.add(1);
  // fairness.ts compares the order in which they came and went in
  console.log(`arrival ${n} ${me.queuedAt} ${me.leftAt} ${admittedAt}`);
}

/** Sends a request; when the portal queues it, waits for the turn and sends it again. */
async function inTurn(me, ask) {
  let answer = await ask();
  while (answer.status === 429) {
    await turn(me);
    answer = await ask();
  }
  return answer;
}

/** Waits as the page does: polls at the given interval. */
async function turn(me) {
  const since = Date.now();
  me.queuedAt ??= since;
  for (;;) {
    const answer = await me.send('POST', '/api/waitInLine', 'waitInLine', {});
    const isGood = check(answer, { 'the queue answers': (got) => got.status === 200 });
    const { state, waitSeconds: promised, pollSeconds } = isGood ? answer.json() : {};
    if (state === 'open') break;
    if (Date.now() - since > timeoutMs) throw new Error('waited too long');
    if (me.promise === null && promised !== null && promised !== undefined)
      me.promise = { at: Date.now(), seconds: promised };
    await pause(1000 * (pollSeconds || 5) * (0.9 + Math.random() / 5));
  }
  me.leftAt = Date.now();
  waitSeconds.add((me.leftAt - since) / 1000);
  if (me.promise === null) return;
  // the wait is within half of the promised one, and a few polls
  const took = (me.leftAt - me.promise.at) / 1000;
  const said = me.promise.seconds;
  promiseKept.add(took <= 1.5 * said + 15 && took >= 0.5 * said - 15);
  me.promise = null;
}
