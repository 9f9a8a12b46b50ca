import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Call, inTransaction } from '@portal/kit/command';
import { asStudent, diesAt, refusalOf } from '@portal/kit/testing';
import { freePort } from '@portal/kit/testing/sandbox-process';
import { withCopies } from '../copies/buyer.ts';
import { getCredits } from '../credits/get-credits.ts';
import { brokenInvariants } from '../invariants.ts';
import { charge } from '../partners/card-transactions.ts';
import { buyingCredits } from '../purchases/buy-credits.ts';
import { askBack } from '../refunds/ask-back.ts';
import { refundJob } from '../refunds/make-refunds.ts';
import { startWorld, type World } from '../testing/world.ts';
import { listCharges } from './list-charges.ts';
import { repairJob } from './repair-payments.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await world.processor.heal();
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.stop());

const student = (id: number, options = {}) => asStudent(world.db, id, options);
const buy = (call: Call, ccId: string) =>
  withCopies(call, () =>
    buyingCredits.start(call, {
      studentId: call.actor.studentId as number,
      credits: 2,
      amountCents: 8400,
      method: { ccId, newCard: null },
    }),
  );
const captured = async (id: number) =>
  (await world.processor.book()).filter(
    (line) => line.customer === String(id) && line.type === 'authCapture' && line.status === 'captured',
  );
const statuses = async (id: number) => (await listCharges(student(id), id)).map((row) => row.status);
const credits = async (id: number) => (await getCredits(student(id), id)).total;
const aBuyer = async () => {
  const id = world.aStudent();
  return { id, ccId: await world.aCard(student(id)) };
};
const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

test('an answer that was lost after the charge is looked up at once: one charge, the credits, no error', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('drop-after-charge', { count: 1 });
  const bought = await buy(student(id), ccId);
  expect(bought.credits.total).toBe(2);
  expect(await captured(id)).toHaveLength(1);
});

test('while nobody knows what became of a charge the person is told so, cannot pay again, and the charge is found later', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await world.processor.fault('drop-after-charge', { count: 1, operation: 'createTransactionRequest' });
  expect(await refusalOf(buyWithLookupsDown(student(id, { key }), ccId))).toMatchObject({ status: 502, code: 'charge_unknown' });
  expect(await statuses(id)).toEqual(['unknown']);
  expect((await refusalOf(buy(student(id), ccId))).code).toBe('charge_pending');
  await world.processor.heal();
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await statuses(id)).toEqual(['succeeded']);
  expect(await credits(id)).toBe(2);
  expect(await captured(id)).toHaveLength(1);
  expect((await buy(student(id, { key }), ccId)).credits.total).toBe(2);
});

/** The charge answer is lost and the processor then stays away. */
async function buyWithLookupsDown(call: Call, ccId: string) {
  const url = process.env.CARDS_URL as string;
  const real = globalThis.fetch;
  let charges = 0;
  globalThis.fetch = (async (input: string, init?: RequestInit) => {
    const isCharge = String(init?.body).includes('authCaptureTransaction');
    if (isCharge) charges += 1;
    if (!isCharge && charges > 0 && input === url) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    return real(input, init);
  }) as typeof fetch;
  try {
    return await buy(call, ccId);
  } finally {
    globalThis.fetch = real;
  }
}

test('a request that never arrived is waited for and then dropped, never charged again', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  expect((await refusalOf(buy(student(id, { key }), ccId))).code).toBe('charge_unknown');
  expect((await refusalOf(buy(student(id, { key, now: later(10) }), ccId))).code).toBe('charge_unknown');
  const end = await refusalOf(buy(student(id, { key, now: later(40) }), ccId));
  expect(end).toMatchObject({ status: 402, code: 'card_declined', extra: { reason: 'The payment did not reach the card processor.' } });
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['declined']);
  await buy(student(id), ccId);
  expect(await credits(id)).toBe(2);
});

test('a charge that lands after its payment was dropped is booked and voided', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  await refusalOf(buy(student(id, { key }), ccId));
  await refusalOf(buy(student(id, { key, now: later(40) }), ccId));
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  await charge({ ...payment, ccId, amountCents: 8400, description: 'late' });
  await world.db.run`UPDATE payment SET attempted_at = attempted_at - interval '30 seconds' WHERE student_id = ${id}`;
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['voided']);
  expect((await world.processor.book()).filter((line) => line.customer === String(id)).map((line) => line.status)).toEqual([
    'voided',
    'voided',
  ]);
  expect(await credits(id)).toBe(0);
});

