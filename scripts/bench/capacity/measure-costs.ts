import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { login } from '@portal/contract/students/auth';
import { client } from '@portal/kit/grpc/client';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import pg from 'pg';
import { createClient } from 'redis';
import { exchange } from '../../portal-user/exchange.ts';
import { SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { aStudent, asTool, forEach, grant, signedIn } from '../people.ts';
import { type Cost, type Costs, PARTS, type Part, STEPS, type Step } from './costs.ts';
import { cpuTimeMs } from './cpu-time.ts';

const TIMES = 200;
/** Executions of cheap steps: the kernel counts CPU time in hundredths of a second. */
const TIMES_OF_CHEAP = 4000;
const CONCURRENCY = 4;
/**
 * PostgreSQL and the outbox report their counters late; idle work is measured for the same time.
 */
const SETTLE_MS = 3000;
/** Marks statements of this file, which are not counted. */
const MARK = 'counted by the bench';
const EXAM = 401;
const PASSWORD = 'Study4JSE!';
/** The requests of the page before a student sees the exam list. */
const FIRST_SCREEN = [
  'GET /api/getAllExamsAccordingStudent',
  'POST /api/getCreditsInfo',
  'GET /api/getSessionsByStudentId',
] as const;
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator');

interface Sent {
  status: number;
  bytes: number;
  body: string;
}

/** Sends a request on a new connection; returns status, body and the bytes received. */
async function send(
  { url }: Portal,
  path: string,
  { method = 'GET', body, cookie }: { method?: string; body?: object; cookie?: string } = {},
): Promise<Sent> {
  const answer = await exchange(url, {
    method,
    path,
    body: body && JSON.stringify(body),
    headers: { 'accept-encoding': 'br', ...(cookie ? { cookie } : {}) },
  });
  const { socket, statusCode = 0 } = answer;
  return { status: statusCode, body: await text(answer), bytes: socket.bytesRead };
}

/** Enables the counting of statements, for which PostgreSQL was started with an extension. */
async function countStatements(portal: Portal): Promise<void> {
  const server = new pg.Client({ connectionString: portal.serverUrl });
  await server.connect();
  await server.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await server.end();
  await portal.restart('postgres');
  await portal.ready();
  const again = new pg.Client({ connectionString: portal.serverUrl });
  await again.connect();
  await again.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await again.end();
}

interface Counts {
  cpuMs: Record<Part, number>;
  statements: number;
  events: number;
}

async function rowsOf(url: string, query: string): Promise<number> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query<{ n: string }>(query);
  await db.end();
  return Number(rows[0]?.n ?? 0);
}

async function counts(portal: Portal): Promise<Counts> {
  const cpuMs = Object.fromEntries(
    PARTS.map((part) => [part, cpuTimeMs(portal.pid(part) ?? 0)]),
  ) as Record<Part, number>;
  const statements = await rowsOf(
    portal.serverUrl,
    `SELECT coalesce(sum(calls), 0) AS n
      FROM pg_stat_statements(true) s JOIN pg_roles r ON r.oid = s.userid
      WHERE NOT r.rolsuper AND query NOT LIKE '%${MARK}%'`,
  );
  const events = await Promise.all(
    SERVICES.map((service) =>
      rowsOf(portal.databaseUrl(service), `SELECT count(*) AS n FROM outbox -- ${MARK}`),
    ),
  );
  return { cpuMs, statements, events: events.reduce((sum, n) => sum + n, 0) };
}

