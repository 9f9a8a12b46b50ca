import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { durable } from '../commands/process.ts';
import { endDeadLetter, redrive } from '../commands/redrive.ts';
import { PROCESS_DAYS } from '../commands/release-process.ts';
import { STREAM_DAYS } from '../events/outbox.ts';
import { uuidv7 } from '../ids.ts';
import { asStudent, freshDatabase, type TestDatabase } from '../testing.ts';
import { KEPT_DAYS, registerRetentionGauge, retentionJob } from './retention.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
  registerRetentionGauge(db);
});
beforeEach(() =>
  db.pool.query('TRUNCATE outbox, inbox, mail, process, idempotency, audit, dead_letter'),
);
afterAll(async () => {
  register.removeSingleMetric('portal_oldest_row_seconds');
  await db.drop();
});

const addOutbox = (days: number | null, createdDays = days) => db.run`
  INSERT INTO outbox (id, type, payload, created_at, sent_at)
  VALUES (${uuidv7()}, ${`sent ${days}`}, '{}',
    now() - ${createdDays}::integer * interval '1 day',
      now() - ${days}::integer * interval '1 day')`;
const addInbox = (days: number) => db.run`
  INSERT INTO inbox (consumer, event_id, handled_at)
  VALUES (${`handled ${days}`}, ${uuidv7()}, now() - ${days}::integer * interval '1 day')`;
const addMail = (days: number | null) => db.run`
  INSERT INTO mail (id, key, recipient, subject, body_text, body_html, created_at, sent_at)
  VALUES (${uuidv7()}, ${`sent ${days}`}, '', '', '', '', now() - interval '900 days',
    now() - ${days}::integer * interval '1 day')`;
const addProcess = (status: string, days: number) => db.run`
  INSERT INTO process (id, name, scope, key, body_hash, actor, input, state, status, created_at)
  VALUES (${uuidv7()}, 'test', '', ${`${status} ${days}`}, '', '{}', '{}', '{}', ${status},
    now() - ${days}::integer * interval '1 day')`;
const addKey = (key: string, days: number) => db.run`
  INSERT INTO idempotency (command, scope, key, body_hash, created_at)
  VALUES ('test', '', ${`${key} ${days}`}, '', now() - ${days}::float8 * interval '1 day')`;
const left = async (column: string, table: string) =>
  (await db.pool.query(`SELECT ${column} AS name FROM ${table} ORDER BY 1`)).rows.map(
    (row) => row.name as string,
  );

test('rows are kept longer than any possible request for them', () => {
  expect(KEPT_DAYS.outbox).toBeGreaterThan(STREAM_DAYS);
  expect(KEPT_DAYS.inbox).toBeGreaterThan(KEPT_DAYS.outbox + STREAM_DAYS);
  expect(KEPT_DAYS.mail).toBeGreaterThan(KEPT_DAYS.inbox);
  expect(KEPT_DAYS.browserKey).toBeGreaterThan(1);
  expect(Math.min(KEPT_DAYS.serviceKey, KEPT_DAYS.process)).toBeGreaterThan(PROCESS_DAYS);
});

test('deletes rows at their age; keeps unfinished ones and the audit forever', async () => {
  for (const days of [29, 31, 400]) await addOutbox(days);
  await addOutbox(null, 400);
  await addOutbox(1, 400); // NATS was unavailable for long: its age counts from the sending
  for (const days of [59, 61]) await addInbox(days);
  for (const days of [89, 91, null]) await addMail(days);
  for (const status of ['running', 'dead', 'done', 'refused'])
    for (const days of [89, 91]) await addProcess(status, days);
  for (const days of [1.1, 1.9, 2.1]) await addKey(uuidv7().slice(0, 8), days);
  for (const days of [89, 91]) await addKey('process:step', days);
  await db.run`
    INSERT INTO dead_letter (consumer, event_id, type, payload, error, failed_at, dead_at)
    VALUES ('kit', ${uuidv7()}, '', '{}', '', now() - interval '900 days',
      now() - interval '900 days')`;
  await db.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, change,
      request_id)
    VALUES (now() - interval '9 years', 'service', 0, '', 'action', '', '', '{}', '')`;
  await retentionJob(db).run();
  expect(await left('type', 'outbox')).toEqual(['sent 1', 'sent 29', 'sent null']);
  expect(await left('consumer', 'inbox')).toEqual(['handled 59']);
  expect(await left('key', 'mail')).toEqual(['sent 89', 'sent null']);
  expect(await left('key', 'process')).toEqual([
    'dead 89',
    'dead 91',
    'done 89',
    'refused 89',
    'running 89',
    'running 91',
  ]);
  expect((await left('key', 'idempotency')).map((key) => key.split(' ')[1])).toEqual(
    expect.arrayContaining(['1.1', '1.9', '89']),
  );
  expect(await left('key', 'idempotency')).toHaveLength(3);
  expect([await left('consumer', 'dead_letter'), await left('op', 'audit')]).toEqual([
    ['kit'],
    ['action'],
  ]);
});

test('many rows go page by page, by two replicas at once too, and are counted', async () => {
  await db.run`INSERT INTO inbox (consumer, event_id, handled_at)
    SELECT 'many', gen_random_uuid(), now() - interval '70 days' FROM generate_series(1, 1700)`;
  const before = await metric('portal_pruned_rows_total');
  expect(await metric('portal_oldest_row_seconds')).toBeGreaterThan(69 * 86_400);
  await Promise.all([retentionJob(db).run(), retentionJob(db).run()]);
  expect(await left('consumer', 'inbox')).toEqual([]);
  expect((await metric('portal_pruned_rows_total')) - before).toBe(1700);
  expect(await metric('portal_oldest_row_seconds')).toBe(0);
});
const metric = async (name: string) =>
  Number(
    new RegExp(`^${name}\\{table="inbox"\\} (\\S+)$`, 'm').exec(await register.metrics())?.[1] ?? 0,
  );

test('a service that drains stops pruning between two pages', async () => {
  await db.run`INSERT INTO inbox (consumer, event_id, handled_at)
    SELECT 'many', gen_random_uuid(), now() - interval '70 days' FROM generate_series(1, 1700)`;
  await retentionJob(db).run(AbortSignal.abort());
  expect(await left('consumer', 'inbox')).toHaveLength(1700);
});

test('a process whose keys may have expired elsewhere is only ended, not redriven', async () => {
  let tries = 0;
  const { start, resume } = durable<object, object, null>({
    name: 'old',
    begin: async () => ({}),
    steps: [
      {
        name: 'wait',
        run: async () => {
          tries += 1;
          throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        },
        commit: async () => undefined,
      },
    ],
    answer: () => null,
  });
  await start(asStudent(db, 1), {}).catch(() => undefined);
  const next = async () => {
    await db.run`
      UPDATE process SET next_run_at = clock_timestamp(),
        created_at = created_at - interval '31 days' WHERE status = 'running'`;
    await resume(db);
    return db.one<{ id: string; status: string }>`SELECT id, status FROM process`;
  };
  expect((await next()).status).toBe('running');
  const { id, status } = await next();
  expect([status, tries]).toEqual(['dead', 3]);
  expect(await redrive(db, 'all', 'one')).toBe(0);
  expect(await endDeadLetter(db, id, 'one')).toBe(true);
  expect([(await next()).status, tries]).toEqual(['refused', 3]);
});
