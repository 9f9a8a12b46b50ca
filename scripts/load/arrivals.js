// k6: students who arrive within a minute, as on the day registration opens. Each loads the page with
// its files, waits in the queue where the portal says so, signs in and lists the exams. Against a
// portal with SEED=load whose limits of an address let so many come from one machine:
//   SEED=load MAX_CONNECTIONS=20000 WAITING_ROOM_PLACES_OF_ADDRESS=1000000 npm start
//   node scripts/load/run-arrivals.ts
//
//   BASE_URL   the portal                                       http://localhost:8080
//   STUDENTS   how many come                                    10000
//   WITHIN     seconds in which they do, evenly                 60
//   THINK      seconds to type one's password, half to one and a half of it    4
//   EMAIL      one account for all of them instead of the load data
//   PATIENCE   seconds after which who is not in has failed     1500
//
// A virtual user is VUS-th of the students, not one of them: ten thousand would need the memory of a
// cluster, and those who wait do nothing most of the time.
import { check } from 'k6';
import http from 'k6/http';
import { Counter, Rate, Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';

const base = (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/+$/, '');
const students = Number(__ENV.STUDENTS || 10_000);
const withinMs = 1000 * Number(__ENV.WITHIN || 60);
const thinkMs = 1000 * Number(__ENV.THINK || 4);
const patienceMs = 1000 * Number(__ENV.PATIENCE || 1500);
const vus = Math.min(students, 500);
const password = 'Study4JSE!';

const inside = new Counter('students_inside');
const waited = new Counter('students_waited');
const serverErrors = new Counter('server_errors');
const unanswered = new Counter('requests_unanswered');
const promiseKept = new Rate('promise_kept');
const waitSeconds = new Trend('wait_seconds');

const calls = ['page', 'file', 'queue', 'sign in', 'list'];

export const options = {
  scenarios: {
    arrivals: {
      executor: 'per-vu-iterations',
      vus,
      iterations: 1,
      maxDuration: `${Math.ceil((withinMs + patienceMs) / 1000) + 60}s`,
    },
  },
  thresholds: {
    server_errors: ['count==0'],
    requests_unanswered: ['count==0'],
    students_inside: [`count==${students}`],
    promise_kept: ['rate>0.9'],
    checks: ['rate==1'],
    ...Object.fromEntries(
      // the short pass of `npm test` runs beside other work: it judges no times
      __ENV.UNTIMED ? [] : calls.map((name) => [`http_req_duration{name:${name}}`, ['p(95)<2000']]),
    ),
  },
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
};

export function setup() {
  const answer = http.get(`${base}/readyz`, { responseCallback: null, tags: { name: 'ready' } });
  if (answer.status !== 200)
    throw new Error(`The portal at ${base} is not ready (${answer.status || answer.error}).`);
  // what nobody did must be a count of 0, not a threshold that was never looked at
  for (const counter of [serverErrors, unanswered, waited]) counter.add(0);
  return { startsAt: Date.now() + 3000 };
}

export default async function arrive({ startsAt }) {
  const own = [];
  for (let n = __VU - 1; n < students; n += vus)
    own.push(visit(n, startsAt + (n * withinMs) / students));
  await Promise.all(own);
}

const pause = (ms) => new Promise((done) => setTimeout(done, Math.max(1, ms)));

/** A browser: its cookies, and what it saw of the queue. */
function browser() {
  const jar = new http.CookieJar();
  const send = async (method, path, name, body) => {
    const answer = await http.asyncRequest(method, base + path, body && JSON.stringify(body), {
      jar,
      headers: body ? { 'content-type': 'application/json' } : {},
      tags: { name },
      responseCallback: http.expectedStatuses(200, 429),
    });
    if (answer.status === 0) unanswered.add(1);
    if (answer.status >= 500) serverErrors.add(1);
    return answer;
  };
  return { send, queuedAt: null, promise: null };
}

async function visit(n, arrivesAt) {
  await pause(arrivesAt - Date.now());
  const me = browser();
  let page = await me.send('GET', '/login', 'page');
  while (page.status === 429) {
    await turn(me);
    page = await me.send('GET', '/login', 'page');
  }
  if (!check(page, { 'page: 200': (got) => got.status === 200 })) return;
  const files = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  );
  await Promise.all(files.map((path) => me.send('GET', path, 'file')));
  await pause(thinkMs * (0.5 + Math.random()));

  const account = {
    email: __ENV.EMAIL || `load${String(accountOf(n)).padStart(6, '0')}@student.test`,
    password,
  };
  let signedIn = await me.send('POST', '/api/login', 'sign in', account);
  while (signedIn.status === 429) {
    await turn(me);
    signedIn = await me.send('POST', '/api/login', 'sign in', account);
  }
  const admittedAt = Date.now();
  if (!check(signedIn, { 'sign in: 200': (got) => got.status === 200 })) return;
  const list = await me.send('GET', '/api/getAllExamsAccordingStudent', 'list');
  check(list, {
    'list: 200 with exams': (got) => got.status === 200 && got.json().exams.length > 0,
  });
  inside.add(1);
  if (me.queuedAt === null) return;
  waited.add(1);
  // run-arrivals.ts compares the order in which they came and went in
  console.log(`arrival ${n} ${me.queuedAt} ${me.leftAt} ${admittedAt}`);
}

