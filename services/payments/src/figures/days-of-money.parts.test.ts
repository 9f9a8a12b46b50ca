import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayPlus, instantInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { newInvoiceNumber } from '../charges/paying/invoice-number.ts';
import { countAllFigures, countFigures } from './count-figures.ts';
import { figureRpcs } from './rpc.ts';
import { readMoneyFigures } from './store.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('payments');
});
afterAll(() => db.drop());

const count = () => countFigures(db, steadyNow());
const ofDay = async (day: string) => {
  await count();
  const [figure] = await readMoneyFigures(db, { from: day, to: day });
  return { captured: figure?.capturedCents ?? 0, refunded: figure?.refundedCents ?? 0 };
};

/** An entry of the ledger at a moment, as the commands write it. */
async function entered(kind: 'capture' | 'refund', at: Date, cents: number): Promise<void> {
  const { id: paymentId } = await db.one<{ id: number }>`
    INSERT INTO payment (invoice_number, student_id, purpose, amount_cents, state, attempted_at,
      created_by)
    VALUES (${newInvoiceNumber(at)}, 1, 'credits', ${Math.abs(cents)}, 'dropped', ${at}, 'a test')
    RETURNING id`;
  await db.transaction(async (sql) => {
    const { id: chargeId } = await sql.one<{ id: number }>`
      INSERT INTO charge (payment_id, type_id, description, amount_cents, held_cents,
        last_change_by)
      VALUES (${paymentId}, '2', 'Credits', ${Math.abs(cents)},
        ${kind === 'refund' ? -cents : 0}, 'a test')
      RETURNING id`;
    const refund = await sql.maybe<{ id: number }>`
      INSERT INTO refund (payment_id, charge_id, amount_cents, cause, invoice_number, next_try_at,
        requested_by, created_at)
      SELECT ${paymentId}, ${chargeId}, ${Math.abs(cents)}, 'staff', ${newInvoiceNumber(at)}, ${at},
        'a test', ${at}
      WHERE ${kind} = 'refund' RETURNING id`;
    const { id } = await sql.one<{ id: number }>`
      INSERT INTO money_entry (at, kind, payment_id, refund_id)
      VALUES (${at}, ${kind}, ${paymentId}, ${refund?.id ?? null}) RETURNING id`;
    await sql.run`
      INSERT INTO money_line (entry_id, account, amount_cents, charge_id)
      VALUES (${id}, 'processor', ${cents}, NULL), (${id}, 'credit_sales', ${-cents}, ${chargeId})`;
  });
}

test.each([
  ['the last minute of a day', '2024-05-14', '23:59', '2024-05-14'],
  ['the first minute of the next', '2024-05-15', '00:00', '2024-05-15'],
  ['the day of 23 hours', '2024-03-10', '23:59', '2024-03-10'],
  ['the day of 25 hours', '2024-11-03', '23:59', '2024-11-03'],
])('money of %s counts on its day of New York', async (_when, day, time, counted) => {
  const before = await ofDay(counted);
  await entered('capture', instantInNewYork(day, time), 1500);
  expect(await ofDay(counted)).toEqual({ ...before, captured: before.captured + 1500 });
});

test('a refund on another day counts there, not on the day of the payment', async () => {
  await entered('capture', instantInNewYork('2022-07-01', '10:00'), 5000);
  await entered('refund', instantInNewYork('2022-07-04', '10:00'), -2000);

  expect(await ofDay('2022-07-01')).toEqual({ captured: 5000, refunded: 0 });
  expect(await ofDay('2022-07-04')).toEqual({ captured: 0, refunded: 2000 });
});

test('of however many days something changed, one turn of the job counts them all', async () => {
  const days = Array.from({ length: 70 }, (_, n) => dayPlus('2019-01-01', { days: n }));
  for (const day of days) await entered('capture', instantInNewYork(day, '12:00'), 100);
  await count();
  const figures = await readMoneyFigures(db, { from: '2019-01-01', to: '2019-12-31' });
  expect(figures.map(({ day, capturedCents }) => [day, capturedCents])).toEqual(
    days.map((day) => [day, 100]),
  );
});

test('after a random workload, with two replicas that count, figures equal a scan', async () => {
  const scanned = new Map<string, { captured: number; refunded: number }>();
  const step = async () => {
    const day = dayPlus('2021-03-01', { days: Math.floor(Math.random() * 20) });
    const at = instantInNewYork(day, Math.random() < 0.5 ? '00:00' : '23:59');
    const cents = 1 + Math.floor(Math.random() * 10_000);
    const sum = scanned.get(day) ?? { captured: 0, refunded: 0 };
    const isBack = Math.random() < 0.3;
    scanned.set(day, {
      captured: sum.captured + (isBack ? 0 : cents),
      refunded: sum.refunded + (isBack ? cents : 0),
    });
    await entered(isBack ? 'refund' : 'capture', at, isBack ? -cents : cents);
  };
  for (let turn = 0; turn < 15; turn++)
    await Promise.all([step(), step(), step(), count(), count()]);
  await count();

  const shown = async () =>
    new Map(
      (await readMoneyFigures(db, { from: '2021-03-01', to: '2021-03-31' })).map((one) => [
        one.day,
        { captured: one.capturedCents, refunded: one.refundedCents },
      ]),
    );
  expect(await shown()).toEqual(scanned);
  await countAllFigures(db, steadyNow());
  expect(await shown()).toEqual(scanned);
});

test('367 days are too long', async () => {
  const range = { from: '2024-01-01', to: '2025-01-01' };
  const { listMoneyFigures } = figureRpcs.handlers;
  const listed = (
    listMoneyFigures as unknown as { handle: (range: object, call: object) => Promise<unknown> }
  ).handle;
  const call = asStaff(db, ['ROLE_SUPER_ADMIN']);
  const refused = await refusalOf(listed(range, call));
  expect([refused.status, refused.code]).toEqual([422, 'range_too_long']);
});
