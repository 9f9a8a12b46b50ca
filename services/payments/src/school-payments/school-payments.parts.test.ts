import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { client } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, diesAt, refusalOf, refusals, serveInProcess } from '@portal/kit/testing';
import { SchoolPaymentsServiceDefinition } from '@portal/proto/payments/v1/schools';
import { brokenInvariants } from '../invariants.ts';
import { charge as chargeAtProcessor } from '../partners/card-transactions.ts';
import { receiptOf } from '../receipts/mail-facts.ts';
import { refundJob } from '../refunds/make-refunds.ts';
import { repairJob } from '../refunds/repair-payments.ts';
import type { BookLine } from '../testing/processor.ts';
import { startWorld, type World } from '../testing/world.ts';
import { type ChargeSchool, chargingSchool } from './charge-school.ts';
import { schoolPaymentRpcs } from './rpc.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(async () => {
  await world.processor.heal();
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.stop());

let lastId = 900;
const aSchool = () => ++lastId;
const call = (key: string = randomUUID(), now?: Date) =>
  asService(world.db, 'schools', { key, ...(now ? { now } : {}) });
async function aCard(number?: string): Promise<ChargeSchool['card']> {
  const { descriptor, value } = await world.processor.newCard(number ? { number } : {});
  return { descriptor, value, last4: null, cardType: null };
}
const reader = { firstName: 'Bais Chana', email: 'office@school.test' };
const order = async (
  schoolId: number,
  more: Partial<ChargeSchool> = {},
): Promise<ChargeSchool> => ({
  schoolId,
  amountCents: 120_050,
  card: await aCard(),
  reader,
  ...more,
});
const charge = (request: ChargeSchool, key?: string, now?: Date) =>
  chargingSchool.start(call(key, now), request);
const later = (seconds: number) => new Date(steadyNow().getTime() + seconds * 1000);

interface Row {
  id: number;
  state: string;
  typeId: string;
  invoiceNumber: string;
  studentId: number | null;
  cardLast4: string | null;
}
const payments = (schoolId: number) =>
  world.db.many<Row>`
    SELECT payment.id, payment.state, charge.type_id, payment.invoice_number, payment.student_id,
      payment.card_last4
    FROM payment JOIN charge ON charge.payment_id = payment.id
    WHERE payment.school_id = ${schoolId} ORDER BY payment.id`;
/** Returns the transactions of a school at the processor, by the sent invoice numbers. */
async function book(schoolId: number): Promise<Pick<BookLine, 'status' | 'amount'>[]> {
  const invoices = (await payments(schoolId)).map((one) => one.invoiceNumber);
  return (await world.processor.book())
    .filter((line) => line.type === 'authCapture' && invoices.includes(line.invoiceNumber))
    .map(({ status, amount }) => ({ status, amount }));
}
const CAPTURED = [{ status: 'captured', amount: 1200.5 }];
/** Lets the age of a payment at which it is taken up be over. */
const age = (schoolId: number, seconds = 30) => world.db.run`
  UPDATE payment
  SET attempted_at = attempted_at - ${seconds} * interval '1 second', asked_at = '-infinity'
  WHERE school_id = ${schoolId}`;

test('charges a school once for its key, as a row 5 of no student; saves no card', async () => {
  const schoolId = aSchool();
  const request = await order(schoolId);
  const key = randomUUID();
  const charged = await charge(request, key);
  expect(charged).toMatchObject({ last4: '1111', transactionId: expect.any(String) });
  expect(await charge(request, key)).toEqual(charged);
  expect(await payments(schoolId)).toMatchObject([
    { id: charged.paymentId, state: 'captured', typeId: '5', studentId: null, cardLast4: '1111' },
  ]);
  expect(await book(schoolId)).toEqual(CAPTURED);
  expect(await world.processor.calls('createCustomerPaymentProfileRequest')).toBe(0);
  const line = await world.db.one<{ cents: number }>`
    SELECT line.amount_cents AS cents FROM money_line line
    JOIN charge ON charge.id = line.charge_id JOIN payment ON payment.id = charge.payment_id
    WHERE payment.school_id = ${schoolId} AND line.account = 'school_balances'`;
  expect(line.cents).toBe(-120_050);
});

test('sends the receipt to the admin of the school, and none without an admin', async () => {
  const { paymentId } = await charge(await order(aSchool()));
  expect(await receiptOf(world.db, paymentId)).toMatchObject({
    to: 'office@school.test',
    text: expect.stringContaining('Dear Bais Chana,'),
  });
  const { paymentId: nobodys } = await charge(await order(aSchool(), { reader: null }));
  expect(await receiptOf(world.db, nobodys)).toBeNull();
});

test('a declined card shows the text of the processor, and the next card can pay', async () => {
  const schoolId = aSchool();
  await world.processor.fault('decline', { count: 1 });
  expect(await refusalOf(charge(await order(schoolId)))).toMatchObject({
    status: 402,
    code: 'card_declined',
    extra: { reason: 'This transaction has been declined.' },
  });
  await charge(await order(schoolId));
  expect((await payments(schoolId)).map(({ state }) => state)).toEqual(['declined', 'captured']);
});

test('an opaque value that was used before charges nothing', async () => {
  const schoolId = aSchool();
  const request = await order(schoolId);
  await charge(request);
  expect((await refusalOf(charge({ ...request, amountCents: 500 }))).code).toBe('card_declined');
  expect(await book(schoolId)).toEqual(CAPTURED);
});

