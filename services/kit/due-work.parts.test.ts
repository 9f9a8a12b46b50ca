import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findDueWork, onDueWork } from './due-work.ts';
import { onCommit, type PendingWork, signalCommit } from './jobs/commit-signal.ts';
import { freshDatabase, type TestDatabase } from './testing.ts';

const KINDS: readonly PendingWork[] = ['event', 'retry', 'email', 'webhook'];

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
beforeEach(() =>
  db.pool.query('TRUNCATE outbox, outbox_stream, dead_letter, mail, webhook_address CASCADE'),
);
afterAll(() => db.drop());

/** Returns the kinds of work that one look finds. */
async function found(): Promise<PendingWork[]> {
  const seen: PendingWork[] = [];
  const stops = KINDS.map((kind) => onCommit(kind, () => void seen.push(kind)));
  const own = new Promise<void>((resolve) => stops.push(onCommit('reset request', resolve)));
  await findDueWork(db).run();
  // signals arrive in order: this one is the last
  signalCommit('reset request');
  await own;
  for (const stop of stops) stop();
  return seen;
}

const addEvent = (sent: string) =>
  db.pool.query(`INSERT INTO outbox (id, type, payload, sent_at)
    VALUES (gen_random_uuid(), 'kit.tried', '{}', ${sent})`);
const addRefill = (until: string) =>
  db.pool.query(`INSERT INTO outbox_stream (name, created, refill_from, refill_after, refill_until)
    VALUES ('kit', 'now', ${until}, gen_random_uuid(), ${until})`);
const addFailed = (next: string, dead: string) =>
  db.pool.query(`INSERT INTO dead_letter
      (consumer, event_id, type, payload, error, next_try_at, dead_at)
    VALUES ('kit.tried', gen_random_uuid(), 'kit.tried', '{}', 'poison', ${next}, ${dead})`);
const addEmail = (next: string, sent: string) =>
  db.pool.query(`INSERT INTO mail
      (id, key, recipient, subject, body_text, body_html, next_try_at, sent_at)
    VALUES (gen_random_uuid(), gen_random_uuid(), 'a@student.test', '', '', '', ${next}, ${sent})`);
/** Adds a delivery to an address that is active or not. */
async function addDelivery(isActive: boolean, columns: Readonly<Record<string, string>>) {
  await db.run`
    INSERT INTO webhook_address (id, url, events, active, version, created_at)
    VALUES (1, 'http://127.0.0.1/', '{}', ${isActive}, 1, now())`;
  const names = Object.keys(columns);
  await db.pool.query(`INSERT INTO webhook_delivery
      (webhook_id, message_id, event, ${names.join(', ')})
    VALUES (1, gen_random_uuid(), 'kit.tried', ${Object.values(columns).join(', ')})`);
}

const [PAST, FUTURE] = [-1, 60].map((s) => `clock_timestamp() + interval '${s} second'`) as [
  string,
  string,
];

describe('a look at the database finds', () => {
  test.each<[work: string, kind: PendingWork, add: () => Promise<unknown>]>([
    ['an event that was never sent', 'event', () => addEvent('NULL')],
    ['a refill of a stream that was lost', 'event', () => addRefill(PAST)],
    ['an event whose next try is due', 'retry', () => addFailed(PAST, 'NULL')],
    ['an email whose next try is due', 'email', () => addEmail(PAST, 'NULL')],
    ['a delivery without a body', 'webhook', () => addDelivery(false, { next_try_at: FUTURE })],
    [
      'a delivery whose next try is due',
      'webhook',
      () => addDelivery(true, { body: "'{}'", next_try_at: PAST }),
    ],
    [
      'a delivery whose sender has crashed',
      'webhook',
      () =>
        addDelivery(false, {
          body: "'{}'",
          state: "'sending'",
          sending_since: "clock_timestamp() - interval '31 seconds'",
        }),
    ],
  ])('%s: %s', async (_work, kind, add) => {
    expect(await found()).toEqual([]);
    await add();
    expect(await found()).toEqual([kind]);
  });

  test.each<[work: string, add: () => Promise<unknown>]>([
    ['that was sent', () => addEvent(PAST)],
    ['that waits for its next try', () => addFailed(FUTURE, 'NULL')],
    ['that is a dead letter', () => addFailed(PAST, PAST)],
    ['of an email that waits for its next try', () => addEmail(FUTURE, 'NULL')],
    ['of an email that was sent', () => addEmail(PAST, PAST)],
    [
      'of a delivery to an inactive address',
      () => addDelivery(false, { body: "'{}'", next_try_at: PAST }),
    ],
    [
      'of a delivery that waits for its next try',
      () => addDelivery(true, { body: "'{}'", next_try_at: FUTURE }),
    ],
    [
      'of a delivery that is being sent',
      () =>
        addDelivery(true, {
          body: "'{}'",
          state: "'sending'",
          sending_since: 'clock_timestamp()',
        }),
    ],
  ])('nothing %s', async (_work, add) => {
    await add();
    expect(await found()).toEqual([]);
  });
});

test('only jobs whose work a look finds poll rarely', () => {
  const job = { name: 'a job', everySeconds: 1, run: async () => {} };
  const paused = [undefined, ...KINDS, 'reset request' as const].map(
    (kind) => onDueWork(kind ? { ...job, onCommit: kind } : job).everySeconds,
  );
  expect(paused).toEqual([1, 30, 30, 30, 30, 1]);
});
