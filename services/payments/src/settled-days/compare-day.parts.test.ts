import { describe, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, plusSeconds } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, diesAt, eventually, refusalOf, refusals } from '@portal/kit/testing';
import { aBuyer, buyTwo } from '../testing/buying.ts';
import {
  changeThere,
  compare,
  comparedWithOne,
  dayAgo,
  eveningOf,
  mend,
  onlyThere,
  seen,
  settleOn,
  superAdmin,
} from '../testing/settling.ts';
import { student, withWorld, world } from '../testing/with-world.ts';
import { comparingDay } from './compare-day.ts';
import { compareNightly } from './compare-nightly.ts';
import { beginOf, lastNight } from './matching/days.ts';
import { differenceConsumers } from './on-differences.ts';
import { signDay } from './sign-day.ts';

withWorld();

/** Creates a student who bought two credits for $84. */
async function aPayment() {
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  const { id: paymentId, transactionId } = await world.db.one<{
    id: number;
    transactionId: string;
  }>`
    SELECT id, transaction_id FROM payment WHERE student_id = ${id}
    -- never null: transaction_id (it is captured)`;
  return { studentId: id, paymentId, transactionId };
}
const capturedOn = (paymentId: number, at: Date) =>
  world.db.run`UPDATE payment SET captured_at = ${at} WHERE id = ${paymentId}`;
const sign = (day: string) => signDay(superAdmin(), { day, account: 'TTI', comment: 'all right' });
const announced = (day: string) =>
  world.db.many<{ payload: { data: { open: number; runId: string } } }>`
    SELECT payload FROM outbox WHERE type = 'payments.reconciliation_difference'
      AND payload->'data'->>'day' = ${day} ORDER BY id`;

test('a day on which both sides agree is clean, with its sums', async () => {
  const day = dayAgo(20);
  await aPayment();
  await aPayment();
  await settleOn(day);
  expect(await seen(day)).toMatchObject({ state: 'not_compared', comparedAt: null });
  await compare(day);
  expect(await seen(day)).toMatchObject({
    state: 'clean',
    batches: 1,
    matched: 2,
    differences: 0,
    open: 0,
    running: false,
    chargesCents: 16800,
    refundsCents: 0,
    ownChargesCents: 16800,
    ownRefundsCents: 0,
    batchList: [{ transactions: 2, amountCents: 16800 }],
  });
});

test('a day without a batch is clean', async () => {
  const day = dayAgo(400);
  await compare(day);
  expect(await seen(day)).toMatchObject({ state: 'clean', batches: 0, matched: 0 });
});

test('each kind of difference is found with both sides, and announced once', async () => {
  const day = dayAgo(30);
  const moved = await aPayment();
  const changed = await aPayment();
  const voided = await aPayment();
  const missing = await aPayment();
  await world.db.run`UPDATE payment SET transaction_id = 'nowhere' WHERE id = ${missing.paymentId}`;
  await world.db.run`UPDATE payment SET invoice_number = 'nowhere' WHERE id = ${missing.paymentId}`;
  await capturedOn(missing.paymentId, plusSeconds(beginOf(day), 3600));
  await settleOn(day);
  await changeThere(changed.transactionId, { cents: 8500 });
  await changeThere(voided.transactionId, { status: 'settlementError' });
  await changeThere(missing.transactionId, { status: 'settlementError' });
  await onlyThere(day, { cents: 700, invoiceNumber: 'who-is-this' });
  const { invoiceNumber } = await world.db.one<{ invoiceNumber: string }>`
    SELECT invoice_number FROM payment WHERE id = ${moved.paymentId}`;
  await onlyThere(day, { kind: 'returned', cents: 8400, invoiceNumber });
  await compare(day);
  const { list, ...found } = await seen(day);
  expect(
    list.map(({ kind, thereCents, hereCents, paymentId, state }) => [
      kind,
      thereCents,
      hereCents,
      paymentId,
      state,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['other_amount', 8500, 8400, changed.paymentId, 'open'],
      ['other_state', 0, 8400, voided.paymentId, 'open'],
      ['only_there', 700, null, null, 'open'],
      ['returned', -8400, null, moved.paymentId, 'open'],
      ['only_here', null, 8400, missing.paymentId, 'open'],
    ]),
  );
  expect(list).toHaveLength(5);
  expect(found).toMatchObject({ state: 'differences', open: 5, differences: 5, matched: 1 });
  expect((await announced(day)).map(({ payload }) => payload.data.open)).toEqual([5]);
  await compare(day);
  expect(await seen(day)).toMatchObject({ open: 5, differences: 5 });
  expect(await announced(day)).toHaveLength(1);
});

