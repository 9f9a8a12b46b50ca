import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, diesAt, eventually, refusalOf } from '@portal/kit/testing';
import { refundJob } from '../refunds/make-refunds.ts';
import { aDebtor, both, charges, type Debtor, lines, pay } from '../testing/debtors.ts';
import { withWorld, world } from '../testing/with-world.ts';
import { payingFees } from './pay-fees.ts';
import { payingRetakeFee } from './pay-retake-fee.ts';

withWorld();

test('both fees are one payment with a row each, noted at registration once', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  const first = await pay(debtor, 1500, 6500, key);
  expect(first).toEqual({ successMessage: 'Thank you. Your payment was received.' });
  expect(await pay(debtor, 1500, 6500, key)).toEqual(first);
  expect(await charges(debtor)).toEqual([
    ['1', 1500, 'succeeded', 0],
    ['3', 5000, 'succeeded', 0],
  ]);
  expect(await lines(debtor)).toMatchObject([{ amount: 65, status: 'captured' }]);
  expect(
    world.recorded.filter((one) => one.registrationId === debtor.registrationId),
  ).toMatchObject([{ proctorFeeCents: 1500, additionalFeeCents: 5000 }]);
});

test('a sum that is not due is refused with the right one', async () => {
  const debtor = await aDebtor();
  expect(await refusalOf(pay(debtor, 1500, 1500))).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 6500 },
  });
  const paid = await aDebtor({
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 0,
    additionalFeeCents: 0,
  });
  expect(await refusalOf(pay(paid, 1500, 1500))).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 0 },
  });
  expect(await lines(paid)).toEqual([]);
});

test('when nothing is due nothing is paid, not even nothing', async () => {
  const debtor = await aDebtor({
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 0,
    additionalFeeCents: 0,
  });
  expect(await refusalOf(pay(debtor, 0, 0))).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 0 },
  });
  expect(await lines(debtor)).toEqual([]);
  expect(await charges(debtor)).toEqual([]);
});

test('a registration that is closed refuses before any charge', async () => {
  const debtor = await aDebtor();
  world.feesDue.delete(debtor.registrationId);
  expect((await refusalOf(pay(debtor))).code).toBe('registration_closed');
  expect(await lines(debtor)).toEqual([]);
});

test('refunds the payment automatically if the registration was closed during it', async () => {
  const debtor = await aDebtor();
  world.closed.add(debtor.registrationId);
  expect((await refusalOf(pay(debtor))).code).toBe('registration_closed');
  expect(await charges(debtor)).toEqual([
    ['1', 1500, 'refund pending', 0],
    ['3', 5000, 'refund pending', 0],
  ]);
  await refundJob(world.db).run();
  expect(await charges(debtor)).toEqual([
    ['1', 1500, 'voided', 1500],
    ['3', 5000, 'voided', 5000],
  ]);
  expect((await lines(debtor)).map((line) => [line.type, line.status])).toEqual([
    ['authCapture', 'voided'],
    ['void', 'voided'],
  ]);
});

test('two tabs that pay the same fees charge once', async () => {
  const debtor = await aDebtor();
  await world.processor.fault('slow', { count: 1, operation: 'createTransactionRequest', ms: 300 });
  const answers = await Promise.allSettled([pay(debtor), pay(debtor)]);
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  expect(await lines(debtor)).toHaveLength(1);
});

test('the worker records fees that registration did not record, without a new charge', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  expect(await diesAt('payFees.record.before', () => pay(debtor, 1500, 6500, key))).toBeNull();
  await world.letTimePass();
  await payingFees.resume(world.db);
  expect(world.recorded.filter((one) => one.registrationId === debtor.registrationId)).toHaveLength(
    1,
  );
  expect(await pay(debtor, 1500, 6500, key)).toEqual({
    successMessage: 'Thank you. Your payment was received.',
  });
  expect(await lines(debtor)).toHaveLength(1);
});

test('charged fees that are not recorded yet are not charged again under another key', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  expect(await diesAt('payFees.record.before', () => pay(debtor, 1500, 6500, key))).toBeNull();
  expect((await refusalOf(pay(debtor))).code).toBe('charge_pending');
  expect(await lines(debtor)).toHaveLength(1);
  await world.letTimePass();
  await payingFees.resume(world.db);
  expect(await refusalOf(pay(debtor))).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 0 },
  });
});