/** Returns the cost of one of `times` executions, without the portal's idle work. */
async function measure(
  portal: Portal,
  times: number,
  work: (n: number) => Promise<Sent[]>,
): Promise<Cost> {
  const [idleFrom, idleStart] = [await counts(portal), performance.now()];
  await pause(SETTLE_MS);
  const [before, start] = [await counts(portal), performance.now()];
  const idleMs = start - idleStart;
  const sent = await forEach(
    Array.from({ length: times }, (_, n) => n),
    work,
    CONCURRENCY,
  );
  await pause(SETTLE_MS);
  const after = await counts(portal);
  const share = (performance.now() - start) / idleMs;
  const one = (idle: number, from: number, to: number) =>
    Math.max(0, (to - from - (from - idle) * share) / times);
  const answers = sent.flat();
  return {
    cpuMs: Object.fromEntries(
      PARTS.map((part) => [
        part,
        round(one(idleFrom.cpuMs[part], before.cpuMs[part], after.cpuMs[part])),
      ]),
    ) as Record<Part, number>,
    requests: Math.round(answers.length / times),
    statements: round(one(idleFrom.statements, before.statements, after.statements), 1),
    bytes: Math.round(answers.reduce((sum, { bytes }) => sum + bytes, 0) / times),
    events: round(one(idleFrom.events, before.events, after.events), 1),
  };
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
const good = (sent: Sent, status = 200): Sent => {
  if (sent.status !== status)
    throw new Error(`answered ${sent.status}: ${sent.body.slice(0, 200)}`);
  return sent;
};

/**
 * Puts entries into the queue before all future visitors, so many that those never get their turn.
 */
async function fillQueue(portal: Portal, by: number): Promise<void> {
  const redis = createClient({ url: portal.env['REDIS_URL'] ?? '' });
  await redis.connect();
  await redis.hIncrBy('{waiting-room}:counters', by > 0 ? 'given' : 'called', Math.abs(by));
  await redis.close();
  await pause(1500); // each replica polls every second
}

/**
 * Measures each step of an arrival, as a mean of 200 or more executions, on a separate idle portal:
 * CPU by /proc, statements by pg_stat_statements, bytes on the browser's connection, events by the
 * outboxes.
 */
export async function measureCosts(portal: Portal): Promise<Costs> {
  await countStatements(portal);
  const people = await forEach(Array.from({ length: TIMES }), async () => {
    const student = await aStudent();
    await grant(student.id, 10, 0);
    return student;
  });
  const cookies: string[] = [];
  for (const student of people.slice(0, 20)) await signedIn(portal.url, student); // warm

  const first = good(await send(portal, '/login'));
  const files = [...first.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const page = () =>
    Promise.all(['/login', ...files].map(async (path) => good(await send(portal, path))));
  const steps: Partial<Record<Step, Cost>> = {};
  steps.page = await measure(portal, TIMES, page);

  await fillQueue(portal, 1_000_000);
  const place = (await fetch(`${portal.url}/login`, { redirect: 'manual' })).headers
    .get('set-cookie')
    ?.split(';', 1)[0];
  steps.wait = await measure(portal, TIMES_OF_CHEAP, async () => [
    good(await send(portal, '/login', { cookie: place ?? '' }), 429),
  ]);
  await fillQueue(portal, -2_000_000);
  await pause(20_000); // the waiting room opens a quarter of a minute later

  steps['sign in'] = await measure(portal, TIMES, async (n) => {
    const email = people[n]?.email ?? '';
    const body = { email, password: PASSWORD };
    return [good(await send(portal, login.path, { method: 'POST', body }))];
  });
  await forEach(
    people,
    async (student) => {
      cookies.push((await signedIn(portal.url, student)).cookieHeader);
    },
    CONCURRENCY,
  );
  steps['exam list'] = await measure(portal, TIMES, (n) =>
    Promise.all(
      FIRST_SCREEN.map(async (call) => {
        const [method = '', path = ''] = call.split(' ');
        const body = method === 'POST' ? { body: {} } : {};
        return good(await send(portal, path, { method, cookie: cookies[n] ?? '', ...body }));
      }),
    ),
  );
  const registered: number[] = [];
  const call = async (n: number, path: string, body: object) =>
    good(await send(portal, path, { method: 'POST', body, cookie: cookies[n] ?? '' }));
  steps.register = await measure(portal, TIMES, async (n) => {
    const sent = await call(n, onlineExamRegistration.path, { examId: EXAM });
    registered[n] = Number(JSON.parse(sent.body).registrationId);
    return [sent];
  });
  const startsAt = new Date(Date.now() + 45 * 86_400_000);
  const { sessionIds } = await sessions.createSessions(
    { sessions: [{ sessionType: '21', locationId: 13, startsAt, gender: '3', seats: 2 * TIMES }] },
    asTool(),
  );
  steps.book = await measure(portal, TIMES, async (n) => [
    await call(n, scheduleSessionForRegistration.path, {
      registrationId: registered[n] ?? 0,
      sessionId: sessionIds[0] ?? 0,
    }),
  ]);
  return steps as Costs;
}

/** Formats the measured costs as a table for a terminal, one line per step. */
export function costLines(costs: Costs): string[] {
  const head = ['', ...PARTS, 'CPU ms', 'requests', 'statements', 'kB', 'events'];
  const rows = STEPS.map((step) => {
    const cost = costs[step];
    const all = PARTS.reduce((sum, part) => sum + cost.cpuMs[part], 0);
    return [
      step,
      ...PARTS.map((part) => cost.cpuMs[part].toFixed(1)),
      all.toFixed(1),
      String(cost.requests),
      cost.statements.toFixed(0),
      (cost.bytes / 1000).toFixed(1),
      cost.events.toFixed(0),
    ];
  });
  return [head, ...rows].map((cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(12))).join(''),
  );
}
