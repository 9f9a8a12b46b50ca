import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { conflict, partnerFailed } from '../errors.ts';
import { runJob } from '../jobs/jobs.ts';
import { asStudent, eventually, freshDatabase, refusalOf, type TestDatabase } from '../testing.ts';
import { durable } from './process.ts';
import { resumeJobs } from './resume-jobs.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query('CREATE TABLE step_done (process text, step text)');
});
afterAll(() => db.drop());

const stepsOf = async (name: string) =>
  (await db.pool.query('SELECT step FROM step_done WHERE process = $1', [name])).rows.map(
    (row) => row.step,
  );

/** A process that holds a place, asks a partner and settles; the partner does as the test says. */
function purchase(name: string, partner: (attempt: number) => Promise<string>) {
  return durable<{ thing: string }, { receipt?: string }, { receipt: string | undefined }>({
    name,
    begin: async (tx) => {
      await tx.run`INSERT INTO step_done VALUES (${name}, 'held')`;
      return {};
    },
    steps: [
      {
        name: 'ask',
        run: async ({ attempt }) => ({ receipt: await partner(attempt) }),
        undo: async (tx) => {
          await tx.run`INSERT INTO step_done VALUES (${name}, 'let go')`;
        },
      },
      {
        name: 'settle',
        commit: async (tx) => {
          await tx.run`INSERT INTO step_done VALUES (${name}, 'settled')`;
          return undefined;
        },
      },
    ],
    answer: ({ receipt }) => ({ receipt }),
  });
}

test('a process that runs through answers, and answers the same again', async () => {
  const { start } = purchase('through', async () => 'r1');
  const call = asStudent(db, 1);
  expect(await start(call, { thing: 'a' })).toEqual({ receipt: 'r1' });
  expect(await start(call, { thing: 'a' })).toEqual({ receipt: 'r1' });
  expect((await refusalOf(start(call, { thing: 'b' }))).code).toBe('idempotency_key_reused');
  expect(await stepsOf('through')).toEqual(['held', 'settled']);
});

test('a refusal by the partner undoes the hold and is stored', async () => {
  const { start } = purchase('refused', async () => {
    throw conflict('sold_out', 'Sold out');
  });
  const call = asStudent(db, 1);
  expect((await refusalOf(start(call, { thing: 'a' }))).code).toBe('sold_out');
  expect((await refusalOf(start(call, { thing: 'a' }))).code).toBe('sold_out');
  expect(await stepsOf('refused')).toEqual(['held', 'let go']);
});

test('the worker retries a partner without response, knowing that it is a retry', async () => {
  const attempts: number[] = [];
  const process = purchase('unsure', async (attempt) => {
    attempts.push(attempt);
    if (attempt === 0) throw partnerFailed('unsure', 'We do not know.');
    return 'r2';
  });
  const call = asStudent(db, 1);
  expect((await refusalOf(process.start(call, { thing: 'a' }))).code).toBe('unsure');
  await eventually(
    () => process.resume(db),
    (taken) => taken === 1,
  );
  expect(await process.start(call, { thing: 'a' })).toEqual({ receipt: 'r2' });
  expect(attempts).toEqual([0, 1]);
  expect(await stepsOf('unsure')).toEqual(['held', 'settled']);
});

test('the same key during the first request gets a refusal', async () => {
  let go = () => {};
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { start } = purchase('slow', async () => {
    await waiting;
    return 'r3';
  });
  const call = asStudent(db, 1);
  const first = start(call, { thing: 'a' });
  await eventually(
    () => stepsOf('slow'),
    (steps) => steps.length === 1,
  );
  expect((await refusalOf(start(call, { thing: 'a' }))).code).toBe('request_in_progress');
  go();
  expect(await first).toEqual({ receipt: 'r3' });
});

test('twenty requests at once with one key make one process', async () => {
  const { start } = purchase('twins', async () => 'r4');
  const call = asStudent(db, 1);
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, () => start(call, { thing: 'a' })),
  );
  expect(settled.filter((answer) => answer.status === 'fulfilled').length).toBeGreaterThan(0);
  expect(await stepsOf('twins')).toEqual(['held', 'settled']);
});

