import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { conflict, unavailable } from '../errors.ts';
import {
  asStaff,
  asStudent,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
  together,
} from '../testing.ts';
import { command, commandWithPrefetch } from './command.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query('CREATE TABLE coin (id int PRIMARY KEY, owner text)');
});
beforeEach(() => db.pool.query('TRUNCATE coin, idempotency, audit, outbox'));
afterAll(() => db.drop());

let runs = 0;
const mint = command(
  'mint',
  async (tx, { id, owner = 'nobody' }: { id: number; owner?: string }) => {
    runs++;
    tx.audit({ op: 'insert', table: 'coin', id, change: { owner } });
    await tx.run`INSERT INTO coin (id, owner) VALUES (${id}, ${owner})`;
    return { id, at: tx.now };
  },
);
const count = async (table: string) =>
  Number((await db.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

test('the same key gives the first answer and repeats nothing', async () => {
  const call = asStudent(db, 1);
  const first = await mint(call, { id: 1 });
  runs = 0;
  expect(await mint({ ...call, now: new Date(0) }, { id: 1 })).toEqual(first);
  expect([runs, await count('coin'), await count('audit')]).toEqual([0, 1, 1]);
});

test('a replay gets the result of onReplay for the first response', async () => {
  const once = command(
    'once',
    async (tx, { id }: { id: number }) => {
      await tx.run`INSERT INTO coin (id, owner) VALUES (${id}, 'once')`;
      return { secret: 'first' };
    },
    () => ({ secret: 'none' }),
  );
  const call = asStudent(db, 1);
  const answers = await Promise.all(Array.from({ length: 5 }, () => once(call, { id: 1 })));
  expect(answers.filter(({ secret }) => secret === 'first')).toHaveLength(1);
  expect(await once(call, { id: 1 })).toEqual({ secret: 'none' });
  const refusing = { name: 'once', input: { id: 1 }, ask: async () => {} };
  const refused = commandWithPrefetch(
    call,
    {
      ...refusing,
      onReplay: () => {
        throw conflict('gone', 'Gone.');
      },
    },
    async () => ({ secret: 'another' }),
  );
  expect((await refusalOf(refused)).code).toBe('gone');
});

test('ten requests at the same moment with one key have one effect and one answer', async () => {
  const call = asStudent(db, 1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => mint(call, { id: 2 })));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect([await count('coin'), await count('audit')]).toEqual([1, 1]);
});

test('without the row of the key, ten requests would have ten effects', async () => {
  const pay = command('pay', async (tx) => {
    tx.audit({ op: 'action', table: 'coin', id: 0, change: {} });
  });
  await Promise.all(Array.from({ length: 10 }, () => pay({ ...asStudent(db, 1), key: null }, {})));
  expect(await count('audit')).toBe(10);
});

test('a key of another account is another key', async () => {
  await mint(asStudent(db, 1, { key: 'same' }), { id: 3 });
  await mint(asStudent(db, 2, { key: 'same' }), { id: 4 });
  expect(await count('coin')).toBe(2);
});

test('a key with another body is refused', async () => {
  const call = asStudent(db, 1);
  await mint(call, { id: 5 });
  expect((await refusalOf(mint(call, { id: 6 }))).code).toBe('idempotency_key_reused');
});

test('refuses a key that staff reuse for another student, and hides the first one', async () => {
  const asAdmin = (studentId: number) => asStaff(db, ['ROLE_ADMIN'], { studentId, key: 'same' });
  await mint(asAdmin(1), { id: 7 });
  expect((await refusalOf(mint(asAdmin(2), { id: 7 }))).code).toBe('idempotency_key_reused');
});

test('a refusal leaves nothing but itself, and is the answer from then on', async () => {
  let open = false;
  const enter = command('enter', async (tx) => {
    await tx.run`INSERT INTO coin (id) VALUES (7)`;
    if (!open) throw conflict('closed', 'Closed');
    return true;
  });
  const call = asStudent(db, 1);
  expect((await refusalOf(enter(call, {}))).code).toBe('closed');
  open = true;
  expect((await refusalOf(enter(call, {}))).code).toBe('closed');
  expect(await count('coin')).toBe(0);
  expect(await enter(asStudent(db, 1), {})).toBe(true);
});

test('a failure that passes is not kept as an answer', async () => {
  let away = true;
  const ask = command('ask', async () => {
    if (away) throw unavailable();
    return 'here';
  });
  const call = asStudent(db, 1);
  expect((await refusalOf(ask(call, {}))).code).toBe('unavailable');
  away = false;
  expect(await ask(call, {})).toBe('here');
});

test('two transactions that lock each other are both done in the end', async () => {
  await db.pool.query("INSERT INTO coin VALUES (1, 'a'), (2, 'b')");
  const bothHaveOne = together(2);
  const swap = command('swap', async (tx, [first, second]: [number, number]) => {
    await tx.run`UPDATE coin SET owner = owner WHERE id = ${first}`;
    await bothHaveOne();
    await tx.run`UPDATE coin SET owner = owner WHERE id = ${second}`;
  });
  const settled = await Promise.allSettled([
    swap(asStudent(db, 1), [1, 2]),
    swap(asStudent(db, 2), [2, 1]),
  ]);
  expect(refusals(settled)).toEqual([]);
});

/** Mints after a check that the id is free, which it is only once. */
const mintChecked = (call: ReturnType<typeof asStudent>, id: number, ask = async () => 'free') =>
  commandWithPrefetch(
    call,
    {
      name: 'mintChecked',
      input: { id },
      ask: async () => {
        if (await db.maybe`SELECT FROM coin WHERE id = ${id}`) throw conflict('taken', 'Taken');
        return ask();
      },
    },
    async (tx, owner) => {
      await tx.run`INSERT INTO coin (id, owner) VALUES (${id}, ${owner})`;
      return { id, owner };
    },
  );

test('a key with a stored response does not repeat the check before the command', async () => {
  const call = asStudent(db, 1);
  const first = await mintChecked(call, 1);
  expect(first).toEqual({ id: 1, owner: 'free' });
  expect(await mintChecked(call, 1)).toEqual(first);
  expect(await refusalOf(mintChecked(asStudent(db, 1), 1))).toMatchObject({ code: 'taken' });
});

test('a duplicate refused because of a concurrent success gets its response', async () => {
  const call = asStudent(db, 1);
  const answer = await mintChecked(call, 1, async () => {
    await mintChecked(call, 1, async () => 'the twin');
    throw conflict('taken', 'Taken');
  });
  expect(answer).toEqual({ id: 1, owner: 'the twin' });
});

test('a refusal before a command is returned if nothing was done, and is not stored', async () => {
  const call = asStudent(db, 1);
  const refused = mintChecked(call, 1, async () => {
    throw conflict('closed', 'Closed');
  });
  expect(await refusalOf(refused)).toMatchObject({ code: 'closed' });
  expect(await mintChecked(call, 1)).toEqual({ id: 1, owner: 'free' });
  const other = await refusalOf(
    commandWithPrefetch(
      call,
      { name: 'mintChecked', input: { id: 2 }, ask: async () => '' },
      async () => 0,
    ),
  );
  expect(other).toMatchObject({ code: 'idempotency_key_reused' });
});
