import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Inbox } from '../testing/processes/inbox.ts';
import { freshDatabase, type TestDatabase } from '../testing.ts';

// F29: a mail server that keeps every message, and processes that are killed while they send.

let db: TestDatabase;
let inbox: Inbox;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  db = await freshDatabase('kit');
});
beforeEach(async () => {
  await db.run`DELETE FROM mail`;
  inbox = new Inbox();
  await inbox.up();
});
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  workers.clear();
  await inbox.down();
});
afterAll(() => db.drop());

const script = fileURLToPath(new URL('../testing/processes/mail-worker.ts', import.meta.url));
/** `connections` to the database: a third of them, at least one, is for emails. */
function aWorker(connections: number): ChildProcess {
  const env = {
    ...process.env,
    DATABASE_URL: db.url,
    SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
    LOG_LEVEL: 'silent',
    CONNECTIONS: String(connections),
  };
  const worker = spawn(process.execPath, [script], { env, stdio: 'inherit' });
  workers.add(worker);
  return worker;
}
/** As kill -9 does, and another one in its place. */
async function replace(worker: ChildProcess, connections: number): Promise<ChildProcess> {
  worker.kill('SIGKILL');
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
  workers.delete(worker);
  return aWorker(connections);
}

const LETTERS = 60;
const write = () => db.run`
  INSERT INTO mail (id, key, recipient, subject, body_text, body_html)
  SELECT gen_random_uuid(), 'k' || n, 's' || n || '@student.test', 'Hello', 'Hello', ''
  FROM generate_series(1, ${LETTERS}::integer) AS n`;
async function allSent(): Promise<void> {
  while (
    await db.maybe`
    SELECT 1 AS waits FROM mail WHERE sent_at IS NULL
    LIMIT 1`
  )
    await pause(20); // the test has a time limit of its own
}
/** Counts the deliveries of each email, for emails delivered more than once. */
function repeated(): Map<string, number> {
  const times = new Map<string, number>();
  for (const { to } of inbox.taken) times.set(to, (times.get(to) ?? 0) + 1);
  expect(times.size).toBe(LETTERS); // and no email is missing
  return new Map([...times].filter(([, count]) => count > 1));
}

test('a sender killed before the mail server accepted an email causes no duplicate', async () => {
  let worker = aWorker(1); // nothing else is under way when it is killed
  let kills = 0;
  inbox.beforeData = async (to) => {
    if (Number(/\d+/.exec(to)?.[0]) % 8 !== 0 || kills === 5) return;
    kills += 1;
    worker = await replace(worker, 1);
  };
  await write();
  await allSent();
  expect(kills).toBe(5);
  expect([...repeated()]).toEqual([]);
});

test('a sender killed between acceptance and commit repeats only its current emails', async () => {
  let worker = aWorker(10);
  let kills = 0;
  inbox.onTaken = async () => {
    if (inbox.taken.length % 15 !== 0 || kills === 3) return;
    kills += 1;
    // the email is accepted, and its sender never gets the response
    worker = await replace(worker, 10);
  };
  await write();
  await allSent();
  expect(kills).toBe(3);
  const twice = repeated();
  // each kill has one email that was accepted, and at most two others in progress beside it
  expect(twice.size).toBeGreaterThanOrEqual(3);
  expect(twice.size).toBeLessThanOrEqual(9);
  for (const to of twice.keys()) {
    const ids = inbox.taken
      .filter((one) => one.to === to)
      .map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1]);
    expect(new Set(ids).size).toBe(1); // so that an inbox that drops duplicates shows one
  }
});
