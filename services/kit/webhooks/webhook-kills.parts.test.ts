import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { uuidv7 } from '../ids.ts';
import { freshDatabase, type TestDatabase } from '../testing.ts';
import { newWebhookSecret } from './signature.ts';

// Processes that are killed while they send, stopped, or lose their database.

let db: TestDatabase;
let url = '';
let answer: RequestListener = (_req, res) => void res.end();
let ids: string[] = [];
const receiver = createServer((req, res) => {
  ids.push(String(req.headers['webhook-id']));
  req.resume().once('end', () => answer(req, res));
});
/** A process that delivers, with its log and output so far. */
interface Worker {
  process: ChildProcess;
  output: string;
}
const workers = new Set<Worker>();

beforeAll(async () => {
  db = await freshDatabase('kit');
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}/`;
  await db.run`
    INSERT INTO webhook_address (id, url, events, active, version, created_at)
    VALUES (1, ${url}, '{}', true, 1, now())`;
});
beforeEach(async () => {
  ids = [];
  answer = (_req, res) => void res.end();
  await db.run`DELETE FROM webhook_delivery`;
});
afterEach(() => {
  for (const worker of workers) worker.process.kill('SIGKILL');
  workers.clear();
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await db.drop();
});

const script = fileURLToPath(new URL('../testing/processes/webhook-worker.ts', import.meta.url));
function aWorker(): Worker {
  const address = {
    id: 1,
    url,
    events: [],
    active: true,
    version: 1,
    secrets: [{ secret: newWebhookSecret(), until: null }],
  };
  const env = {
    ...process.env,
    DATABASE_URL: db.url,
    LOG_LEVEL: 'error',
    ADDRESSES: JSON.stringify([address]),
  };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const worker = { process: child, output: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    worker.output += piece;
  });
  workers.add(worker);
  return worker;
}
async function aDelivery(): Promise<string> {
  const id = uuidv7();
  await db.run`
    INSERT INTO webhook_delivery (webhook_id, message_id, event, body, next_try_at)
    VALUES (1, ${id}, 'webhook.test', '{}', clock_timestamp())`;
  return `msg_${id}`;
}
interface Row {
  state: string;
  errors: (string | null)[];
}
const row = () =>
  db.one<Row>`
    SELECT state, coalesce((SELECT array_agg(error ORDER BY no) FROM webhook_attempt), '{}')
      AS errors
    FROM webhook_delivery`;
/** Waits for it; the test has a time limit of its own. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}
const hasSaid = (worker: Worker, words: string) => until(() => worker.output.includes(words));
const stateIs = (state: string) => until(async () => (await row()).state === state);
/** Ends the half minute after which a silent sender counts as dead. */
const leaseIsOver = () =>
  db.run`UPDATE webhook_delivery SET sending_since = sending_since - interval '31 seconds'`;
const becomeDue = () =>
  db.run`UPDATE webhook_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`;

test('kill -9 while sending is a failed try; the next one has the same webhook-id', async () => {
  const first = aWorker();
  answer = () => void first.process.kill('SIGKILL');
  const id = await aDelivery();
  await once(first.process, 'exit');
  expect(ids).toEqual([id]);
  expect(await row()).toEqual({ state: 'sending', errors: [] });

  answer = (_req, res) => void res.end();
  aWorker();
  await leaseIsOver();
  await stateIs('queued');
  expect((await row()).errors).toEqual(['The try was cut off.']);
  await becomeDue();
  await stateIs('delivered');
  expect(ids).toEqual([id, id]);
  expect((await row()).errors).toEqual(['The try was cut off.', null]);
});

test('a stopped process finishes its current try, and starts no other', async () => {
  const worker = aWorker();
  let end = () => {};
  answer = (_req, res) => {
    end = () => void res.end();
  };
  const id = await aDelivery();
  await until(() => ids.length === 1);
  const exited = once(worker.process, 'exit');
  worker.process.kill('SIGTERM');
  await hasSaid(worker, 'stopping');
  await db.run`
    INSERT INTO webhook_delivery (webhook_id, message_id, event, body, next_try_at)
    SELECT 1, gen_random_uuid(), 'webhook.test', '{}', clock_timestamp()`;
  end();
  expect((await exited)[0]).toBe(0);
  expect(ids).toEqual([id]);
  const states = await db.many`SELECT state FROM webhook_delivery ORDER BY id`;
  expect(states).toEqual([{ state: 'delivered' }, { state: 'queued' }]);
});

test('a database that becomes unavailable during a try loses nothing', async () => {
  const name = new URL(db.url).pathname.slice(1);
  const server = new pg.Client({ connectionString: db.url.replace(`/${name}`, '/postgres') });
  await server.connect();
  try {
    answer = async (_req, res) => {
      await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await server.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [name],
      );
      res.end();
    };
    const worker = aWorker();
    const id = await aDelivery();
    await hasSaid(worker, 'webhook try not noted');
    answer = (_req, res) => void res.end();
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(() =>
      row().then(
        () => true,
        () => false,
      ),
    );
    expect(await row()).toEqual({ state: 'sending', errors: [] });
    await leaseIsOver();
    await stateIs('queued');
    await becomeDue();
    await stateIs('delivered');
    expect(ids).toEqual([id, id]);
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
});
