import { expect, test } from '@jest/globals';
import type { Sql } from '@portal/kit/database/database';
import { aBuyer, buyTwo } from '../testing/buying.ts';
import { student, withWorld, world } from '../testing/with-world.ts';
import { webhookData } from './webhook-data.ts';

/** Reads webhook data of rows, in a transaction that is rolled back. */
async function withRows(work: (tx: Sql) => Promise<void>): Promise<void> {
  const undone = new Error('taken back');
  await expect(
    world.db.transaction(async (tx) => {
      await work(tx);
      throw undone;
    }),
  ).rejects.toBe(undone);
}

withWorld();

const dataOf = async (data: object, event = 'payments.charge_captured') =>
  (await webhookData(world.db, [{ id: 'one', event, data }])).get('one');

async function bought() {
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  return world.db.one<{ id: number; studentId: number }>`
    SELECT id, student_id FROM payment WHERE student_id = ${id}`;
}

test('a charge is sent with ids, types and amounts, without card or name', async () => {
  const { id: paymentId, studentId } = await bought();
  const data = await dataOf({ paymentId, studentId });
  expect(data).toEqual({
    paymentId,
    studentId,
    schoolId: null,
    amount: 84,
    items: [
      {
        chargeId: expect.any(Number),
        chargeTypeId: expect.any(String),
        amount: 84,
        registrationId: null,
      },
    ],
  });
});

test('a refund is sent with the refunded amount only', async () => {
  const { id: paymentId, studentId } = await bought();
  await withRows(async (tx) => {
    const { id: chargeId } = await tx.one<{ id: number }>`
      SELECT id FROM charge WHERE payment_id = ${paymentId}`;
    const { id: refundId } = await tx.one<{ id: number }>`
      INSERT INTO refund (payment_id, charge_id, amount_cents, cause, invoice_number, state,
        next_try_at, requested_by, created_at, done_at)
      VALUES (${paymentId}, ${chargeId}, 1050, 'staff', ${`T${paymentId}`}, 'done', now(), 'test',
        now(), now())
      RETURNING id`;
    const event = { paymentId, studentId, refundIds: [refundId] };
    const all = [{ id: 'one', event: 'payments.charge_refunded', data: event }];
    expect((await webhookData(tx, all)).get('one')).toMatchObject({
      amount: 10.5,
      items: [{ chargeId, refundId, amount: 10.5, registrationId: null }],
    });
  });
});

test('the order of a school lists a hundred items, and the amount of all', async () => {
  const { id: paymentId } = await bought();
  await withRows(async (tx) => {
    await tx.run`
      INSERT INTO charge (payment_id, type_id, description, amount_cents, last_change_by)
      SELECT ${paymentId}, '2', 'Credit', 100, 'test' FROM generate_series(1, 150)`;
    const all = [{ id: 'one', event: 'payments.charge_captured', data: { paymentId } }];
    const data = (await webhookData(tx, all)).get('one');
    const { amount, items } = data as { amount: number; items: unknown[] };
    expect([amount, items.length]).toEqual([84 + 150, 100]);
    expect(JSON.stringify(data).length).toBeLessThan(20_000);
  });
});