test('two calls with one key charge once; with two keys one charge is in progress', async () => {
  const [schoolId, other] = [aSchool(), aSchool()];
  const request = await order(schoolId);
  const key = randomUUID();
  await Promise.allSettled([charge(request, key), charge(request, key)]);
  await charge(request, key);
  expect(await book(schoolId)).toEqual(CAPTURED);

  const both = await Promise.all([order(other), order(other)]);
  const settled = await world.processor.holdFirst(() => both.map((one) => charge(one)));
  expect(refusals(settled)).toEqual(['charge_pending']);
  expect(await book(other)).toEqual(CAPTURED);
});

test('without the guard two keys are under way at once, and both charge', async () => {
  const schoolId = aSchool();
  await world.db.run`DROP INDEX payment_open_school`;
  try {
    await world.processor.fault('slow', { count: 2, ms: 300 });
    const both = await Promise.all([order(schoolId), order(schoolId, { amountCents: 7 })]);
    await Promise.all(both.map((one) => charge(one)));
    expect(await book(schoolId)).toHaveLength(2);
  } finally {
    await world.db.run`
      CREATE UNIQUE INDEX payment_open_school ON payment (school_id, purpose)
      WHERE state IN ('pending', 'unknown') AND school_id IS NOT NULL`;
  }
});

test.each([
  'chargeSchool.begin.commit',
  'chargeSchool.charge.before',
  'chargeSchool.charge.ran',
  'chargeSchool.settle.before',
  'chargeSchool.settle.commit',
])('interrupted at %s, the charge is made once by the same key', async (mark) => {
  const schoolId = aSchool();
  const request = await order(schoolId);
  const key = randomUUID();
  await diesAt(mark, () => charge(request, key));
  await world.letTimePass();
  expect(await charge(request, key)).toMatchObject({ last4: '1111' });
  expect(await payments(schoolId)).toMatchObject([{ state: 'captured' }]);
  expect(await book(schoolId)).toEqual(CAPTURED);
});

test('a charge whose answer is lost is found among all that is not settled', async () => {
  const schoolId = aSchool();
  await world.processor.fault('drop-after-charge', {
    count: 1,
    operation: 'createTransactionRequest',
  });
  expect(await charge(await order(schoolId))).toMatchObject({ last4: '1111' });
  expect(await book(schoolId)).toEqual(CAPTURED);
});

test('a charge without an answer blocks others and is found after its settlement', async () => {
  const schoolId = aSchool();
  const request = await order(schoolId);
  const key = randomUUID();
  const { sent } = await lostAt(schoolId, request, key);
  expect(sent).toMatchObject({ status: 502, code: 'charge_unknown' });
  expect((await refusalOf(charge(await order(schoolId)))).code).toBe('charge_pending');
  await world.processor.heal();
  await world.processor.settle();
  await world.letTimePass();
  await chargingSchool.resume(world.db);
  expect(await charge(request, key)).toMatchObject({ last4: '1111' });
  expect(await payments(schoolId)).toMatchObject([{ state: 'captured' }]);
});

/** Sends a charge that gets no response and arrives only after it was abandoned. */
async function lostAt(schoolId: number, request: ChargeSchool, key: string) {
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  const sent = await refusalOf(charge(request, key));
  await world.processor.heal(); // the next request has its full timeout again
  await world.processor.heal();
  const [payment] = await payments(schoolId);
  const { descriptor, value } = request.card;
  // the sent request arrives after all
  await chargeAtProcessor({
    source: { descriptor, value },
    amountCents: request.amountCents,
    invoiceNumber: payment?.invoiceNumber as string,
    description: 'late',
  });
  return { sent };
}

test('a charge that never arrived is reported as dropped and is not repeated', async () => {
  const schoolId = aSchool();
  const request = await order(schoolId);
  const key = randomUUID();
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  expect((await refusalOf(charge(request, key))).code).toBe('charge_unknown');
  await world.processor.heal(); // the next request has its full timeout again
  expect((await refusalOf(charge(request, key, later(60)))).code).toBe('card_declined');
  expect((await refusalOf(charge(request, key, later(90)))).code).toBe('card_declined');
  expect(await payments(schoolId)).toMatchObject([{ state: 'dropped' }]);
  expect(await book(schoolId)).toEqual([]);
});

test('a charge whose process an operator ended is found and refunded to the card', async () => {
  const schoolId = aSchool();
  const request = await order(schoolId);
  await diesAt('chargeSchool.charge.ran', () => charge(request));
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await age(schoolId);
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect(await payments(schoolId)).toMatchObject([{ state: 'voided' }]);
  expect(await book(schoolId)).toEqual([{ status: 'voided', amount: 1200.5 }]);
});

test('only the schools service charges, and the opaque value of the card is required', async () => {
  const stop = await serveInProcess('PAYMENTS_ADDR', [schoolPaymentRpcs], world.db);
  try {
    const { chargeSchool } = client(SchoolPaymentsServiceDefinition, 'PAYMENTS_ADDR', 'schools');
    const { descriptor, value } = await aCard();
    const request = { schoolId: aSchool(), amountCents: 500, card: { descriptor, value } };
    const by = () => ({ actor: call().actor, key: randomUUID() });
    expect(
      (await refusalOf(chargeSchool({ ...request, card: undefined } as never, by()))).code,
    ).toBe('card_fields_invalid');
    expect(
      (await refusalOf(chargeSchool({ ...request, last4: '4111 1111 1111 1111' }, by()))).code,
    ).toBe('card_data_refused');
    expect(await chargeSchool(request, by())).toMatchObject({ last4: '1111' });
  } finally {
    stop();
  }
});
