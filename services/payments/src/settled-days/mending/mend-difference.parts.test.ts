import { describe, expect, test } from '@jest/globals';
import { asStaff, diesAt, eventually, refusalOf, refusals } from '@portal/kit/testing';
import { aBuyer, buyTwo, credits } from '../../testing/buying.ts';
import {
  changeThere,
  compare,
  comparedWithOne,
  dayAgo,
  mend,
  onlyThere,
  seen,
  settleOn,
  superAdmin,
  techSupport,
} from '../../testing/settling.ts';
import { student, withWorld, world } from '../../testing/with-world.ts';
import { signDay } from '../sign-day.ts';
import { mendingDifference } from './mend-difference.ts';

withWorld();

const sign = (day: string) => signDay(superAdmin(), { day, account: 'TTI', comment: 'all right' });
const adjusted = (id: number) =>
  world.db.many<{ account: string; amountCents: number }>`
    SELECT line.account, line.amount_cents FROM money_entry entry
    JOIN money_line line ON line.entry_id = entry.id WHERE entry.difference_id = ${id}
    ORDER BY line.account`;
const audited = async (id: number) =>
  (
    await world.db.many<{ change: Record<string, unknown> }>`
      SELECT change FROM audit WHERE table_name = 'payment_difference' AND row_id = ${String(id)}
      ORDER BY id`
  ).map(({ change }) => change);

/** A payment for two credits that the processor has and the portal has lost sight of. */
async function aLostPayment(day: string) {
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  const paymentId = await world.db.transaction(async (sql) => {
    const payment = await sql.one<{ id: number }>`SELECT id FROM payment WHERE student_id = ${id}`;
    await sql.run`ALTER TABLE money_line DISABLE TRIGGER USER`;
    await sql.run`ALTER TABLE money_entry DISABLE TRIGGER USER`;
    await sql.run`ALTER TABLE credit_line DISABLE TRIGGER USER`;
    await sql.run`ALTER TABLE credit_entry DISABLE TRIGGER USER`;
    await sql.run`
      DELETE FROM credit_line WHERE lot_id IN (SELECT id FROM lot WHERE student_id = ${id})
      OR entry_id IN (SELECT id FROM credit_entry WHERE student_id = ${id})`;
    await sql.run`DELETE FROM credit_entry WHERE student_id = ${id}`;
    await sql.run`DELETE FROM lot WHERE student_id = ${id}`;
    await sql.run`DELETE FROM money_line WHERE entry_id IN
      (SELECT id FROM money_entry WHERE payment_id = ${payment.id})`;
    await sql.run`DELETE FROM money_entry WHERE payment_id = ${payment.id}`;
    await sql.run`ALTER TABLE money_line ENABLE TRIGGER USER`;
    await sql.run`ALTER TABLE money_entry ENABLE TRIGGER USER`;
    await sql.run`ALTER TABLE credit_line ENABLE TRIGGER USER`;
    await sql.run`ALTER TABLE credit_entry ENABLE TRIGGER USER`;
    await sql.run`UPDATE payment SET state = 'unknown', transaction_id = NULL, captured_at = NULL
      WHERE id = ${payment.id}`;
    return payment.id;
  });
  await settleOn(day);
  return { studentId: id, paymentId };
}

/** Counts the refunds of the processor under the number of a difference. */
async function refundsThere(id: number): Promise<number> {
  const { refundInvoice } = await world.db.one<{ refundInvoice: string | null }>`
    SELECT refund_invoice FROM payment_difference WHERE id = ${id}`;
  return (await world.processor.book()).filter(
    ({ type, invoiceNumber }) => type === 'refund' && invoiceNumber === refundInvoice,
  ).length;
}