test('an error that the processor tells, with no charge to be found, is a refusal at once', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('error', { count: 1 });
  const refusal = await refusalOf(buy(student(id), ccId));
  expect(refusal).toMatchObject({ code: 'card_declined', extra: { reason: 'An error occurred during processing. Please try again.' } });
  expect(await statuses(id)).toEqual(['declined']);
});

test('a charge that lands after a later try of the same payment was refused is booked and voided', async () => {
  const { id, ccId } = await aBuyer();
  const key = randomUUID();
  expect(await diesAt('buyCredits.charge.before', () => buy(student(id, { key }), ccId))).toBeNull();
  await world.letTimePass();
  await world.processor.fault('error', { count: 1, operation: 'createTransactionRequest' });
  const refusal = await refusalOf(buy(student(id, { key }), ccId));
  expect(refusal).toMatchObject({ code: 'card_declined', extra: { reason: 'An error occurred during processing. Please try again.' } });
  expect(await statuses(id)).toEqual(['declined']);
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  await charge({ ...payment, ccId, amountCents: 8400, description: 'of the try that died' });
  await world.db.run`UPDATE payment SET attempted_at = attempted_at - interval '30 seconds' WHERE student_id = ${id}`;
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await captured(id)).toEqual([]);
  expect(await statuses(id)).toEqual(['voided']);
});

test('an answer that cannot be read is looked up like a lost one', async () => {
  const { id, ccId } = await aBuyer();
  await world.processor.fault('garbage', { count: 1 });
  expect((await refusalOf(buy(student(id), ccId))).code).toBe('charge_unknown');
  await world.letTimePass();
  await world.db
    .run`UPDATE process SET state = jsonb_set(state, '{openedAt,$date}', '"2026-01-01T00:00:00.000Z"') WHERE status = 'running'`;
  await buyingCredits.resume(world.db);
  expect(await statuses(id)).toEqual(['declined']);
});

test('a processor that cannot be reached at all has surely charged nothing', async () => {
  const { id, ccId } = await aBuyer();
  const url = process.env.CARDS_URL;
  process.env.CARDS_URL = `http://127.0.0.1:${await freePort()}/xml/v1/request.api`;
  try {
    const refusal = await refusalOf(buy(student(id), ccId));
    expect(refusal).toMatchObject({ code: 'card_declined', extra: { reason: 'The card processor cannot be reached.' } });
  } finally {
    process.env.CARDS_URL = url;
  }
});

test.each(['buyCredits.card.before', 'buyCredits.charge.before', 'buyCredits.charge.ran', 'buyCredits.settle.commit'])(
  'a process that dies at %s is finished by another replica: one charge, the credits once',
  async (where) => {
    const { id, ccId } = await aBuyer();
    const key = randomUUID();
    expect(await diesAt(where, () => buy(student(id, { key }), ccId))).toBeNull();
    await world.letTimePass();
    await buyingCredits.resume(world.db);
    expect(await credits(id)).toBe(2);
    expect(await captured(id)).toHaveLength(1);
    expect((await buy(student(id, { key }), ccId)).credits.total).toBe(2);
    expect(await captured(id)).toHaveLength(1);
  },
);

test('a new card whose process dies after it was saved is found again, though its opaque value is used up', async () => {
  const id = world.aStudent();
  const key = randomUUID();
  const newCard = await world.processor.newCard();
  const input = { studentId: id, credits: 2, amountCents: 8400, method: { ccId: null, newCard } };
  await world.processor.fault('drop-after-charge', { count: 1 });
  const call = student(id, { key });
  expect(await diesAt('keepCard.commit', () => withCopies(call, () => buyingCredits.start(call, input)))).toBeNull();
  await world.letTimePass();
  await buyingCredits.resume(world.db);
  expect(await credits(id)).toBe(2);
  expect(await captured(id)).toHaveLength(1);
  expect(await world.db.many`SELECT 1 FROM card WHERE student_id = ${id}`).toHaveLength(1);
});

