import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { refusalOf } from '@portal/kit/testing';
import { freePort } from '@portal/kit/testing/processes/sandbox-process';
import { charge } from '../../partners/card-transactions.ts';
import { buyingCredits } from '../../purchases/buy-credits.ts';
import { repairJob } from '../../refunds/repair-payments.ts';
import { whileNobodyKnows, withAnswersChanged } from '../../testing/answers.ts';
import { aBuyer, buyTwo, credits, statuses } from '../../testing/buying.ts';
import { captured, student, withWorld, world } from '../../testing/with-world.ts';
import { countUnclearPayments } from '../records/payment-store.ts';

withWorld();

test('looks up a charge with a lost response at once: one charge, credits, no error', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('drop-after-charge', { count: 1 });
  const bought = await buyTwo(student(id), ccId);
  expect(bought.credits.total).toBe(2);
  expect(await captured(id)).toHaveLength(1);
});

test('an unknown charge blocks another payment, says so and is found later', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await world.processor.fault('drop-after-charge', {
    count: 1,
    operation: 'createTransactionRequest',
  });
  expect(await refusalOf(whileNobodyKnows(() => buyTwo(student(id, { key }), ccId)))).toMatchObject(
    {
      status: 502,
      code: 'charge_unknown',
    },
  );
  expect(await statuses(id)).toEqual(['unknown']);
  expect((await refusalOf(buyTwo(student(id), ccId))).code).toBe('charge_pending');
  await world.processor.heal();
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await statuses(id)).toEqual(['succeeded']);
  expect(await credits(id)).toBe(2);
  expect(await captured(id)).toHaveLength(1);
  expect((await buyTwo(student(id, { key }), ccId)).credits.total).toBe(2);
});

/**
 * Makes the processor report this status for every transaction, and delay responses when
 * `responseCode` is given.
 */
function whileItSays<T>(
  { status, responseCode }: { status: string; responseCode?: string },
  work: () => Promise<T>,
): Promise<T> {
  return withAnswersChanged((text) => {
    const said = text.replace(/"transactionStatus":"[^"]*"/g, `"transactionStatus":"${status}"`);
    return responseCode === undefined
      ? said
      : said.replace(/"responseCode":"?\d"?/, `"responseCode":"${responseCode}"`);
  }, work);
}

test.each([
  { status: 'heldByTheMoon', responseCode: '4' },
  { status: 'settlementError', responseCode: '7' },
  { status: 'generalError', responseCode: '4' },
])('never takes status $status for declined: the charge waits until it is known', async (says) => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await whileItSays(says, async () => {
    expect(await refusalOf(buyTwo(student(id, { key }), ccId))).toMatchObject({
      status: 502,
      code: 'charge_unknown',
    });
    await world.letTimePass();
    await buyingCredits.resume(world.db);
    await world.letTimePass();
    await repairJob(world.db).run();
    expect(await statuses(id)).toEqual(['unknown']);
    expect((await refusalOf(buyTwo(student(id), ccId))).code).toBe('charge_pending');
  });
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await statuses(id)).toEqual(['succeeded']);
  expect(await credits(id)).toBe(2);
  expect(await captured(id)).toHaveLength(1);
});

test('counts a payment that is unknown for an hour, so that operators are alerted', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  expect(await countUnclearPayments(world.db)).toBe(0);
  await whileItSays({ status: 'heldByTheMoon', responseCode: '4' }, async () => {
    expect((await refusalOf(buyTwo(student(id, { key }), ccId))).code).toBe('charge_unknown');
  });
  expect(await countUnclearPayments(world.db)).toBe(0);
  await world.db.run`
    UPDATE payment SET attempted_at = attempted_at - interval '2 hours' WHERE student_id = ${id}`;
  expect(await countUnclearPayments(world.db)).toBe(1);
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await countUnclearPayments(world.db)).toBe(0);
});

test('a request that never arrived is waited for, then dropped and never charged', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  const began = steadyNow().getTime();
  const tryAfter = (seconds: number) =>
    refusalOf(buyTwo(student(id, { key, now: new Date(began + seconds * 1000) }), ccId));
  expect((await tryAfter(0)).code).toBe('charge_unknown');
  await world.processor.heal(); // the next request has its full timeout again
  expect((await tryAfter(10)).code).toBe('charge_unknown');
  const end = await tryAfter(40);
  expect(end).toMatchObject({
    status: 402,
    code: 'card_declined',
    extra: { reason: 'The payment did not reach the card processor.' },
  });
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['declined']);
  await buyTwo(student(id), ccId);
  expect(await credits(id)).toBe(2);
});

test('an error of the processor with no charge to find is refused at once', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('error', { count: 1 });
  const refusal = await refusalOf(buyTwo(student(id), ccId));
  expect(refusal).toMatchObject({
    code: 'card_declined',
    extra: { reason: 'An error occurred during processing. Please try again.' },
  });
  expect(await statuses(id)).toEqual(['declined']);
});

test('an answer that cannot be read is looked up like a lost one', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('garbage', { count: 1 });
  expect((await refusalOf(buyTwo(student(id), ccId))).code).toBe('charge_unknown');
  await world.letTimePass();
  await world.db.run`
    UPDATE process SET state = jsonb_set(state, '{openedAt,$date}', '"2026-01-01T00:00:00.000Z"')
    WHERE status = 'running'`;
  await buyingCredits.resume(world.db);
  expect(await statuses(id)).toEqual(['declined']);
});

test('a processor that cannot be reached at all has surely charged nothing', async () => {
  const { id, ccId } = await aBuyer();
  const url = process.env.CARDS_URL;
  process.env.CARDS_URL = `http://127.0.0.1:${await freePort()}/xml/v1/request.api`;
  try {
    const refusal = await refusalOf(buyTwo(student(id), ccId));
    expect(refusal).toMatchObject({
      code: 'card_declined',
      extra: { reason: 'The card processor cannot be reached.' },
    });
  } finally {
    process.env.CARDS_URL = url;
  }
});

test('control: without the look-up only the processor refuses a duplicate charge', async () => {
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  expect(
    await charge({
      ...payment,
      source: { ...payment, ccId },
      amountCents: 8400,
      description: 'again',
    }),
  ).toEqual({
    kind: 'duplicate',
  });
  // with a new invoice number it is a second charge, which one number for each payment prevents
  expect(
    await charge({
      source: { ...payment, ccId },
      invoiceNumber: `${payment.invoiceNumber.slice(0, 19)}*`,
      amountCents: 8400,
      description: 'again',
    }),
  ).toMatchObject({
    kind: 'captured',
  });
  expect(await captured(id)).toHaveLength(2);
});

test('control: without the guard a second payment is charged while one is unknown', async () => {
  const { id, ccId } = await aBuyer();
  await world.db.run`DROP INDEX payment_open`;
  try {
    await world.processor.fault('slow', {
      count: 1,
      operation: 'createTransactionRequest',
      ms: 300,
    });
    await Promise.all([buyTwo(student(id), ccId), buyTwo(student(id), ccId)]);
    expect(await captured(id)).toHaveLength(2);
  } finally {
    await world.db.run`
      CREATE UNIQUE INDEX payment_open ON payment (student_id, purpose)
      WHERE state IN ('pending', 'unknown')`;
  }
});
