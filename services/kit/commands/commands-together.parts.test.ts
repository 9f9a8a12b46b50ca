import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { conflict, DomainError, unavailable } from '../errors.ts';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '../testing.ts';
import { type Call, command, type Tx } from './command.ts';
import { callsOf, together } from './commands-together.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query('CREATE TABLE coin (id int PRIMARY KEY, owner text)');
});
beforeEach(async () => {
  await db.pool.query('TRUNCATE coin, idempotency, audit, outbox');
  works = 0;
});
afterAll(() => db.drop());

interface Mint {
  studentId: number;
  id: number;
}
let works = 0;
/** Refuses coins below zero, passing refusals those from a thousand on. */
async function work(tx: Tx, { id, studentId }: Mint): Promise<{ id: number; at: Date }> {
  works += 1;
  if (id < 0) throw conflict('no_such_coin', 'There is no such coin.');
  tx.audit({ op: 'insert', table: 'coin', id, studentId, change: {} });
  await tx.run`INSERT INTO coin (id, owner) VALUES (${id}, ${String(studentId)})`;
  if (id >= 1000) throw unavailable();
  return { id, at: tx.now };
}
const mint = command('mint', work);
const mintAll = together({ name: 'mint', work, alone: mint });

const coins = async () =>
  (await db.pool.query('SELECT id FROM coin ORDER BY id')).rows.map(({ id }) => id);
const calls = (call: Call, ...mints: [key: string, order: Mint][]) =>
  callsOf(
    call,
    mints.map(([key, order]) => ({ key, order })),
    (order) => order,
  );
const said = (outcomes: readonly (object | DomainError)[]) =>
  outcomes.map((one) => (one instanceof DomainError ? one.code : (one as { id: number }).id));
const commits = async () =>
  Number(
    (
      await db.pool.query(
        'SELECT count(DISTINCT xmin::text) AS n FROM (SELECT xmin FROM coin UNION ALL SELECT ' +
          'xmin FROM idempotency) AS rows',
      )
    ).rows[0].n,
  );

test('several calls are one transaction, and each keeps the key that it has alone', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  const done = await mintAll(
    calls(call, ['a', { studentId: 1, id: 1 }], ['b', { studentId: 2, id: 2 }]),
  );
  expect([said(done), await coins(), await commits()]).toEqual([[1, 2], [1, 2], 1]);
  const about = (await db.pool.query('SELECT row_id, student_id FROM audit ORDER BY row_id')).rows;
  expect(about).toEqual([
    { row_id: '1', student_id: 1 },
    { row_id: '2', student_id: 2 },
  ]);
  const [alone] = calls(call, ['b', { studentId: 2, id: 2 }]);
  if (!alone) throw new Error('no call');
  expect(await mint(alone.call, alone.input)).toEqual(done[1]);
  expect([works, await coins()]).toEqual([2, [1, 2]]);
});

test('a call repeated in another group gets its first response without a repeat', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  const [first] = await mintAll(calls(call, ['a', { studentId: 1, id: 1 }]));
  const again = await mintAll(
    calls(call, ['c', { studentId: 3, id: 3 }], ['a', { studentId: 1, id: 1 }]),
  );
  expect([again[1], works, await coins()]).toEqual([first, 2, [1, 3]]);
});

test('rolls back only the refused call; the others commit and the refusal is stored', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  const requests = () =>
    calls(
      call,
      ['a', { studentId: 1, id: 1 }],
      ['b', { studentId: 2, id: -1 }],
      ['c', { studentId: 3, id: 3 }],
    );
  expect(said(await mintAll(requests()))).toEqual([1, 'no_such_coin', 3]);
  expect([await coins(), (await db.pool.query('SELECT 1 FROM audit')).rowCount]).toEqual([
    [1, 3],
    2,
  ]);
  works = 0;
  expect(said(await mintAll(requests()))).toEqual([1, 'no_such_coin', 3]);
  expect(works).toBe(0);
});

test('a key that was used for something else is refused, the others are done', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  await mintAll(calls(call, ['a', { studentId: 1, id: 1 }]));
  const outcomes = await mintAll(
    calls(call, ['a', { studentId: 1, id: 9 }], ['b', { studentId: 2, id: 2 }]),
  );
  expect([said(outcomes), await coins()]).toEqual([
    ['idempotency_key_reused', 2],
    [1, 2],
  ]);
});

test('twins in two lots at the same moment have one effect and one answer', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  const lots = await Promise.all(
    Array.from({ length: 4 }, () =>
      mintAll(calls(call, ['a', { studentId: 1, id: 1 }], ['b', { studentId: 2, id: 2 }])),
    ),
  );
  for (const lot of lots) expect(lot).toEqual(lots[0]);
  expect(await coins()).toEqual([1, 2]);
});

test('throws a transient error, which is no response for calls that did not run', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  const requests = calls(call, ['a', { studentId: 1, id: 1 }], ['b', { studentId: 2, id: 1000 }]);
  expect((await refusalOf(mintAll(requests))).status).toBe(503);
  const keys = (await db.pool.query('SELECT key FROM idempotency')).rows.map(({ key }) => key);
  expect([await coins(), keys]).toEqual([[1], ['a']]);
});

test('a request without a key or an order for each student is not taken', async () => {
  const call = asStaff(db, ['ROLE_ADMIN']);
  for (const students of [[{ key: '', order: { studentId: 1, id: 1 } }], [{ key: 'a' }]])
    expect(() => callsOf(call, students, (order: Mint) => order)).toThrow(
      'Each student needs a key and an order.',
    );
});