/** Every tenth student of the load data has no account. */
const accountOf = (n) => 1 + n + Math.floor(n / 9);

/** Waits as the page does: asks again when it was told to. */
async function turn(me) {
  const since = Date.now();
  me.queuedAt ??= since;
  for (;;) {
    const answer = await me.send('POST', '/api/waitInLine', 'queue', {});
    const isGood = check(answer, { 'queue: 200': (got) => got.status === 200 });
    const { state, waitSeconds: promised, pollSeconds } = isGood ? answer.json() : {};
    if (state === 'open') break;
    if (Date.now() - since > patienceMs) throw new Error('waited too long');
    if (me.promise === null && promised !== null && promised !== undefined)
      me.promise = { at: Date.now(), seconds: promised };
    await pause(1000 * (pollSeconds || 5) * (0.9 + Math.random() / 5));
  }
  me.leftAt = Date.now();
  waitSeconds.add((me.leftAt - since) / 1000);
  if (me.promise === null) return;
  // within a half of what was said, and a few turns of asking
  const took = (me.leftAt - me.promise.at) / 1000;
  const said = me.promise.seconds;
  promiseKept.add(took <= 1.5 * said + 15 && took >= 0.5 * said - 15);
  me.promise = null;
}

/** The figures on the terminal. */
export function handleSummary({ metrics, root_group: checks }) {
  const count = (name) => metrics[name]?.values.count ?? 0;
  const times = calls.flatMap((name) => {
    const values = metrics[`http_req_duration{name:${name}}`]?.values;
    return values
      ? [
          `  ${name.padEnd(8)} median ${values.med.toFixed(0)} ms, p95 ${values['p(95)'].toFixed(0)} ms, p99 ${values['p(99)'].toFixed(0)} ms, longest ${values.max.toFixed(0)} ms`,
        ]
      : [];
  });
  const wait = metrics.wait_seconds?.values;
  const missed = Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) =>
      ok ? [] : [`  missed: ${name} ${rule}`],
    ),
  );
  const broken = checks.checks.flatMap(({ name, fails, passes }) =>
    fails ? [`  ${name}: ${fails} of ${fails + passes} not`] : [],
  );
  const text = [
    `  ${count('students_inside')} of ${students} students are in, ${count('students_waited')} waited${wait ? `: median ${wait.med.toFixed(0)} s, longest ${wait.max.toFixed(0)} s` : ''}`,
    `  ${count('server_errors')} answers of 5xx, ${count('requests_unanswered')} requests without an answer, ${count('http_reqs')} requests`,
    `  promises kept: ${(100 * (metrics.promise_kept?.values.rate ?? 1)).toFixed(1)} %`,
    ...times,
    ...broken,
    ...missed,
  ];
  return { stdout: `${text.join('\n')}\n` };
}
