import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { conflict, partnerFailed } from '../errors.ts';
import { asStudent, freshDatabase, refusalOf, type TestDatabase } from '../testing.ts';
import { durable } from './process.ts';
import { isEnded } from './process-definition.ts';
import { endDeadLetter, listDeadLetters, redrive } from './redrive.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query('CREATE TABLE step_done (step text)');
});
beforeEach(() => db.pool.query('TRUNCATE process, audit, step_done'));
afterAll(() => db.drop());

const stepsDone = async () =>
  (await db.pool.query('SELECT step FROM step_done')).rows.map((row) => row.step as string);

/** A process of two steps given by the test; tells whether its first step was undone. */
function aProcess({ mustFinish }: { mustFinish?: string } = {}) {
  const breaks: { pay?: () => Error; settle?: () => Error; undo?: () => Error } = {};
  const may = (step: keyof typeof breaks) => {
    const error = breaks[step]?.();
    if (error) throw error;
  };
  const process = durable<{ thing: string }, { paid?: boolean }, { paid: boolean | undefined }>({
    name: 'buy',
    begin: async () => ({}),
    steps: [
      {
        name: 'pay',
        run: async () => may('pay') ?? { paid: true },
        commit: async (tx) => void (await tx.run`INSERT INTO step_done VALUES ('paid')`),
        undo: async (tx, _process, why) => {
          await tx.run`INSERT INTO step_done VALUES (${isEnded(why) ? 'ended' : 'undone'})`;
          may('undo');
        },
      },
      {
        name: 'settle',
        commit: async (tx) => {
          await tx.run`INSERT INTO step_done VALUES ('settled')`;
          may('settle');
          return undefined;
        },
      },
    ],
    answer: ({ paid }) => ({ paid }),
    ...(mustFinish === undefined ? {} : { mustFinish }),
  });
  const call = asStudent(db, 1);
  const start = () => process.start(call, { thing: 'a' });
  /** The next try of everything, without its pause. */
  const next = async () => {
    await db.run`UPDATE process SET next_run_at = clock_timestamp() WHERE status = 'running'`;
    return process.resume(db);
  };
  const fails = async (times: number) => {
    await start().catch(() => undefined);
    for (let n = 1; n < times; n++) await next();
  };
  return { breaks, start, next, fails };
}
const bug = () => new TypeError('a bug');
const row = () => db.one<{ id: string; status: string; failures: number; pause: number }>`
  SELECT id, status, failures, extract(epoch FROM next_run_at - clock_timestamp())::float AS pause
  FROM process`;

test('a failing process is a dead letter after minutes; redriven it completes once', async () => {
  const { breaks, start, next, fails } = aProcess();
  breaks.settle = bug;
  await fails(1);
  const pauses = [(await row()).pause];
  for (let n = 2; n < 10; n++) {
    await next();
    pauses.push((await row()).pause);
  }
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(180);
  expect(await row()).toMatchObject({ status: 'running', failures: 9 });
  await next();
  expect(await row()).toMatchObject({ status: 'dead', failures: 10 });
  expect(await next()).toBe(0);
  expect((await refusalOf(start())).code).toBe('request_in_progress'); // the same key waits with it
  expect(await listDeadLetters(db)).toMatchObject([
    { kind: 'process', what: 'buy, step 1', error: expect.stringContaining('TypeError: a bug') },
  ]);

  delete breaks.settle;
  expect(
    (await Promise.all([redrive(db, 'all', 'one'), redrive(db, 'all', 'another')])).sort(),
  ).toEqual([0, 1]);
  expect((await Promise.all([next(), next()])).sort()).toEqual([0, 1]);
  expect(await start()).toEqual({ paid: true });
  expect(await stepsDone()).toEqual(['paid', 'settled']);
  expect(await redrive(db, 'all', 'one')).toBe(0);
});