test('a payment whose process is lost is found by the repair and its credits are granted', async () => {
  const { id, ccId } = await aBuyer();
  expect(await diesAt('buyCredits.charge.ran', () => buy(student(id), ccId))).toBeNull();
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await world.db.run`UPDATE payment SET attempted_at = attempted_at - interval '30 seconds' WHERE student_id = ${id}`;
  await repairJob(world.db).run();
  expect(await statuses(id)).toEqual(['succeeded']);
  expect(await credits(id)).toBe(2);
});

/** Two payments, of which the first is at a merchant account whose keys nobody gave the portal: it cannot even be asked about. */
async function oneThatCannotBeAsked(make: (call: Call, ccId: string) => Promise<unknown>) {
  const [first, second] = [await aBuyer(), await aBuyer()];
  for (const { id, ccId } of [first, second]) await make(student(id), ccId);
  await world.db.run`UPDATE payment SET account = 'TTINJ' WHERE student_id = ${first.id}`;
  return { first, second, mend: () => world.db.run`UPDATE payment SET account = 'TTI' WHERE student_id = ${first.id}` };
}

test('a payment that cannot be asked about keeps the repair from no other', async () => {
  const { first, second, mend } = await oneThatCannotBeAsked((call, ccId) => diesAt('buyCredits.charge.ran', () => buy(call, ccId)));
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await world.db
    .run`UPDATE payment SET attempted_at = attempted_at - interval '30 seconds' WHERE student_id IN (${first.id}, ${second.id})`;
  await repairJob(world.db).run();
  expect([await statuses(first.id), await statuses(second.id)]).toEqual([['pending'], ['succeeded']]);
  await mend();
  await world.db.run`UPDATE payment SET asked_at = '-infinity' WHERE student_id = ${first.id}`;
  await repairJob(world.db).run();
  expect([await statuses(first.id), await credits(first.id)]).toEqual([['succeeded'], 2]);
});

test('a refund that cannot be asked for keeps no other waiting, and is put off', async () => {
  const { first, second, mend } = await oneThatCannotBeAsked(buy);
  await inTransaction(student(0), 'askBack', async (tx) => {
    const paid = await tx.many<{ id: number }>`SELECT id FROM payment WHERE student_id IN (${first.id}, ${second.id}) ORDER BY id`;
    for (const { id } of paid) await askBack(tx, { paymentId: id }, 'registration_closed');
  });
  await refundJob(world.db).run();
  expect([await statuses(first.id), await statuses(second.id)]).toEqual([['refund pending'], ['voided']]);
  expect(await world.db.many`SELECT id FROM refund WHERE state = 'open' AND next_try_at <= clock_timestamp()`).toEqual([]);
  await mend();
  await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state = 'open'`;
  await refundJob(world.db).run();
  expect(await statuses(first.id)).toEqual(['voided']);
});

test('without the look-up a retry with the lost answer would rest on the processor alone, which refuses it as a duplicate', async () => {
  const { id, ccId } = await aBuyer();
  await buy(student(id), ccId);
  const payment = await world.db.one<{ invoiceNumber: string; customerProfileId: string }>`
    SELECT invoice_number, customer_profile_id FROM payment WHERE student_id = ${id}`;
  expect(await charge({ ...payment, ccId, amountCents: 8400, description: 'again' })).toEqual({ kind: 'duplicate' });
  // and with a new invoice number it is a second charge: what the one number a payment protects from
  expect(
    await charge({ ...payment, invoiceNumber: `${payment.invoiceNumber.slice(0, 19)}*`, ccId, amountCents: 8400, description: 'again' }),
  ).toMatchObject({
    kind: 'captured',
  });
  expect(await captured(id)).toHaveLength(2);
});

test('without the guard a second payment for the same purpose is charged while the first is unsure', async () => {
  const { id, ccId } = await aBuyer();
  await world.db.run`DROP INDEX payment_open`;
  try {
    await world.processor.fault('slow', { count: 1, operation: 'createTransactionRequest', ms: 300 });
    await Promise.all([buy(student(id), ccId), buy(student(id), ccId)]);
    expect(await captured(id)).toHaveLength(2);
  } finally {
    await world.db.run`CREATE UNIQUE INDEX payment_open ON payment (student_id, purpose) WHERE state IN ('pending', 'unknown')`;
  }
});