test('super admins hear of differences by kind and sum, each once', async () => {
  const day = dayAgo(40);
  await onlyThere(day, { cents: 700 });
  await onlyThere(day, { cents: 800 });
  await onlyThere(day, { kind: 'refund', cents: 100 });
  await compare(day);
  const [event] = await announced(day);
  const [consumer] = differenceConsumers;
  const service = asService(world.db, 'payments');
  for (const _again of [1, 2])
    await consumer?.handle(
      { id: crypto.randomUUID(), at: steadyNow(), data: event?.payload.data } as never,
      service,
      (work) => inTransaction(service, 'test', work),
    );
  const mails = await world.db.many<{ recipient: string; subject: string; bodyText: string }>`
    SELECT recipient, subject, body_text FROM mail WHERE key LIKE 'differences:%'
    ORDER BY recipient`;
  expect(mails.map(({ recipient }) => recipient)).toEqual(['second@jse.test', 'super@jse.test']);
  const [year, month, date] = day.split('-');
  expect(mails[0]?.subject).toBe(`Payments of ${month}/${date}/${year}: 3 differences`);
  expect(mails[0]?.bodyText).toContain('The processor and the ledger do not agree.');
  expect(mails[0]?.bodyText).toContain('3, $14.00');
  expect(mails[0]?.bodyText).toContain(`/admin/payments/${day}/TTI`);
});

test('a later comparison removes resolved differences; a clean day opens again', async () => {
  const day = dayAgo(50);
  const { transactionId } = await aPayment();
  await settleOn(day);
  await changeThere(transactionId, { cents: 1 });
  const { id } = await comparedWithOne(day);
  await mend(id, 'explain');
  expect(await seen(day)).toMatchObject({ state: 'differences', open: 0, differences: 1 });
  await changeThere(transactionId, { cents: 8400 });
  await compare(day);
  expect(await seen(day)).toMatchObject({
    state: 'clean',
    differences: 0,
    list: [{ state: 'gone' }],
  });
  await changeThere(transactionId, { cents: 2 });
  await compare(day);
  const again = await seen(day);
  expect(again).toMatchObject({ state: 'differences', open: 1 });
  expect(again.list.map(({ state }) => state)).toEqual(['open', 'gone']);
  expect(await announced(day)).toHaveLength(2);
});

test('a difference that changes its kind is replaced by another one', async () => {
  const day = dayAgo(60);
  const { transactionId } = await aPayment();
  await settleOn(day);
  await changeThere(transactionId, { cents: 1 });
  await compare(day);
  await changeThere(transactionId, { cents: 8400, status: 'returnedItem' });
  await compare(day);
  expect((await seen(day)).list.map(({ kind, state }) => [kind, state])).toEqual([
    ['returned', 'open'],
    ['other_amount', 'gone'],
  ]);
});

describe('a signed day', () => {
  test('is not compared; a late transaction appears on the day that finds it', async () => {
    const [day, next] = [dayAgo(71), dayAgo(70)];
    await aPayment();
    await settleOn(day);
    await compare(day);
    await sign(day);
    expect((await refusalOf(compare(day))).code).toBe('signed');
    await onlyThere(day, { cents: 300 });
    await compare(next);
    expect(await seen(next)).toMatchObject({
      state: 'differences',
      batches: 1,
      chargesCents: 300,
      list: [{ kind: 'only_there', thereCents: 300 }],
    });
    expect(await seen(day)).toMatchObject({ state: 'signed', differences: 0, batches: 1 });
    await compare(next);
    expect((await seen(next)).list).toHaveLength(1);
  });

  test('the next day lacks a payment until that payment is settled', async () => {
    const [day, next] = [dayAgo(81), dayAgo(80)];
    const { paymentId } = await aPayment();
    await capturedOn(paymentId, plusSeconds(beginOf(day), 3600));
    await world.db.run`
      INSERT INTO settled_day (day, account, state, compared_at, signed_by, signed_at, comment)
      VALUES (${day}, 'TTI', 'signed', now(), 'staff', now(), 'too soon')`;
    const { id, kind, hereCents } = await comparedWithOne(next);
    expect([kind, hereCents]).toEqual(['only_here', 8400]);
    await settleOn(dayAgo(78));
    await compare(dayAgo(78));
    expect(await seen(next)).toMatchObject({ state: 'clean', list: [{ id, state: 'gone' }] });
    expect(await seen(dayAgo(78))).toMatchObject({ state: 'clean', matched: 1 });
  });
});

test('a payment that is settled days after its own is no difference', async () => {
  const day = dayAgo(90);
  const { paymentId } = await aPayment();
  await capturedOn(paymentId, plusSeconds(beginOf(day), 3600));
  await settleOn(dayAgo(88));
  await compare(day);
  expect(await seen(day)).toMatchObject({ state: 'clean', differences: 0 });
});

test('a day that is not over is refused', async () => {
  const today = dayInNewYork(steadyNow());
  for (const day of [today, dayPlus(today, { days: 1 })])
    expect((await refusalOf(compare(day))).code).toBe('day_not_over');
});

