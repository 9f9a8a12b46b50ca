import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { connect } from './database.ts';
import { runJob } from './jobs.ts';
import { mailJob } from './mail.ts';
import { eventually, freshDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());
beforeEach(() => db.run`DELETE FROM mail`);

/** A mail server that takes what it is sent, as far as SMTP goes here. */
class Inbox {
  readonly taken: { to: string; text: string }[] = [];
  /** Addresses that it refuses, with an answer. */
  readonly refuses = new Set<string>();
  /** How long it thinks about a letter, in milliseconds. */
  thinks = 0;
  port = 0;
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();

  async up(): Promise<void> {
    const server = createServer((socket) => this.#talk(socket));
    this.#server = server;
    await new Promise<void>((ready) => server.listen(this.port, '127.0.0.1', ready));
    this.port = (server.address() as { port: number }).port;
  }

  async down(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(undefined)));
    this.#server = undefined;
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket);
    let [to, text, isData, left] = ['', '', false, ''];
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (isData && line !== '.') text += `${line}\n`;
      else if (isData) {
        isData = false;
        this.taken.push({ to, text });
        setTimeout(say, this.thinks, '250 taken');
      } else if (/^(EHLO|HELO|MAIL|RSET)/i.test(line)) say('250 fine');
      else if (/^RCPT/i.test(line)) {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        say(this.refuses.has(to) ? '550 nobody here' : '250 fine');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        text = '';
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('502 what');
    };
    say('220 inbox');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const lines = (left + data).split('\r\n');
      left = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
  }
}

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

const aJob = () => mailJob(db, { smtpUrl: `smtp://127.0.0.1:${inbox.port}`, from: 'JSE <portal@jse.test>' });
const write = (...recipients: string[]) =>
  db.run`
    INSERT INTO mail (id, key, recipient, subject, body_text, body_html, attachments)
    SELECT gen_random_uuid(), r || ${randomUUID()}, r, 'Hello', 'A secret link', '<p>A secret link</p>', '[]' FROM unnest(${recipients}::text[]) AS r`;
const waiting = () =>
  db.many<{ recipient: string; attempts: number; pause: number }>`
    SELECT recipient, attempts, extract(epoch FROM next_try_at - clock_timestamp())::float AS pause FROM mail WHERE sent_at IS NULL ORDER BY recipient`;
const takenBy = () => inbox.taken.map(({ to }) => to).sort();
const names = (count: number) => Array.from({ length: count }, (_, n) => `s${String(n).padStart(3, '0')}@student.test`);

test('letters are sent once, however many there are, and their text is not kept', async () => {
  await write(...names(45));
  const [one, other] = [aJob(), aJob()]; // two replicas
  await Promise.all([one.run(), other.run(), one.run()]);
  expect(takenBy()).toEqual(names(45));
  expect(await db.many`SELECT DISTINCT body_text, body_html FROM mail`).toEqual([{ bodyText: '', bodyHtml: '' }]);
});

test('a server that takes its time over each letter gets each once, though a batch of them outlasts the patience of the database', async () => {
  const impatient = connect(db.url, { idleInTransactionMs: 700 });
  stops.push(() => impatient.close());
  inbox.thinks = 200;
  await write(...names(20));
  await mailJob(impatient, { smtpUrl: `smtp://127.0.0.1:${inbox.port}`, from: 'JSE <portal@jse.test>' }).run();
  expect(await waiting()).toEqual([]);
  expect(takenBy()).toEqual(names(20));
});

test('while the server is away letters wait, after a day no longer than ten seconds, and then each goes out once', async () => {
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

test('a server that is away is asked for a few letters, not for all that wait', async () => {
  await inbox.down();
  await write(...names(45));
  await aJob().run();
  expect((await waiting()).filter(({ attempts }) => attempts > 0)).toHaveLength(20);
});

test('a letter that the server refuses holds up no other, and waits longer and longer', async () => {
  await write('gone@student.test', ...names(25));
  inbox.refuses.add('gone@student.test');
  await aJob().run();
  expect(takenBy()).toEqual(names(25));
  expect(await waiting()).toMatchObject([{ recipient: 'gone@student.test', attempts: 1 }]);
  await db.run`UPDATE mail SET attempts = 30, next_try_at = clock_timestamp() WHERE sent_at IS NULL`;
  await aJob().run();
  const [{ pause } = { pause: 0 }] = await waiting();
  expect(pause).toBeGreaterThan(3500);
});

test('a letter that was sent but not noted comes again under the same Message-ID, so that the inbox can drop it', async () => {
  await write('s@student.test');
  await aJob().run();
  await db.run`UPDATE mail SET sent_at = NULL`; // the process died before it was written down
  await aJob().run();
  const ids = inbox.taken.map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
