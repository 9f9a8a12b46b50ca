import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { seed } from './seed.ts';
import { seedLoad } from './seed-load.ts';

const now = new Date('2026-11-21T15:00:00Z');
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
  await seed(db, now);
});
afterAll(() => db.drop());

test('balances of schools equal their ledgers, and a second run changes nothing', async () => {
  const state = () =>
    db.many`
      SELECT id, name, balance_cents FROM school LEFT JOIN school_balance ON school_id = id
      ORDER BY id`;
  await seedLoad(db, 45, now);
  const before = await state();
  expect(before).toHaveLength(49);
  expect(before).toContainEqual(expect.objectContaining({ id: 1001, balanceCents: 1_200_000 }));
  await seedLoad(db, 45, now);
  expect(await state()).toEqual(before);
  const broken = await db.many`
    SELECT b.school_id FROM school_balance b JOIN balance_entry e ON e.school_id = b.school_id
    JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    GROUP BY b.school_id, b.balance_cents HAVING b.balance_cents <> sum(l.amount_cents)`;
  expect(broken).toEqual([]);
});
