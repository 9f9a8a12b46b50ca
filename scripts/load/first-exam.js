// k6: sign in, list the exams, register one with credits and take it back. Against a running portal with demo data:
//   k6 run scripts/load/first-exam.js                                  (npm start; http://localhost:8080)
//   k6 run -e BASE_URL=https://trial.example.org -e USERS=users.json -e READERS=200 -e DURATION=5m scripts/load/first-exam.js
//
//   BASE_URL   the portal                        http://localhost:8080
//   USERS      JSON file, [{ "email", "password" }]; one account registers at a time for itself, so more accounts make more load
//              (path from this file's folder)    the demo student dana
//   LOAD_USERS so many buyers of the load data instead (SEED=load), 1000 at most
//   READERS    people who read the exam list     10
//   DURATION   how long                          15s
//   THINK      seconds a person reads            1
//   REPORT     file for the summary as JSON      none
//
// Only refused sign-ins count against the portal's limits, so signing in again and again is within them.
import { check, sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const base = (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/+$/, '');
const users = usersOf(__ENV);
const duration = __ENV.DURATION || '15s';
const think = Number(__ENV.THINK || 1);
const registered = new Counter('exams_registered');

/** Who signs in. Every hundredth student of the load data has credits to spend. */
function usersOf({ USERS, LOAD_USERS }) {
  if (USERS) return JSON.parse(open(USERS));
  if (!LOAD_USERS) return [{ email: 'dana@student.test', password: 'Study4JSE!' }];
  return Array.from({ length: Number(LOAD_USERS) }, (_, index) => ({
    email: `load${String(1 + 100 * index).padStart(6, '0')}@student.test`,
    password: 'Study4JSE!',
  }));
}

/** One scenario an account: two at once on one account would only refuse one another ("already registered"). */
function registering(index) {
  return {
    executor: 'constant-vus',
    exec: 'register',
    vus: 1,
    duration,
    gracefulStop: '30s',
    env: { ACCOUNT: String(index) },
  };
}

export const options = {
  // A person keeps the session from one look to the next.
  noCookiesReset: true,
  scenarios: {
    readers: { executor: 'constant-vus', exec: 'read', vus: Number(__ENV.READERS || 10), duration },
    ...Object.fromEntries(users.map((_, index) => [`student-${index}`, registering(index)])),
  },
  thresholds: {
    checks: ['rate>0.99'],
    http_req_failed: ['rate<0.01'],
    'http_req_duration{name:sign in}': ['p(95)<1000'],
    'http_req_duration{name:list}': ['p(95)<500', 'p(99)<1000'],
    'http_req_duration{name:register}': ['p(95)<1000'],
    'http_req_duration{name:cancel}': ['p(95)<1000'],
    // A run in which nobody got an exam has shown nothing.
    exams_registered: ['count>0'],
  },
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
};

/** Waits for nobody: a portal that is not ready ends the run at once, with one sentence. */
export function setup() {
  const answer = http.get(`${base}/readyz`, { responseCallback: null, tags: { name: 'ready' } });
  if (answer.status !== 200)
    throw new Error(`The portal at ${base} is not ready (${answer.status || answer.error}).`);
}

/** Somebody who looks at the exam list. */
export function read() {
  signIn();
  list();
  sleep(think);
}

/** Somebody who takes an exam with credits (the GET button) and gives it back, so that the next round can do the same. */
export function register() {
  signIn();
  const exams = list();
  const credits = post('credits', '/api/getCreditsInfo', {}).json();
  const exam = exams.find((one) => isForTaking(one, credits));
  if (check(exam, { 'an exam is there that the credits pay for': (one) => one !== undefined })) {
    const answer = post(
      'register',
      '/api/onlineExamRegistration',
      { examId: exam.id },
      crypto.randomUUID(),
    );
    if (check(answer, { 'register: 200': (got) => got.status === 200 })) {
      registered.add(1);
      const { registrationId, totCreditsAvailable } = answer.json();
      check(totCreditsAvailable, {
        'register: its credits are spent': (left) => left === credits.totalCredits - exam.credits,
      });
      const back = post(
        'cancel',
        '/api/cancelExamRegistration',
        { registrationId },
        crypto.randomUUID(),
      );
      check(back, {
        'cancel: 200': (got) => got.status === 200,
        'cancel: the credits are back': (got) =>
          got.status === 200 && got.json().availableCredits === credits.totalCredits,
      });
    }
  }
  sleep(think);
}

/** Per virtual user: whether this one has signed in. */
let signedIn = false;
function signIn() {
  if (signedIn) return;
  // People do not all come in the same instant; hashing so many passwords at once would be what is measured.
  sleep(Math.random() * think);
  const answer = post('sign in', '/api/login', users[Number(__ENV.ACCOUNT ?? __VU) % users.length]);
  signedIn = check(answer, { 'sign in: 200': (got) => got.status === 200 });
}

function list() {
  const answer = http.get(`${base}/api/getAllExamsAccordingStudent`, { tags: { name: 'list' } });
  // A session that is over (30 minutes, or a restart of Redis) is no failure of the next look.
  if (answer.status === 401) signedIn = false;
  const good = check(answer, {
    'list: 200 with exams': (got) => got.status === 200 && got.json().exams.length > 0,
  });
  return good ? answer.json().exams : [];
}

/** As the page decides: on offer for self-service, not registered, and paid by credits for its vendor or for every vendor. */
function isForTaking(exam, { creditsDetails }) {
  const ofVendor = exam.vendor_id === 3 ? creditsDetails['3'] : creditsDetails['1,4'];
  const open =
    exam.status === 'none' &&
    exam.phonesystem_active &&
    exam.fitRequirements &&
    exam.alternate_course_version === null;
  return open && exam.credits > 0 && exam.credits <= ofVendor + creditsDetails.generic;
}

function post(name, path, body, key) {
  const headers = {
    'content-type': 'application/json',
    ...(key ? { 'idempotency-key': key } : {}),
  };
  return http.post(`${base}${path}`, JSON.stringify(body), { headers, tags: { name } });
}

/** The usual summary on the terminal, and as JSON for who asks for it. */
export function handleSummary(data) {
  const lines = ['sign in', 'list', 'register', 'cancel'].map((name) => {
    const values = data.metrics[`http_req_duration{name:${name}}`]?.values;
    return values
      ? `  ${name.padEnd(10)} median ${values.med.toFixed(0)} ms, p95 ${values['p(95)'].toFixed(0)} ms, p99 ${values['p(99)'].toFixed(0)} ms`
      : '';
  });
  const { count = 0, rate = 0 } = data.metrics.http_reqs?.values ?? {};
  const failed = Object.entries(data.metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) =>
      ok ? [] : [`  missed: ${name} ${rule}`],
    ),
  );
  const checks = (group) => [...group.checks, ...group.groups.flatMap(checks)];
  const broken = checks(data.root_group).flatMap(({ name, fails, passes }) =>
    fails ? [`  ${name}: ${fails} of ${fails + passes} not`] : [],
  );
  const text = [
    `  ${count} calls, ${rate.toFixed(0)} a second, ${data.metrics.exams_registered?.values.count ?? 0} exams registered`,
    ...lines,
    ...broken,
    ...failed,
  ];
  return {
    stdout: `${text.filter(Boolean).join('\n')}\n`,
    ...(__ENV.REPORT ? { [__ENV.REPORT]: JSON.stringify(data, null, 2) } : {}),
  };
}