describe('an adjustment', () => {
  test('is one balanced entry of the difference, and the day is clean', async () => {
    const day = dayAgo(20);
    const { id: studentId, ccId } = await aBuyer();
    await buyTwo(student(studentId), ccId);
    await settleOn(day);
    const { transactionId } = await world.db.one<{ transactionId: string }>`
      SELECT transaction_id FROM payment WHERE student_id = ${studentId}
      -- never null: transaction_id (it is captured)`;
    await changeThere(transactionId, { cents: 8000 });
    const { id, mends } = await comparedWithOne(day);
    expect(mends).toEqual(['explain', 'adjust']);
    await mend(id, 'adjust', { amountCents: -400 });
    expect(await adjusted(id)).toEqual([
      { account: 'processor', amountCents: -400 },
      { account: 'reconciliation', amountCents: 400 },
    ]);
    expect(await seen(day)).toMatchObject({
      state: 'clean',
      differences: 1,
      open: 0,
      list: [
        { state: 'mended', action: 'adjust', comment: 'seen by us', changedBy: 'staff', mends: [] },
      ],
    });
    expect(await audited(id)).toMatchObject([
      { state: 'mended', action: 'adjust', comment: 'seen by us', amountCents: -400 },
    ]);
    expect(await credits(studentId)).toBe(2);
    await compare(day);
    expect(await seen(day)).toMatchObject({ state: 'clean', list: [{ state: 'mended' }] });
    expect((await refusalOf(mend(id, 'adjust', { amountCents: -400 }))).code).toBe(
      'already_mended',
    );
  });

  test.each([null, 5199, -5200, 0])(
    'of %p cents where it is 5200 is refused',
    async (amountCents) => {
      const day = dayAgo(30 + [null, 5199, -5200, 0].indexOf(amountCents));
      await onlyThere(day);
      const { id } = await comparedWithOne(day);
      expect(await refusalOf(mend(id, 'adjust', { amountCents }))).toMatchObject({
        code: 'amount_changed',
        extra: { expected: 5200 },
      });
      expect(await adjusted(id)).toEqual([]);
    },
  );

  test('by two at once is one entry', async () => {
    const day = dayAgo(40);
    await onlyThere(day);
    const { id } = await comparedWithOne(day);
    const both = await Promise.allSettled([
      mend(id, 'adjust', { amountCents: 5200 }),
      mend(id, 'adjust', { amountCents: 5200 }),
    ]);
    expect(refusals(both)).toEqual(['already_mended']);
    expect(await adjusted(id)).toHaveLength(2);
  });

  test('under one key is done once, and answered alike', async () => {
    const day = dayAgo(45);
    await onlyThere(day);
    const { id } = await comparedWithOne(day);
    const call = superAdmin();
    await mend(id, 'adjust', { amountCents: 5200, call });
    await mend(id, 'adjust', { amountCents: 5200, call });
    expect(await adjusted(id)).toHaveLength(2);
  });
});

test('a difference that is explained can still be mended, and is not explained twice', async () => {
  const day = dayAgo(50);
  await onlyThere(day, { kind: 'refund' });
  const { id } = await comparedWithOne(day);
  await mend(id, 'explain', { call: techSupport() });
  expect((await seen(day)).list).toMatchObject([
    { state: 'explained', comment: 'seen by us', mends: ['adjust'] },
  ]);
  expect((await refusalOf(mend(id, 'explain'))).code).toBe('action_not_allowed');
  await mend(id, 'adjust', { amountCents: -5200 });
  expect((await seen(day)).state).toBe('clean');
  expect((await audited(id)).map(({ state }) => state)).toEqual(['explained', 'mended']);
});

test('tech support explains and mends nothing', async () => {
  const day = dayAgo(55);
  await onlyThere(day);
  const { id } = await comparedWithOne(day);
  expect((await seen(day, techSupport())).list).toMatchObject([{ mends: ['explain'] }]);
  for (const action of ['adjust', 'refund_there', 'finish_payment'] as const)
    expect((await refusalOf(mend(id, action, { call: techSupport() }))).status).toBe(403);
  expect(
    (await refusalOf(mend(id, 'adjust', { call: asStaff(world.db, ['ROLE_ADMIN']) }))).status,
  ).toBe(403);
});