test('a process that waits for the truth is never closed, however long', async () => {
  const { breaks, next, fails, start } = aProcess();
  breaks.pay = () => partnerFailed('charge_unknown', 'We do not know.');
  await fails(40);
  expect(await row()).toMatchObject({ status: 'running', failures: 0 });
  expect((await row()).pause).toBeLessThanOrEqual(4);
  delete breaks.pay;
  await next();
  expect(await start()).toEqual({ paid: true });
});

test('failures count from the last step that was done', async () => {
  const { breaks, next, fails } = aProcess();
  breaks.pay = bug;
  await fails(9);
  delete breaks.pay;
  breaks.settle = bug;
  await next();
  expect(await row()).toMatchObject({ status: 'running', failures: 1 });
});

test('a failed undo loses nothing: the dead process keeps its state for a later undo', async () => {
  const { breaks, fails, next, start } = aProcess();
  breaks.settle = () => conflict('sold_out', 'Sold out');
  breaks.undo = bug;
  await fails(10);
  expect(await row()).toMatchObject({ status: 'dead', failures: 10 });
  expect(await db.one`SELECT input, state FROM process`).toEqual({
    input: { thing: 'a' },
    state: { paid: true },
  });
  expect(await stepsDone()).toEqual(['paid']); // the undo left nothing
  delete breaks.undo;
  expect(await redrive(db, (await row()).id, 'one')).toBe(1);
  await next();
  expect((await refusalOf(start())).code).toBe('sold_out');
  expect(await stepsDone()).toEqual(['paid', 'undone']);
});

test('a dead process that an operator ends is undone once; its caller gets a refusal', async () => {
  const { breaks, fails, next, start } = aProcess();
  breaks.settle = bug;
  await fails(10);
  const { id } = await row();
  const [ended, run] = await Promise.all([
    endDeadLetter(db, id, 'one'),
    redrive(db, id, 'another'),
  ]);
  expect(Number(ended) + run).toBe(1); // the first caller
  if (run === 1) {
    for (let n = 0; n < 10; n++) await next();
    expect(await endDeadLetter(db, id, 'one')).toBe(true);
  }
  await Promise.all([next(), next()]);
  expect((await refusalOf(start())).code).toBe('request_ended');
  expect(await stepsDone()).toEqual(['paid', 'ended']);
  expect([await endDeadLetter(db, id, 'one'), await redrive(db, id, 'one')]).toEqual([false, 0]);
  expect(
    await db.many`
      SELECT change->>'by' AS by FROM audit
      WHERE table_name = 'process' AND change->>'deadLetter' = 'end'`,
  ).toEqual([{ by: 'one' }]);
});

test('an end whose undo fails is a dead letter again, which can still be completed', async () => {
  const { breaks, fails, next, start } = aProcess();
  breaks.settle = bug;
  breaks.undo = bug;
  await fails(10);
  const { id } = await row();
  await endDeadLetter(db, id, 'one');
  for (let n = 0; n < 10; n++) await next();
  expect(await row()).toMatchObject({ status: 'dead', failures: 10 });
  expect(await listDeadLetters(db)).toMatchObject([{ what: 'buy, step 1, was to be ended' }]);
  breaks.settle = undefined as never;
  await redrive(db, id, 'one');
  await next();
  expect(await start()).toEqual({ paid: true });
  expect(await stepsDone()).toEqual(['paid', 'settled']);
});

test('a process that must finish cannot be ended: it stays dead and gives the reason', async () => {
  const { breaks, fails, next } = aProcess({ mustFinish: 'money may have moved' });
  breaks.settle = bug;
  await fails(10);
  await endDeadLetter(db, (await row()).id, 'one');
  await next();
  expect(await row()).toMatchObject({ status: 'dead' });
  expect(await listDeadLetters(db)).toMatchObject([
    { error: expect.stringContaining('cannot be ended: money may have moved') },
  ]);
  expect(await stepsDone()).toEqual(['paid']);
});
