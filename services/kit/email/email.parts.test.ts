import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { endDeadLetter, listDeadLetters, redrive } from '../commands/redrive.ts';
import { connect } from '../database/database.ts';
import { runJob } from '../jobs/jobs.ts';
import { Inbox } from '../testing/processes/inbox.ts';
import { eventually, freshDatabase, PATIENT, type TestDatabase } from '../testing.ts';
import { mailJob } from './email.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());
beforeEach(() => db.run`DELETE FROM mail`);

let inbox: Inbox;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  inbox = new Inbox();
  await inbox.up();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await inbox.down();
});

const aJob = () =>
  mailJob(db, { smtpUrl: () => `smtp://127.0.0.1:${inbox.port}`, from: 'JSE <portal@jse.test>' });
const write = (...recipients: string[]) =>
  db.run`
    INSERT INTO mail (id, key, recipient, subject, body_text, body_html, attachments)
    SELECT gen_random_uuid(), r || ${randomUUID()}, r, 'Hello', 'A secret link',
      '<p>A secret link</p>', '[]' FROM unnest(${recipients}::text[]) AS r`;
const waiting = () =>
  db.many<{ recipient: string; attempts: number; pause: number }>`
    SELECT recipient, attempts, extract(epoch FROM next_try_at - clock_timestamp())::float AS pause
    FROM mail WHERE sent_at IS NULL ORDER BY recipient`;
const takenBy = () => inbox.taken.map(({ to }) => to).sort();
const names = (count: number) =>
  Array.from({ length: count }, (_, n) => `s${String(n).padStart(3, '0')}@student.test`);

test('emails are sent once, however many there are, and their text is not kept', async () => {
  await write(...names(45));
  const [one, other] = [aJob(), aJob()]; // two replicas
  await Promise.all([one.run(), other.run(), one.run()]);
  expect(takenBy()).toEqual(names(45));
  expect(await db.many`SELECT DISTINCT body_text, body_html FROM mail`).toEqual([
    { bodyText: '', bodyHtml: '' },
  ]);
});

test('a slow mail server gets each email once, even beyond the database time limits', async () => {
  const impatient = connect(db.url, { ...PATIENT, idleInTransactionMs: 100 });
  stops.push(() => impatient.close());
  inbox.thinks = 200;
  await write(...names(20));
  await mailJob(impatient, {
    smtpUrl: () => `smtp://127.0.0.1:${inbox.port}`,
    from: 'JSE <portal@jse.test>',
  }).run();
  expect(await waiting()).toEqual([]);
  expect(takenBy()).toEqual(names(20));
});

test('with the server down emails wait, after a day at most ten seconds', async () => {
  await inbox.down();
  await write(...names(3));
  await aJob().run();
  expect(await waiting()).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }]);
  await db.run`UPDATE mail SET attempts = 8640, next_try_at = clock_timestamp()`;
  await aJob().run();
  for (const { pause } of await waiting()) expect(pause).toBeLessThanOrEqual(10);
  await inbox.up();
  await db.run`UPDATE mail SET next_try_at = clock_timestamp()`;
  stops.push(runJob(aJob()).stop, runJob(aJob()).stop);
  await eventually(waiting, ({ length }) => length === 0);
  expect(takenBy()).toEqual(names(3));
});

test('an unavailable server is tried with a few emails, not with all that wait', async () => {
  await inbox.down();
  await write(...names(45));
  await aJob().run();
  expect((await waiting()).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);
});

test('a permanently rejected email is a dead letter at once and blocks no other', async () => {
  await write('gone@student.test', ...names(25));
  inbox.refuses.add('gone@student.test');
  await aJob().run();
  expect(takenBy()).toEqual(names(25));
  expect(await listDeadLetters(db)).toMatchObject([{ kind: 'mail' }]);
  inbox.refuses.clear();
  await aJob().run();
  expect(takenBy()).toEqual(names(25));
});

test('an email that the server defers blocks no other, and its pauses grow', async () => {
  inbox.refusal = '450 try later';
  await write('gone@student.test', ...names(25));
  inbox.refuses.add('gone@student.test');
  await aJob().run();
  expect(takenBy()).toEqual(names(25));
  expect(await waiting()).toMatchObject([{ recipient: 'gone@student.test', attempts: 1 }]);
  await db.run`
    UPDATE mail SET attempts = 30, next_try_at = clock_timestamp() WHERE sent_at IS NULL`;
  await aJob().run();
  const [{ pause } = { pause: 0 }] = await waiting();
  expect(pause).toBeGreaterThan(3500);
});

test('a run tries each email once, however long it lasts', async () => {
  inbox.refusal = '450 try later';
  await write('gone@student.test', ...names(5));
  inbox.refuses.add('gone@student.test');
  // the pause of the rejected email ends before the others are sent
  inbox.onTaken = async () =>
    void (await db.run`
      UPDATE mail SET next_try_at = clock_timestamp()
      WHERE recipient = 'gone@student.test' AND attempts > 0`);
  await aJob().run();
  expect(takenBy()).toEqual(names(5));
  expect(await waiting()).toMatchObject([{ recipient: 'gone@student.test', attempts: 1 }]);
});

test('an email deferred for five days is a dead letter, for operators to decide', async () => {
  inbox.refusal = '450 try later';
  await write('gone@student.test', 'lost@student.test');
  inbox.refuses.add('gone@student.test').add('lost@student.test');
  await db.run`UPDATE mail SET created_at = clock_timestamp() - interval '6 days'`;
  await inbox.down();
  await aJob().run(); // an unavailable server has not rejected anything
  expect(await listDeadLetters(db)).toEqual([]);
  await inbox.up();
  await db.run`UPDATE mail SET next_try_at = clock_timestamp()`;
  await aJob().run();
  const dead = await listDeadLetters(db);
  expect(dead).toMatchObject([{ kind: 'mail' }, { kind: 'mail' }]);
  const lost = dead.find(({ what }) => what.startsWith('lost'))?.id ?? '';
  expect([await endDeadLetter(db, lost, 'one'), await endDeadLetter(db, lost, 'another')]).toEqual([
    true,
    false,
  ]);
  inbox.refuses.clear();
  expect([await redrive(db, 'all', 'one'), await redrive(db, 'all', 'another')]).toEqual([1, 0]);
  await aJob().run();
  expect(takenBy()).toEqual(['gone@student.test']);
});

test('a stopped sender finishes its current emails and starts none', async () => {
  await write(...names(30));
  const stopping = new AbortController();
  inbox.onTaken = async () => stopping.abort();
  await aJob().run(stopping.signal);
  expect(inbox.taken.length).toBeLessThanOrEqual(6);
  expect(await waiting()).toHaveLength(30 - inbox.taken.length);
});

test('an unrecorded email is resent with its Message-ID, so that inboxes drop it', async () => {
  await write('s@student.test');
  await aJob().run();
  await db.run`UPDATE mail SET sent_at = NULL`; // the process died before it was written down
  await aJob().run();
  const ids = inbox.taken.map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