test('refuses a missing difference and one that cannot be mended this way', async () => {
  const day = dayAgo(60);
  await onlyThere(day, { kind: 'refund' });
  const { id } = await comparedWithOne(day);
  expect((await refusalOf(mend(id, 'refund_there'))).code).toBe('action_not_allowed');
  expect((await refusalOf(mend(id, 'finish_payment'))).code).toBe('action_not_allowed');
  expect((await refusalOf(mend(999_999, 'explain'))).code).toBe('difference_not_found');
});

describe('signing', () => {
  test('is refused while a difference is open, and final afterwards', async () => {
    const day = dayAgo(65);
    expect((await refusalOf(sign(day))).code).toBe('not_compared');
    await onlyThere(day);
    await onlyThere(day);
    await compare(day);
    const [first, second] = (await seen(day)).list;
    expect(await refusalOf(sign(day))).toMatchObject({
      code: 'still_open',
      detail: '2 differences are open.',
    });
    await mend(first?.id ?? 0, 'explain');
    await mend(second?.id ?? 0, 'explain');
    await sign(day);
    expect(await seen(day)).toMatchObject({
      state: 'signed',
      signedBy: 'staff',
      comment: 'all right',
      open: 0,
      list: [{ mends: [] }, { mends: [] }],
    });
    expect((await refusalOf(sign(day))).code).toBe('signed');
    expect((await refusalOf(mend(first?.id ?? 0, 'adjust', { amountCents: 5200 }))).code).toBe(
      'action_not_allowed',
    );
  });
});

describe('a payment that was cut short', () => {
  test('is finished by the usual process: booked, and its credits given, once', async () => {
    const day = dayAgo(70);
    const { studentId, paymentId } = await aLostPayment(day);
    const { id, mends, kind } = await comparedWithOne(day);
    expect([kind, mends]).toEqual(['only_there', ['explain', 'finish_payment']]);
    expect(await credits(studentId)).toBe(0);
    await mend(id, 'finish_payment');
    expect(await credits(studentId)).toBe(2);
    const { state } = await world.db.one<{ state: string }>`
      SELECT state FROM payment WHERE id = ${paymentId}`;
    expect(state).toBe('captured');
    expect(await seen(day)).toMatchObject({ state: 'clean', list: [{ state: 'mended' }] });
    await compare(day);
    expect(await seen(day)).toMatchObject({ state: 'clean', matched: 1, differences: 1 });
  });

  test.each(['begin.commit', 'mend.before', 'mend.ran', 'mend.commit', 'mend.after'])(
    'is finished once when a service dies at %s',
    async (mark) => {
      const at = ['begin.commit', 'mend.before', 'mend.ran', 'mend.commit', 'mend.after'];
      const day = dayAgo(80 + at.indexOf(mark));
      const { studentId } = await aLostPayment(day);
      const { id } = await comparedWithOne(day);
      const call = superAdmin();
      await diesAt(`mendDifference.${mark}`, () => mend(id, 'finish_payment', { call }));
      await takenUp(day, () => mend(id, 'finish_payment', { call }));
      expect(await credits(studentId)).toBe(2);
      expect((await audited(id)).filter(({ state }) => state === 'mended')).toHaveLength(1);
    },
  );
});

/** Retries under the same key, as a page does, until the difference is mended. */
async function takenUp(day: string, again: () => Promise<void>) {
  await eventually(
    async () => {
      await world.letTimePass();
      await world.db.run`
        UPDATE payment_difference SET refund_asked_at = refund_asked_at - interval '1 minute'
        WHERE refund_asked_at IS NOT NULL`;
      await mendingDifference.resume(world.db);
      await again().catch(() => {});
      return (await seen(day)).list[0]?.state;
    },
    (state) => state === 'mended',
  );
}

