import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase } from '@portal/kit/testing';
import { readAllPrices } from './price-store.ts';
import { readPrices } from './read-prices.ts';

let db: Database & { drop(): Promise<void> };
beforeAll(async () => {
  db = await freshDatabase('catalog');
});
afterAll(() => db.drop());

test('a new database has the vendors that rules name', async () => {
  expect(await db.many`SELECT id, name FROM vendor ORDER BY id`).toEqual([
    { id: 1, name: 'TAL' },
    { id: 3, name: 'CCC' },
    { id: 4, name: 'CIS' },
  ]);
});

test('a new database has the base fees and no price of a credit', async () => {
  expect(await readPrices(db)).toEqual({
    memberCents: null,
    nonmemberCents: null,
    proctorFeeCents: 1500,
    retakeFeeCents: 6000,
  });
  const prices = await readAllPrices(db, steadyNow(), null);
  expect(prices.map(({ kind, amountCents, state }) => ({ kind, amountCents, state }))).toEqual([
    { kind: 'proctor_fee', amountCents: 1500, state: 'in_force' },
    { kind: 'retake_fee', amountCents: 6000, state: 'in_force' },
  ]);
});
