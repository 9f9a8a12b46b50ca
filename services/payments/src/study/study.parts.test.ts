import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { client } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, diesAt, refusalOf, refusals, serveInProcess } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { StudyPaymentsServiceDefinition } from '@portal/proto/payments/v1/study';
import { brokenInvariants } from '../invariants.ts';
import { refundCharge as refundThere } from '../partners/card-transactions.ts';
import { lookUpRefundsJob } from '../refunds/given-up/look-up-refunds.ts';
import { refundJob } from '../refunds/make-refunds.ts';
import { repairJob } from '../refunds/repair-payments.ts';
import { aBankAccount, tokenAt, ttinjKeys } from '../testing/opaque-value.ts';
import { type BookLine, CARD_YEAR } from '../testing/processor.ts';
import { startWorld, type World } from '../testing/world.ts';
import { type ChargeStudy, chargingStudy } from './charge-study.ts';
import { getStudyMethod } from './get-method.ts';
import { getStudyRefunds, refundStudy } from './refund-study.ts';
import { studyRpcs } from './rpc.ts';
import { savingMethod } from './save-method.ts';
import type { NewStudyMethod } from './study-method.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  setForFile(ttinjKeys);
});
afterEach(async () => {
  await world.processor.heal();
  await switchAch('TTI', true);
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.stop());

let next = 0;
const aTtiId = () => `T${++next}`;
const call = (key?: string, now?: Date) =>
  asService(world.db, 'seminary', { ...(key ? { key } : {}), ...(now ? { now } : {}) });
const cardAt = async (account: 'TTI' | 'TTINJ'): Promise<NewStudyMethod> => {
  const card = await world.processor.newCard();
  if (account === 'TTI') return { card };
  const token = {
    cardNumber: '4111111111111111',
    expirationDate: `12${CARD_YEAR}`,
    cardCode: '123',
    zip: '11219',
  };
  return { card: { ...card, ...(await tokenAt(world.processor, 'TTINJ', { token })) } };
};
const save = (ttiStudentId: string, account: 'TTI' | 'TTINJ', method: NewStudyMethod) =>
  savingMethod.start(call(), { ttiStudentId, account, method });
const charge = (more: Partial<ChargeStudy> & { ttiStudentId: string }, key?: string, now?: Date) =>
  chargingStudy.start(call(key, now), {
    programId: 12,
    account: 'TTI',
    amountCents: 60_000,
    description: 'Year in Israel',
    method: null,
    ...more,
  });
const aPayer = async (account: 'TTI' | 'TTINJ' = 'TTI') => {
  const ttiStudentId = aTtiId();
  await save(ttiStudentId, account, await cardAt(account));
  return ttiStudentId;
};
const book = async (ttiStudentId: string, account = 'TTI') =>
  (await world.processor.read<BookLine[]>(`/__cards/transactions?account=${account}`)).filter(
    ({ customer }) => customer === `TTI-${ttiStudentId}`,
  );
const payments = (ttiStudentId: string) =>
  world.db.many<{
    id: number;
    state: string;
    account: string;
    cardType: string | null;
    typeId: string;
  }>`
    SELECT payment.id, payment.state, payment.account, payment.card_type, charge.type_id
    FROM payment JOIN charge ON charge.payment_id = payment.id
    WHERE tti_student_id = ${ttiStudentId} ORDER BY payment.id`;
const switchAch = (account: string, on: boolean) =>
  world.processor.send('PUT', '/__cards/ach', { account, on });
const refund = (
  ttiStudentId: string,
  parts: { paymentId: number; amountCents: number }[],
  key?: string,
) => refundStudy(call(key), { ttiStudentId, parts });
const later = (seconds: number) => new Date(steadyNow().getTime() + seconds * 1000);

test('charges a new card at the second account, as a row 6 and its current method', async () => {
  const ttiStudentId = aTtiId();
  const charged = await charge({ ttiStudentId, account: 'TTINJ', method: await cardAt('TTINJ') });
  expect(charged).toMatchObject({ method: { account: 'TTINJ', type: 'CC', last4: '1111' } });
  expect(await book(ttiStudentId, 'TTINJ')).toMatchObject([
    { type: 'authCapture', status: 'captured', amount: 600 },
  ]);
  expect(await book(ttiStudentId)).toEqual([]);
  expect(await payments(ttiStudentId)).toMatchObject([
    { state: 'captured', account: 'TTINJ', typeId: '6', cardType: 'Visa' },
  ]);
  expect(await getStudyMethod(call(), ttiStudentId, 'TTINJ')).toMatchObject({ last4: '1111' });
  expect(await getStudyMethod(call(), ttiStudentId, 'TTI')).toBeNull();
  expect((await refusalOf(charge({ ttiStudentId }))).code).toBe('no_payment_method');
  const line = await world.db.one<{ cents: number }>`
    SELECT sum(line.amount_cents)::bigint AS cents FROM money_line line
    JOIN charge ON charge.id = line.charge_id JOIN payment ON payment.id = charge.payment_id
    WHERE payment.tti_student_id = ${ttiStudentId} AND line.account = 'seminary_study'`;
  expect(line.cents).toBe(-60_000);
});

test('saves a bank account, makes it current and charges it again without comment', async () => {
  const ttiStudentId = await aPayer();
  const bankAccount = await aBankAccount(world.processor, 'TTI');
  expect(await save(ttiStudentId, 'TTI', { bankAccount })).toEqual({
    account: 'TTI',
    type: 'ACH',
    last4: '6789',
  });
  const { method } = await charge({ ttiStudentId });
  expect(method).toEqual({ account: 'TTI', type: 'ACH', last4: '6789' });
  expect(await payments(ttiStudentId)).toMatchObject([{ state: 'captured', cardType: 'eCheck' }]);
  await save(ttiStudentId, 'TTI', await cardAt('TTI'));
  expect(await getStudyMethod(call(), ttiStudentId, null)).toMatchObject({ type: 'CC' });
  await save(ttiStudentId, 'TTI', { bankAccount: await aBankAccount(world.processor, 'TTI') });
  expect(await getStudyMethod(call(), ttiStudentId, null)).toMatchObject({ type: 'ACH' });
});

test('an account that takes no bank accounts says so and nothing is charged', async () => {
  const ttiStudentId = aTtiId();
  await switchAch('TTI', false);
  const method = { bankAccount: await aBankAccount(world.processor, 'TTI') };
  expect(await refusalOf(save(ttiStudentId, 'TTI', method))).toMatchObject({
    status: 422,
    code: 'ach_not_available',
    detail: 'ACH not available',
  });
  expect(
    (
      await refusalOf(
        charge({
          ttiStudentId,
          method: { bankAccount: await aBankAccount(world.processor, 'TTI') },
        }),
      )
    ).code,
  ).toBe('ach_not_available');
  expect(await payments(ttiStudentId)).toMatchObject([{ state: 'declined' }]);
  expect(await book(ttiStudentId)).toEqual([]);
});

test('a declined card returns the reason and leaves nothing behind', async () => {
  const ttiStudentId = await aPayer();
  await world.processor.fault('decline', { count: 1 });
  expect(await refusalOf(charge({ ttiStudentId }))).toMatchObject({
    status: 402,
    code: 'card_declined',
    extra: { reason: 'This transaction has been declined.' },
  });
  const declinedZip = { card: await world.processor.newCard({ billingZip: '46282' }) };
  expect(await refusalOf(save(ttiStudentId, 'TTI', declinedZip))).toMatchObject({
    status: 402,
    code: 'card_refused',
    detail: 'There was a problem adding your card',
  });
  expect((await payments(ttiStudentId)).map(({ state }) => state)).toEqual(['declined']);
});

test('a double click charges once, and two different keys at once do not both', async () => {
  const ttiStudentId = await aPayer();
  const key = randomUUID();
  const twice = await Promise.allSettled([
    charge({ ttiStudentId }, key),
    charge({ ttiStudentId }, key),
  ]);
  expect(refusals(twice).every((code) => code === 'request_in_progress')).toBe(true);
  expect(await charge({ ttiStudentId }, key)).toMatchObject({
    paymentId: (await payments(ttiStudentId))[0]?.id,
  });
  expect(await book(ttiStudentId)).toHaveLength(1);

  const other = await aPayer();
  const both = await world.processor.holdFirst(() => [
    charge({ ttiStudentId: other }),
    charge({ ttiStudentId: other }),
  ]);
  expect(refusals(both)).toEqual(['charge_pending']);
  expect(await book(other)).toHaveLength(1);
});

test('without the guard two keys at once are charged twice', async () => {
  const ttiStudentId = await aPayer();
  await world.db.run`DROP INDEX payment_open_study`;
  try {
    await world.processor.fault('slow', {
      count: 1,
      operation: 'createTransactionRequest',
      ms: 300,
    });
    await Promise.all([charge({ ttiStudentId }), charge({ ttiStudentId })]);
    expect(await book(ttiStudentId)).toHaveLength(2);
  } finally {
    await world.db.run`
      CREATE UNIQUE INDEX payment_open_study ON payment (tti_student_id, purpose)
      WHERE state IN ('pending', 'unknown') AND tti_student_id IS NOT NULL`;
  }
});

test.each(['TTI', 'TTINJ'] as const)(
  'an answer that was lost after a charge at %s is looked up there',
  async (account) => {
    const ttiStudentId = await aPayer(account);
    await world.processor.fault('drop-after-charge', {
      count: 1,
      operation: 'createTransactionRequest',
    });
    await charge({ ttiStudentId, account });
    expect(await book(ttiStudentId, account)).toHaveLength(1);
  },
);

test('an unknown charge is reported as such, and dropped when it never arrived', async () => {
  const ttiStudentId = await aPayer();
  const key = randomUUID();
  await world.processor.fault('timeout', { count: 1, operation: 'createTransactionRequest' });
  expect(await refusalOf(charge({ ttiStudentId }, key))).toMatchObject({
    status: 502,
    code: 'charge_unknown',
  });
  await world.processor.heal(); // the next request has its full timeout again
  expect((await refusalOf(charge({ ttiStudentId }))).code).toBe('charge_pending');
  expect((await refusalOf(charge({ ttiStudentId }, key, later(40)))).code).toBe('card_declined');
  expect(await book(ttiStudentId)).toEqual([]);
});

test.each([
  'chargeStudy.method.before',
  'keepMethod.commit',
  'chargeStudy.charge.before',
  'chargeStudy.charge.ran',
  'chargeStudy.settle.commit',
])(
  'a charge with a new bank account that dies at %s is finished by another replica, once',
  async (where) => {
    const ttiStudentId = aTtiId();
    const key = randomUUID();
    const method = { bankAccount: await aBankAccount(world.processor, 'TTI') };
    expect(await diesAt(where, () => charge({ ttiStudentId, method }, key))).toBeNull();
    await world.letTimePass();
    await chargingStudy.resume(world.db);
    expect(await charge({ ttiStudentId, method }, key)).toMatchObject({ method: { type: 'ACH' } });
    expect(await book(ttiStudentId)).toHaveLength(1);
    expect(await payments(ttiStudentId)).toMatchObject([{ state: 'captured' }]);
  },
);

test('voids an unsettled whole payment; a partial refund waits for settlement', async () => {
  const ttiStudentId = await aPayer('TTINJ');
  const whole = await charge({ ttiStudentId, account: 'TTINJ', amountCents: 10_000 });
  expect(
    await refund(ttiStudentId, [{ paymentId: whole.paymentId, amountCents: 10_000 }]),
  ).toMatchObject([{ state: 'done', transactionId: whole.transactionId }]);
  const part = await charge({ ttiStudentId, account: 'TTINJ', amountCents: 20_000 });
  const [waits] = await refund(ttiStudentId, [{ paymentId: part.paymentId, amountCents: 5000 }]);
  expect(waits).toMatchObject({ state: 'waiting' });
  await world.processor.settle();
  await world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state = 'open'`;
  await refundJob(world.db).run();
  expect(await getStudyRefunds(call(), [waits?.refundId as number])).toMatchObject([
    { state: 'done', amountCents: 5000 },
  ]);
  expect(
    (await book(ttiStudentId, 'TTINJ')).filter(({ type }) => type !== 'authCapture'),
  ).toMatchObject([
    { type: 'void', amount: 100 },
    { type: 'refund', amount: 50 },
  ]);
});

test('refunds a settled bank payment to the bank account', async () => {
  const ttiStudentId = aTtiId();
  const { paymentId } = await charge({
    ttiStudentId,
    method: { bankAccount: await aBankAccount(world.processor, 'TTI') },
  });
  await world.processor.settle();
  expect(await refund(ttiStudentId, [{ paymentId, amountCents: 60_000 }])).toMatchObject([
    { state: 'done' },
  ]);
  expect(await book(ttiStudentId)).toMatchObject([
    { type: 'authCapture' },
    { type: 'refund', status: 'refunded', amount: 600 },
  ]);
});

test('one excessive refund stops all, and concurrent refunds do not both pass', async () => {
  const ttiStudentId = await aPayer();
  const one = await charge({ ttiStudentId, amountCents: 30_000 });
  const two = await charge({ ttiStudentId, amountCents: 40_000 });
  await world.processor.settle();
  const tooMuch = [
    { paymentId: one.paymentId, amountCents: 30_000 },
    { paymentId: two.paymentId, amountCents: 40_001 },
  ];
  expect(await refusalOf(refund(ttiStudentId, tooMuch))).toMatchObject({
    status: 422,
    code: 'refund_too_large',
    detail: 'Refund amount cannot be more than the original refund amount.',
  });
  for (const parts of [
    [{ paymentId: one.paymentId, amountCents: 0 }],
    [{ paymentId: 999_999, amountCents: 1 }],
  ])
    expect((await refusalOf(refund(ttiStudentId, parts))).code).toBe('refund_too_large');
  expect(
    (await refusalOf(refund('somebody else', [{ paymentId: one.paymentId, amountCents: 1 }]))).code,
  ).toBe('refund_too_large');
  const parts = [{ paymentId: one.paymentId, amountCents: 20_000 }];
  const both = await Promise.allSettled([refund(ttiStudentId, parts), refund(ttiStudentId, parts)]);
  expect(refusals(both)).toEqual(['refund_too_large']);
  const key = randomUUID();
  const rest = [{ paymentId: two.paymentId, amountCents: 40_000 }];
  expect(await refund(ttiStudentId, rest, key)).toEqual(await refund(ttiStudentId, rest, key));
  expect(
    (await book(ttiStudentId)).filter(({ type }) => type === 'refund').map(({ amount }) => amount),
  ).toEqual([200, 400]);
});

test('reports each refund that the processor refuses, and holds nothing for it', async () => {
  const ttiStudentId = await aPayer();
  const one = await charge({ ttiStudentId, amountCents: 30_000 });
  const two = await charge({ ttiStudentId, amountCents: 40_000 });
  await world.processor.settle();
  await world.processor.fault('error', { count: 1, operation: 'createTransactionRequest' });
  const parts = [one, two].map(({ paymentId }) => ({ paymentId, amountCents: 10_000 }));
  expect(await refund(ttiStudentId, parts)).toMatchObject([
    { state: 'refused', error: 'An error occurred during processing. Please try again.' },
    { state: 'done' },
  ]);
  expect(
    await refund(ttiStudentId, [{ paymentId: one.paymentId, amountCents: 30_000 }]),
  ).toMatchObject([{ state: 'done' }]);
});

test.each([
  { what: 'arrives', seconds: 40, arrives: true, state: 'done' },
  { what: 'does not arrive', seconds: 3601, arrives: false, state: 'refused' },
])(
  'a refund without response that $what within the hour waits, then is $state',
  async ({ seconds, arrives, state }) => {
    const ttiStudentId = await aPayer();
    const { paymentId, transactionId } = await charge({ ttiStudentId, amountCents: 30_000 });
    await world.processor.settle();
    await world.processor.fault('garbage', { count: 1, operation: 'createTransactionRequest' });
    const [requested] = await refund(ttiStudentId, [{ paymentId, amountCents: 10_000 }]);
    const refundId = requested?.refundId as number;
    const whenItIs = (age: number) => world.db.run`
      UPDATE refund SET asked_at = clock_timestamp() - ${age} * interval '1 second',
        next_try_at = '-infinity',
        look_at = CASE WHEN look_at IS NOT NULL THEN '-infinity'::timestamptz END
      WHERE id = ${refundId}`;
    await whenItIs(20);
    await refundJob(world.db).run();
    expect(await world.db.one`SELECT state FROM refund WHERE id = ${refundId}`).toEqual({
      state: 'refused',
    });
    expect(await getStudyRefunds(call(), [refundId])).toEqual([
      { refundId, paymentId, amountCents: 10_000, state: 'waiting' },
    ]);
    const { invoiceNumber } = await world.db.one<{ invoiceNumber: string }>`
      SELECT invoice_number FROM refund WHERE id = ${refundId}`;
    const order = { transactionId, amountCents: 10_000, last4: '1111', invoiceNumber };
    if (arrives) await refundThere({ ...order, note: 'late' });
    await whenItIs(seconds);
    await lookUpRefundsJob(world.db).run();
    expect(await getStudyRefunds(call(), [refundId])).toMatchObject([{ state }]);
  },
);

test('refunds a payment that no process knows of', async () => {
  const ttiStudentId = await aPayer('TTINJ');
  expect(
    await diesAt('chargeStudy.charge.ran', () => charge({ ttiStudentId, account: 'TTINJ' })),
  ).toBeNull();
  await world.db.run`DELETE FROM process WHERE status = 'running'`;
  await world.db.run`
    UPDATE payment SET attempted_at = attempted_at - interval '30 seconds'
    WHERE tti_student_id = ${ttiStudentId}`;
  await repairJob(world.db).run();
  await refundJob(world.db).run();
  expect((await book(ttiStudentId, 'TTINJ')).map(({ status }) => status)).toEqual([
    'voided',
    'voided',
  ]);
  expect(await payments(ttiStudentId)).toMatchObject([{ state: 'voided' }]);
});

test('only services reach the money of seminary study', async () => {
  const stop = await serveInProcess('PAYMENTS_ADDR', [studyRpcs], world.db);
  const rpc = client(StudyPaymentsServiceDefinition, 'PAYMENTS_ADDR', 'bff') as unknown as Record<
    string,
    (request: object, by: object) => Promise<unknown>
  >;
  const people = [
    { kind: 'student', id: 1, roles: ['ROLE_STUDENT'], studentId: 1, name: 'student', via: 'bff' },
    {
      kind: 'staff',
      id: 1,
      roles: ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_ADMISSIONS'],
      name: 'staff',
      via: 'bff',
    },
  ];
  for (const name of Object.keys(StudyPaymentsServiceDefinition.methods))
    for (const actor of people)
      expect(await rpc[name]?.({}, { actor, key: 'k' }).catch((error) => error.code)).toBe(
        'forbidden',
      );
  stop();
});