describe('an unknown transaction', () => {
  test('is refunded at the processor, and its refund is known when it settles', async () => {
    const day = dayAgo(90);
    await onlyThere(day, { cents: 1234 });
    const { id, mends } = await comparedWithOne(day);
    expect(mends).toEqual(['explain', 'refund_there', 'adjust']);
    await mend(id, 'refund_there');
    expect(await refundsThere(id)).toBe(1);
    expect(await seen(day)).toMatchObject({ state: 'clean', list: [{ action: 'refund_there' }] });
    expect(await adjusted(id)).toEqual([]);
    await settleOn(dayAgo(89));
    await compare(dayAgo(89));
    expect(await seen(dayAgo(89))).toMatchObject({
      state: 'clean',
      matched: 1,
      differences: 0,
      refundsCents: 1234,
      ownRefundsCents: 1234,
    });
    await compare(day);
    expect(await seen(day)).toMatchObject({ state: 'clean', differences: 1 });
  });

  test('is looked up after a lost response, and refunded once', async () => {
    const day = dayAgo(95);
    await onlyThere(day);
    const { id } = await comparedWithOne(day);
    const call = superAdmin();
    await world.processor.fault('drop-after-charge', { count: 1 });
    expect(await refusalOf(mend(id, 'refund_there', { call }))).toMatchObject({
      status: 502,
      code: 'charge_unknown',
    });
    expect((await seen(day)).list).toMatchObject([{ state: 'open', mends: [] }]);
    expect((await refusalOf(mend(id, 'refund_there'))).code).toBe('request_in_progress');
    // a look-up that is refused says nothing about it
    await world.processor.fault('error', { operation: 'getUnsettledTransactionListRequest' });
    await world.letTimePass();
    await mendingDifference.resume(world.db);
    expect((await seen(day)).list).toMatchObject([{ state: 'open', mends: [] }]);
    await world.processor.heal();
    await takenUp(day, () => mend(id, 'refund_there', { call }));
    expect(await refundsThere(id)).toBe(1);
  });

  test('stays open when the processor refuses the refund, and can be adjusted then', async () => {
    const day = dayAgo(97);
    const transId = await onlyThere(day);
    const { id } = await comparedWithOne(day);
    await changeThere(transId, { status: 'returnedItem' });
    expect(await refusalOf(mend(id, 'refund_there'))).toMatchObject({
      status: 502,
      code: 'refund_failed',
    });
    expect((await seen(day)).list).toMatchObject([
      { state: 'open', mends: expect.arrayContaining(['adjust']) },
    ]);
    await mend(id, 'adjust', { amountCents: 5200 });
  });

  const marks = [
    'begin.commit',
    'mend.before',
    'refund.asked',
    'mend.ran',
    'mend.commit',
    'mend.after',
  ];
  test.each(marks)('is refunded once when a service dies at %s', async (mark) => {
    const day = dayAgo(100 + marks.indexOf(mark));
    await onlyThere(day);
    const { id } = await comparedWithOne(day);
    const call = superAdmin();
    await diesAt(`mendDifference.${mark}`, () => mend(id, 'refund_there', { call }));
    await takenUp(day, () => mend(id, 'refund_there', { call }));
    expect(await refundsThere(id)).toBe(1);
  });

  test('is refunded once by two concurrent requests', async () => {
    const day = dayAgo(115);
    await onlyThere(day);
    const { id } = await comparedWithOne(day);
    const both = await Promise.allSettled([mend(id, 'refund_there'), mend(id, 'refund_there')]);
    expect(refusals(both)).toHaveLength(1);
    expect(await refundsThere(id)).toBe(1);
  });

  test('is not adjusted while its refund is in progress', async () => {
    const day = dayAgo(116);
    await onlyThere(day);
    const { id } = await comparedWithOne(day);
    const both = await Promise.allSettled([
      mend(id, 'refund_there'),
      mend(id, 'adjust', { amountCents: 5200 }),
    ]);
    expect(refusals(both)).toHaveLength(1);
    expect((await refundsThere(id)) + (await adjusted(id)).length / 2).toBe(1);
  });
});
