import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStudent, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { heldLots } from './credits/ledger/store.ts';
import { brokenInvariants } from './invariants.ts';
import { finishLoad, loadPage } from './seed-load.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
const lot = (id: number, student: number, bought: number, more: object = {}) => ({
  id,
  student_id: student,
  source: 'granted',
  package_id: null,
  package_name: null,
  vendors_allowed: null,
  proctor_fee_cents: 0,
  no_additional_fees: true,
  bought,
  paid_cents: 0,
  payment_id: null,
  school_id: null,
  purchased_at: at(1),
  created_by: 'system',
  ...more,
});
const payment = (
  id: number,
  student: number,
  purpose: string,
  charges: [type: string, cents: number, registration: number | null][],
) => ({
  id,
  student_id: student,
  purpose,
  invoice_number: `LOAD-${id}`,
  transaction_id: String(50_000_000_000 + id),
  amount_cents: charges.reduce((sum, [, cents]) => sum + cents, 0),
  at: at(2),
  charges: charges.map(([type_id, amount_cents, registration_id]) => ({
    type_id,
    description: 'Charge',
    amount_cents,
    registration_id,
  })),
});
const spending = (
  registration: number,
  student: number,
  lines: [lot: number, credits: number][],
  returned: string | null = null,
) => ({
  registration_id: registration,
  student_id: student,
  exam_id: 101,
  credits: lines.reduce((sum, [, credits]) => sum + credits, 0),
  proctor_fee_cents: 0,
  no_additional_fees: true,
  spent_at: at(3),
  returned_at: returned,
  lines: lines.map(([lot_id, credits]) => ({ lot_id, credits })),
});
const page = {
  payments: [
    payment(1, 1001, 'package', [['2', 23_400, null]]),
    payment(2, 1001, 'fees:7', [
      ['1', 1500, 7],
      ['3', 5000, 7],
    ]),
  ],
  lots: [
    lot(1, 1001, 6, {
      source: 'package',
      package_id: 1,
      package_name: '6 credits',
      paid_cents: 23_400,
      payment_id: 1,
    }),
    lot(2, 1001, 4),
    lot(3, 1002, 3),
    lot(4, 1003, 5, { vendors_allowed: '1,4' }),
  ],
  // student 1002 spent all credits, got them back and spent them again
  spendings: [
    spending(7, 1001, [
      [1, 6],
      [2, 1],
    ]),
    spending(8, 1002, [[3, 3]], at(4)),
    spending(9, 1002, [[3, 3]]),
  ],
};

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('payments');
  await loadPage(db, page);
  await finishLoad(db);
});
afterAll(() => db.drop());

test('load data breaks no rule', async () => {
  expect(await brokenInvariants(db)).toEqual({});
});

test('a balance is the bought credits less the spent ones that were not returned', async () => {
  const left = async (student: number) =>
    (await heldLots(db, student)).map(({ id, balance }) => [id, balance]);
  expect(await Promise.all([1001, 1002, 1003].map(left))).toEqual([[[2, 3]], [], [[4, 5]]]);
});

test('a second time changes nothing', async () => {
  const tables = [
    'payment',
    'charge',
    'money_entry',
    'money_line',
    'lot',
    'spending',
    'spending_line',
    'credit_entry',
    'credit_line',
    'audit',
    'outbox',
  ];
  const counts = async () =>
    Promise.all(
      tables.map(
        async (table) =>
          (await db.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0] as { n: number },
      ),
    );
  const before = await counts();
  await loadPage(db, page);
  await finishLoad(db);
  expect(await counts()).toEqual(before);
});

test('refuses a whole page if it spends more credits than were bought', async () => {
  const bad = {
    payments: [],
    lots: [lot(20, 1009, 2)],
    spendings: [spending(20, 1009, [[20, 3]])],
  };
  await expect(loadPage(db, bad)).rejects.toThrow('lot_balance');
  expect(await db.many`SELECT id FROM lot WHERE id = 20`).toEqual([]);
});

test('every captured payment has its audit row', async () => {
  const rows = await db.many`
      SELECT row_id, student_id, change->>'state' AS state FROM audit WHERE table_name = 'charge'
      ORDER BY row_id`;
  const { actor } = asStudent(db, 1001);
  expect(rows).toEqual(
    ['1', '2'].map((rowId) => ({ rowId, studentId: actor.id, state: 'captured' })),
  );
});