/** Makes inserts of processes wait until the returned function is called. */
async function lockInserts(): Promise<() => Promise<void>> {
  const client = await db.pool.connect();
  await client.query('BEGIN; LOCK TABLE process IN SHARE MODE');
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

test('control: without the unique key concurrent requests make several processes', async () => {
  await db.pool.query('ALTER TABLE process DROP CONSTRAINT process_name_scope_key_key');
  try {
    const { start } = purchase('twins without a key', async () => 'r4');
    const call = asStudent(db, 1);
    // all have looked for a process, and none has made one
    const release = await lockInserts();
    const starts = Promise.all(Array.from({ length: 2 }, () => start(call, { thing: 'a' })));
    await eventually(
      () =>
        db.pool.query(`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      ({ rowCount }) => rowCount === 2,
    );
    await release();
    await starts;
    expect(
      (await stepsOf('twins without a key')).filter((step) => step === 'settled'),
    ).toHaveLength(2);
  } finally {
    await db.pool.query("DELETE FROM process WHERE name = 'twins without a key'");
    await db.pool.query(
      'ALTER TABLE process ADD CONSTRAINT process_name_scope_key_key UNIQUE (name, scope, key)',
    );
  }
});

test('two workers never take the same process', async () => {
  let tries = 0;
  const process = purchase('two workers', async (attempt) => {
    tries++;
    if (attempt === 0) throw partnerFailed('unsure', 'We do not know.');
    return 'r5';
  });
  await refusalOf(process.start(asStudent(db, 1), { thing: 'a' }));
  await db.pool.query(
    "UPDATE process SET next_run_at = now() - interval '1 second' WHERE name = 'two workers'",
  );
  const taken = await Promise.all(Array.from({ length: 5 }, () => process.resume(db)));
  expect(taken.reduce((sum, n) => sum + n, 0)).toBe(1);
  expect(tries).toBe(2);
});

test('control: without the lease two workers call the partner, but only one settles', async () => {
  const bothAsk = Promise.withResolvers<void>();
  let tries = 0;
  const process = purchase('no lease', async (attempt) => {
    tries++;
    if (attempt === 0) throw partnerFailed('unsure', 'We do not know.');
    await bothAsk.promise;
    return 'r6';
  });
  await db.pool.query(`CREATE FUNCTION no_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.lease_until := '-infinity'; NEW.next_run_at := '-infinity'; RETURN NEW; END $$`);
  await db.pool.query(
    'CREATE TRIGGER no_lease BEFORE INSERT OR UPDATE ON process FOR EACH ROW EXECUTE FUNCTION ' +
      'no_lease()',
  );
  try {
    await refusalOf(process.start(asStudent(db, 1), { thing: 'a' }));
    const workers = [process.resume(db)];
    await eventually(
      async () => tries,
      (n) => n === 2,
    );
    workers.push(process.resume(db));
    await eventually(
      async () => tries,
      (n) => n === 3,
    );
    bothAsk.resolve();
    expect(await Promise.all(workers)).toEqual([1, 1]);
  } finally {
    await db.pool.query('DROP FUNCTION no_lease CASCADE');
  }
  expect(await stepsOf('no lease')).toEqual(['held', 'settled']);
});

test('a worker that lost its process to another one undoes nothing of it', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const note = (step: string) => db.run`INSERT INTO step_done VALUES ('lost', ${step})`;
  const process = durable<{ thing: string }, { paid?: boolean }, { paid: boolean | undefined }>({
    name: 'lost',
    begin: async () => ({}),
    steps: [
      {
        name: 'pay',
        async run({ attempt }) {
          if (attempt > 0) return { paid: true };
          await note('paying');
          await first.promise;
          throw conflict('declined', 'Declined');
        },
        commit: async (tx) => void (await tx.run`INSERT INTO step_done VALUES ('lost', 'paid')`),
        undo: async (tx) =>
          void (await tx.run`INSERT INTO step_done VALUES ('lost', 'given back')`),
      },
      {
        name: 'record',
        async run() {
          await note('recording');
          await second.promise;
          return undefined;
        },
        commit: async () => undefined,
      },
    ],
    answer: ({ paid }) => ({ paid }),
  });
  const steps = () => stepsOf('lost');
  const lost = refusalOf(process.start(asStudent(db, 1), { thing: 'a' }));
  await eventually(steps, (done) => done.includes('paying'));
  let carriedOn: Promise<unknown>;
  do {
    await db.run`
      UPDATE process SET lease_until = '-infinity', next_run_at = '-infinity' WHERE name = 'lost'`;
    carriedOn = process.resume(db);
    // it takes nothing where the first one has just said that it is alive
    await Promise.race([carriedOn, eventually(steps, (done) => done.includes('recording'))]);
  } while (!(await steps()).includes('recording'));
  first.resolve();
  expect((await lost).code).toBe('request_in_progress');
  second.resolve();
  await carriedOn;
  expect(await steps()).toEqual(['paying', 'paid', 'recording']);
  expect(await db.one`SELECT status FROM process WHERE name = 'lost'`).toEqual({ status: 'done' });
});

test('a process whose partner hangs keeps those of other kinds from nothing', async () => {
  const hanging = Promise.withResolvers<string>();
  let hangs = 0;
  const unsure = () => Promise.reject(partnerFailed('unsure', 'We do not know.'));
  const stuck = purchase('hanging', (attempt) => {
    hangs += Number(attempt > 0);
    return attempt === 0 ? unsure() : hanging.promise;
  });
  const other = purchase('not hanging', (attempt) =>
    attempt === 0 ? unsure() : Promise.resolve('r7'),
  );
  for (const { start } of [stuck, other]) await refusalOf(start(asStudent(db, 1), { thing: 'a' }));
  const jobs = resumeJobs(db, [stuck, other]).map(runJob);
  await eventually(
    async () => [hangs, (await stepsOf('not hanging')).length],
    ([calls, steps]) => calls === 1 && steps === 2,
  );
  hanging.resolve('r8');
  await Promise.all(jobs.map((job) => job.stop()));
  expect(await stepsOf('hanging')).toEqual(['held', 'settled']);
});