test.each(['error', 'timeout', 'garbage', 'down'])(
  'a processor that fails by %s leaves the day not compared, and another try compares it',
  async (mode) => {
    const day = dayAgo(100 + ['error', 'timeout', 'garbage', 'down'].indexOf(mode));
    await onlyThere(day);
    const operation = 'getTransactionListRequest';
    await world.processor.fault(mode, mode === 'down' ? {} : { operation });
    expect(await refusalOf(compare(day))).toMatchObject({ status: 502, code: 'partner_failed' });
    expect(await seen(day)).toMatchObject({
      state: 'not_compared',
      running: false,
      differences: 0,
      failedAt: expect.any(Date),
    });
    await world.processor.heal();
    await compare(day);
    expect(await seen(day)).toMatchObject({ state: 'differences', open: 1, failedAt: null });
  },
);

test('a processor that fails later leaves a compared day as it was', async () => {
  const day = dayAgo(110);
  await onlyThere(day);
  await compare(day);
  await world.processor.fault('error', { operation: 'getSettledBatchListRequest' });
  expect((await refusalOf(compare(day))).code).toBe('partner_failed');
  expect(await seen(day)).toMatchObject({ state: 'differences', open: 1 });
});

test('of two concurrent comparisons one learns that the other is running', async () => {
  const day = dayAgo(120);
  await onlyThere(day);
  const both = await world.processor.holdFirst(
    () => [compare(day), compare(day)],
    'getTransactionListRequest',
  );
  expect(refusals(both)).toEqual(['running']);
  expect(await seen(day)).toMatchObject({ open: 1, running: false });
});

test.each(['before', 'ran', 'commit', 'after'])(
  'a comparison that dies %s its step is taken up by another replica, and finds everything once',
  async (mark) => {
    const day = dayAgo(130 + ['before', 'ran', 'commit', 'after'].indexOf(mark));
    await onlyThere(day);
    await diesAt(`compareDay.compare.${mark}`, () => compare(day));
    await eventually(
      async () => {
        await world.letTimePass();
        await comparingDay.resume(world.db);
        return seen(day);
      },
      ({ comparedAt }) => comparedAt !== null,
    );
    expect(await seen(day)).toMatchObject({ open: 1, differences: 1, running: false });
    expect(await announced(day)).toHaveLength(1);
  },
);

describe('at night', () => {
  const night = () => lastNight(steadyNow());

  test('two replicas compare the seven days once, and skip signed days', async () => {
    await world.db.run`
      INSERT INTO settled_day (day, account, state, compared_at, signed_by, signed_at, comment)
      VALUES (${dayAgo(3)}, 'TTI', 'signed', '2020-01-01', 'staff', now(), 'done')
      ON CONFLICT (day, account) DO UPDATE SET state = 'signed', signed_by = 'staff',
        signed_at = now(), comment = 'done', compared_at = '2020-01-01'`;
    await onlyThere(dayAgo(2), { cents: 900 });
    const before = await world.processor.calls('getSettledBatchListRequest');
    const now = plusSeconds(night(), 60);
    const replicas = () =>
      Promise.all([compareNightly(world.db, now), compareNightly(world.db, now)]);
    await eventually(
      async () => {
        await replicas();
        return world.db.one<{ n: number }>`
          SELECT count(*)::integer AS n FROM settled_day
          WHERE account = 'TTI' AND compared_at >= ${night()} AND run_id IS NULL
          -- never null: n`;
      },
      ({ n }) => n >= 6,
    );
    await replicas();
    expect((await world.processor.calls('getSettledBatchListRequest')) - before).toBe(6);
    expect(await seen(dayAgo(2))).toMatchObject({ state: 'differences', open: 1 });
    expect((await announced(dayAgo(2))).length).toBe(1);
  });

  test('an unavailable processor is tried again half an hour later', async () => {
    await world.db.run`UPDATE settled_day SET compared_at = '2020-01-01' WHERE state <> 'signed'`;
    await world.processor.fault('error', {});
    const tomorrow = plusSeconds(night(), 86_400);
    expect(await compareNightly(world.db, plusSeconds(tomorrow, 60))).toBe(0);
    await world.processor.heal();
    expect(await compareNightly(world.db, plusSeconds(tomorrow, 120))).toBe(0);
    expect(await compareNightly(world.db, plusSeconds(tomorrow, 1900))).toBeGreaterThan(3);
  });
});

test('the list of a processor that does not end is no answer', async () => {
  const day = dayAgo(140);
  await onlyThere(day);
  const real = globalThis.fetch;
  const full = Array.from({ length: 1000 }, (_, at) => ({
    transId: at,
    transactionStatus: 'settledSuccessfully',
    settleAmount: 1,
    submitTimeUTC: eveningOf(day),
  }));
  globalThis.fetch = (async (url: string, init?: RequestInit) =>
    String(init?.body).includes('getTransactionListRequest')
      ? new Response(
          JSON.stringify({
            transactions: full,
            messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] },
          }),
        )
      : real(url, init)) as typeof fetch;
  try {
    expect((await refusalOf(compare(day))).code).toBe('partner_failed');
  } finally {
    globalThis.fetch = real;
  }
});
