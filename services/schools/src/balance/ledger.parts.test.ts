import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { seed } from '../seed.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
  await seed(db, steadyNow());
});
afterAll(() => db.drop());

/** An entry with these lines, as one transaction. */
const enter = (kind: string, lines: [account: string, amount: number][]) =>
  db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>`
      INSERT INTO balance_entry (school_id, kind, entered_at, day, entered_by)
      VALUES (151, ${kind}, now(), now()::date, 'test') RETURNING id`;
    for (const [account, amount] of lines)
      await tx.run`INSERT INTO balance_line VALUES (${id}, ${account}, ${amount})`;
  });
const balance = async () =>
  (
    await db.one<{
      balanceCents: number;
    }>`SELECT balance_cents FROM school_balance WHERE school_id = 151`
  ).balanceCents;

test('the demo school has $5,000, which is the sum of its entries', async () => {
  const { sum } = await db.one<{ sum: string }>`
    SELECT sum(amount_cents) AS sum FROM balance_line JOIN balance_entry ON id = entry_id
    WHERE account = 'balance' AND school_id = 151`;
  expect([await balance(), Number(sum)]).toEqual([500_000, 500_000]);
});

test('an entry whose sides do not sum to zero is refused', async () => {
  await expect(enter('manual_payment', [['balance', 100]])).rejects.toThrow('do not sum to zero');
  expect(await balance()).toBe(500_000);
});

test('a registration cannot spend more than there is', async () => {
  await expect(
    enter('registration', [
      ['balance', -500_001],
      ['usage', 500_001],
    ]),
  ).rejects.toThrow('below zero');
  expect(await balance()).toBe(500_000);
});

test('of two concurrent uses of the last of the balance one succeeds', async () => {
  const half = () =>
    enter('registration', [
      ['balance', -300_000],
      ['usage', 300_000],
    ]);
  const settled = await Promise.allSettled([half(), half()]);
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await balance()).toBe(200_000);
});

test('a row of the ledger is never changed or deleted', async () => {
  await expect(db.run`UPDATE balance_line SET amount_cents = 1`).rejects.toThrow('never changed');
  await expect(db.run`DELETE FROM balance_entry`).rejects.toThrow('never changed');
});

test('without the trigger two concurrent uses would overdraw', async () => {
  await db.run`ALTER TABLE balance_line DISABLE TRIGGER balance_line_moves_balance`;
  await Promise.all(
    [1, 2].map(() =>
      enter('registration', [
        ['balance', -300_000],
        ['usage', 300_000],
      ]),
    ),
  );
  const { sum } = await db.one<{
    sum: string;
  }>`
    SELECT sum(amount_cents) AS sum FROM balance_line JOIN balance_entry ON id = entry_id
    WHERE account = 'balance'`;
  expect(Number(sum)).toBeLessThan(0);
});