/**
 * Pays in a second tab the fees that were due before the first tab paid them; `between` runs when
 * both are ready except for the second charge.
 */
async function payWhatWasDue(
  debtor: Debtor,
  between: () => Promise<unknown> = async () => undefined,
): Promise<unknown> {
  const said = Promise.withResolvers<typeof both>();
  world.feesDue.set(debtor.registrationId, said.promise as never);
  const second = pay(debtor).then(
    () => 'paid',
    (error: { code?: string }) => error.code,
  );
  await eventually(
    async () => world.dueRequests.filter((id) => id === debtor.registrationId).length,
    (requests) => requests > 0,
  );
  world.feesDue.set(debtor.registrationId, both);
  await pay(debtor);
  await between();
  said.resolve(both);
  return second;
}

test('does not charge fees again that another tab paid after this one read them', async () => {
  const debtor = await aDebtor();
  expect(await payWhatWasDue(debtor)).toBe('charge_pending');
  expect(await lines(debtor)).toHaveLength(1);
});

test('control: a payment that is not recognised as one of these fees is made twice', async () => {
  const debtor = await aDebtor();
  const hide = () =>
    world.db.run`UPDATE payment SET purpose = 'fees of others' WHERE student_id = ${debtor.id}`;
  expect(await payWhatWasDue(debtor, hide)).toBe('paid');
  expect(await lines(debtor)).toHaveLength(2);
});

test('holds the place in the session before the charge, and returns the deadline', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  const before = steadyNow().getTime();
  const answer = await pay(debtor, 1500, 6500, key, 77);
  expect(answer.holdUntil?.getTime()).toBeGreaterThanOrEqual(before + 600_000);
  expect(await pay(debtor, 1500, 6500, key, 77)).toEqual(answer);
  expect(
    world.held.filter(({ registrationId }) => registrationId === debtor.registrationId),
  ).toEqual([{ studentId: debtor.id, registrationId: debtor.registrationId, sessionId: 77 }]);
});

test('charges nothing when the session is full, and holds no place for a wrong sum', async () => {
  const debtor = await aDebtor();
  world.full.add(78);
  expect((await refusalOf(pay(debtor, 1500, 6500, randomUUID(), 78))).code).toBe('session_full');
  expect((await refusalOf(pay(debtor, 1500, 1500, randomUUID(), 77))).code).toBe('amount_changed');
  expect(await lines(debtor)).toEqual([]);
  expect(
    world.held.filter(({ registrationId }) => registrationId === debtor.registrationId),
  ).toEqual([]);
});

const payRetake = ({ id, registrationId, ccId }: Debtor, key: string = randomUUID()) =>
  payingRetakeFee.start(asService(world.db, 'registration', { key }), {
    studentId: id,
    registrationId,
    amountCents: 6000,
    method: { ccId, newCard: null },
  });

test("a retake fee is one charge of type '4', once by one key", async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  const first = await payRetake(debtor, key);
  expect(await payRetake(debtor, key)).toEqual(first);
  expect(await charges(debtor)).toEqual([['4', 6000, 'succeeded', 0]]);
  expect(await lines(debtor)).toMatchObject([{ amount: 60, status: 'captured' }]);
});

test("a retake fee is not taken from another student's card", async () => {
  const [debtor, other] = [await aDebtor(), await aDebtor()];
  expect((await refusalOf(payRetake({ ...debtor, ccId: other.ccId }))).code).toBe(
    'payment_method_not_found',
  );
  expect(await lines(debtor)).toEqual([]);
});

test('a retake fee whose answer was lost is looked up, not charged again', async () => {
  const debtor = await aDebtor();
  await world.processor.fault('drop-after-charge', {
    count: 1,
    operation: 'createTransactionRequest',
  });
  await payRetake(debtor);
  expect(await charges(debtor)).toEqual([['4', 6000, 'succeeded', 0]]);
  expect(await lines(debtor)).toHaveLength(1);
});
