import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { asService, asStudent, diesAt, eventually, refusalOf } from '@portal/kit/testing';
import { listCharges } from '../charges/list-charges.ts';
import { brokenInvariants } from '../invariants.ts';
import { makeRefunds, refundJob } from '../refunds/make-refunds.ts';
import { type RefundFees, refundFees } from '../refunds/refund-fees.ts';
import { startWorld, type World } from '../testing/world.ts';
import { payFees, payingFees } from './pay-fees.ts';
import { payingRetakeFee } from './pay-retake-fee.ts';

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
let lastRegistration = 2000;
const both = { proctorFeeCents: 1500, proctorFeeIfMovedCents: 0, additionalFeeCents: 5000 };
const aDebtor = async (due = both) => {
  lastRegistration += 1;
  const id = world.aStudent();
  world.feesDue.set(lastRegistration, due);
  return { id, registrationId: lastRegistration, ccId: await world.aCard(student(id)) };
};
type Debtor = Awaited<ReturnType<typeof aDebtor>>;
const pay = (
  { id, registrationId, ccId }: Debtor,
  proctorFeeCents = 1500,
  amountCents = 6500,
  key: string = randomUUID(),
  sessionId: number | null = null,
) =>
  payFees(student(id, { key }), {
    studentId: id,
    examId: 101,
    registrationId,
    sessionId,
    proctorFeeCents,
    amountCents,
    method: amountCents === 0 ? null : { ccId, newCard: null },
  });
const refund = ({ registrationId }: Debtor, which: Partial<RefundFees>, key: string = randomUUID()) =>
  refundFees(asService(world.db, 'registration', { key }), {
    registrationId,
    additionalFee: false,
    proctorFee: false,
    paymentIds: [],
    ...which,
  });
const charges = async ({ id }: Debtor) =>
  (await listCharges(student(id), id)).map((one) => [one.chargeTypeId, one.amountCents, one.status, one.refundedCents]);
const lines = async ({ id }: Debtor) => (await world.processor.book()).filter((line) => line.customer === String(id));
const makeDue = () => world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state IN ('open', 'asked')`;

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
  expect(world.recorded.filter((one) => one.registrationId === debtor.registrationId)).toMatchObject([
    { proctorFeeCents: 1500, additionalFeeCents: 5000 },
  ]);
});

test('a sum that is not due is refused with the right one', async () => {
  const debtor = await aDebtor();
  expect(await refusalOf(pay(debtor, 1500, 1500))).toMatchObject({ code: 'amount_changed', extra: { expected: 6500 } });
  const paid = await aDebtor({ proctorFeeCents: 0, proctorFeeIfMovedCents: 0, additionalFeeCents: 0 });
  expect(await refusalOf(pay(paid, 1500, 1500))).toMatchObject({ code: 'amount_changed', extra: { expected: 0 } });
  expect(await lines(paid)).toEqual([]);
});

test('when nothing is to be paid no card is touched', async () => {
  const debtor = await aDebtor({ proctorFeeCents: 0, proctorFeeIfMovedCents: 0, additionalFeeCents: 0 });
  expect(await pay(debtor, 0, 0)).toEqual({ successMessage: 'Thank you. Your payment was received.' });
  expect(await lines(debtor)).toEqual([]);
  expect(await charges(debtor)).toEqual([]);
});

test('a registration that is closed refuses before any charge', async () => {
  const debtor = await aDebtor();
  world.feesDue.delete(debtor.registrationId);
  expect((await refusalOf(pay(debtor))).code).toBe('registration_closed');
  expect(await lines(debtor)).toEqual([]);
});

test('a registration that was closed while the card was charged gets the whole payment back without anybody asking', async () => {
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

test('fees whose note at registration is late are noted by the worker, and not charged again', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  expect(await diesAt('payFees.record.before', () => pay(debtor, 1500, 6500, key))).toBeNull();
  await world.letTimePass();
  await payingFees.resume(world.db);
  expect(world.recorded.filter((one) => one.registrationId === debtor.registrationId)).toHaveLength(1);
  expect(await pay(debtor, 1500, 6500, key)).toEqual({ successMessage: 'Thank you. Your payment was received.' });
  expect(await lines(debtor)).toHaveLength(1);
});

test('fees that were taken and are not noted yet are not taken again under another key', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  expect(await diesAt('payFees.record.before', () => pay(debtor, 1500, 6500, key))).toBeNull();
  expect((await refusalOf(pay(debtor))).code).toBe('charge_pending');
  expect(await lines(debtor)).toHaveLength(1);
  await world.letTimePass();
  await payingFees.resume(world.db);
  expect(await refusalOf(pay(debtor))).toMatchObject({ code: 'amount_changed', extra: { expected: 0 } });
});

/** Pays in a second tab what registration said was due before the first one paid it; `between` is when both are done but the second charge. */
async function payWhatWasDue(debtor: Debtor, between: () => Promise<unknown> = async () => undefined): Promise<unknown> {
  const said = Promise.withResolvers<typeof both>();
  world.feesDue.set(debtor.registrationId, said.promise as never);
  const second = pay(debtor).then(
    () => 'paid',
    (error: { code?: string }) => error.code,
  );
  await eventually(
    async () => world.askedDue.filter((id) => id === debtor.registrationId).length,
    (asked) => asked > 0,
  );
  world.feesDue.set(debtor.registrationId, both);
  await pay(debtor);
  await between();
  said.resolve(both);
  return second;
}

test('fees that another tab paid after it was asked what is due are not taken again', async () => {
  const debtor = await aDebtor();
  expect(await payWhatWasDue(debtor)).toBe('charge_pending');
  expect(await lines(debtor)).toHaveLength(1);
});

test('control: a payment that nobody finds as one of these fees is made twice', async () => {
  const debtor = await aDebtor();
  const hide = () => world.db.run`UPDATE payment SET purpose = 'fees of others' WHERE student_id = ${debtor.id}`;
  expect(await payWhatWasDue(debtor, hide)).toBe('paid');
  expect(await lines(debtor)).toHaveLength(2);
});

test('a part of a payment that is not settled waits, which is no error, and is refunded after settlement', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  const key = randomUUID();
  const waiting = { noCharge: false, refundedCents: 5000, message: 'The refund of $50.00 will be made within a few days.' };
  expect(await refund(debtor, { additionalFee: true }, key)).toEqual(waiting);
  await makeDue();
  await refundJob(world.db).run();
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refund pending', 0]);
  await world.processor.settle();
  await makeDue();
  await refundJob(world.db).run();
  expect(await charges(debtor)).toEqual([
    ['1', 1500, 'succeeded', 0],
    ['3', 5000, 'refunded', 5000],
  ]);
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toMatchObject([{ amount: 50 }]);
  expect(await refund(debtor, { additionalFee: true }, key)).toEqual({
    noCharge: false,
    refundedCents: 5000,
    message: 'Refunded $50.00 to card ending 1111.',
  });
});

test('a whole payment that is not settled is voided at once', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  expect(await refund(debtor, { additionalFee: true, proctorFee: true })).toEqual({
    noCharge: false,
    refundedCents: 6500,
    message: 'Refunded $65.00 to card ending 1111.',
  });
  expect((await lines(debtor)).some((line) => line.type === 'void')).toBe(true);
});

test('what was never charged is nothing to refund, and what was asked back is not asked again', async () => {
  const debtor = await aDebtor();
  expect(await refund(debtor, { additionalFee: true, proctorFee: true })).toEqual({ noCharge: true, refundedCents: 0 });
  await pay(debtor);
  await world.processor.settle();
  const answers = await Promise.all([refund(debtor, { additionalFee: true }), refund(debtor, { additionalFee: true })]);
  expect(answers.map((answer) => answer.noCharge).sort()).toEqual([false, true]);
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toHaveLength(1);
});

test('only the proctor payment that was not needed goes back', async () => {
  const debtor = await aDebtor({ ...both, additionalFeeCents: 0 });
  await pay(debtor, 1500, 1500);
  world.feesDue.set(debtor.registrationId, { proctorFeeCents: 0, proctorFeeIfMovedCents: 1500, additionalFeeCents: 0 });
  await pay(debtor, 1500, 1500);
  const second = world.recorded.filter((one) => one.registrationId === debtor.registrationId)[1];
  await refund(debtor, { proctorFee: true, paymentIds: [second?.paymentId as number] });
  expect((await charges(debtor)).map(([, , status]) => status)).toEqual(['voided', 'succeeded']);
});

test('a refund that the processor refuses is told, kept and tried again', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  await world.processor.settle();
  await world.db.run`UPDATE payment SET card_last4 = '9999' WHERE student_id = ${debtor.id}`;
  const refused = await refund(debtor, { additionalFee: true });
  expect(refused).toEqual({
    noCharge: false,
    refundedCents: 0,
    error: 'The referenced transaction does not meet the criteria for issuing a credit.',
  });
  await world.db.run`UPDATE payment SET card_last4 = '1111' WHERE student_id = ${debtor.id}`;
  await makeDue();
  await refundJob(world.db).run();
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refunded', 5000]);
});

test('a refund whose answer was lost is looked up, not repeated', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  await world.processor.settle();
  await world.processor.fault('drop-after-charge', { count: 1 });
  expect((await refund(debtor, { additionalFee: true })).error).toBeUndefined();
  await makeDue();
  await refundJob(world.db).run();
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refunded', 5000]);
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toHaveLength(1);
});

test('two replicas that work on the same refund make it once', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  await world.processor.fault('down');
  await refund(debtor, { additionalFee: true });
  await world.processor.heal();
  await world.processor.settle();
  const { id } = await world.db.one<{ id: number }>`SELECT id FROM payment WHERE student_id = ${debtor.id}`;
  await Promise.all([makeRefunds(world.db, id), makeRefunds(world.db, id), makeRefunds(world.db, id)]);
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toHaveLength(1);
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refunded', 5000]);
});

/** A worker on a refund is so slow that its payment is given to a second one; answers how often the processor was asked for money. */
async function askedByTwo(debtor: Debtor): Promise<number> {
  const { db, processor } = world;
  await pay(debtor);
  await processor.settle();
  const { id } = await db.one<{ id: number }>`SELECT id FROM payment WHERE student_id = ${debtor.id}`;
  await processor.fault('down');
  await refund(debtor, { additionalFee: true });
  await processor.heal();
  const before = await processor.calls('createTransactionRequest');
  await processor.fault('slow', { count: 4, ms: 400 });
  const slow = makeRefunds(db, id);
  await eventually(
    () => db.one<{ held: boolean }>`SELECT refund_lease_until > clock_timestamp() AS held FROM payment WHERE id = ${id}`,
    ({ held }) => held,
  );
  await db.run`UPDATE payment SET refund_lease_until = '-infinity' WHERE id = ${id}`;
  await Promise.all([slow, makeRefunds(db, id)]);
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refunded', 5000]);
  return (await processor.calls('createTransactionRequest')) - before;
}

test('who was so slow that a refund was taken from him does not ask for it a second time', async () => {
  expect(await askedByTwo(await aDebtor())).toBe(1);
});

test('control: where nobody counts how often it was asked both do, and only the processor keeps it from being made twice', async () => {
  await world.db.run`CREATE FUNCTION no_count() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.attempts := 0; RETURN NEW; END $$`;
  await world.db.run`CREATE TRIGGER no_count BEFORE UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION no_count()`;
  try {
    expect(await askedByTwo(await aDebtor())).toBe(2);
  } finally {
    await world.db.run`DROP FUNCTION no_count CASCADE`;
  }
});

test('the database refuses a refund beyond the charge, and without its check it would be held', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  const { db } = world;
  const hold = () =>
    db.run`UPDATE charge SET held_cents = held_cents + 4000 WHERE registration_id = ${debtor.registrationId} AND type_id = '3'`;
  await hold();
  await expect(hold()).rejects.toThrow(/charge_refund_within/);
  await db.run`ALTER TABLE charge DROP CONSTRAINT charge_refund_within`;
  await hold();
  expect(Object.keys(await brokenInvariants(db))).toContain('no more is refunded than was charged');
  await db.run`UPDATE charge SET held_cents = 0 WHERE registration_id = ${debtor.registrationId}`;
  await db.run`ALTER TABLE charge ADD CONSTRAINT charge_refund_within CHECK (held_cents + refunded_cents <= amount_cents)`;
});

test('the place in the session is kept before anything is charged, and the answer says until when', async () => {
  const debtor = await aDebtor();
  const key = randomUUID();
  const answer = await pay(debtor, 1500, 6500, key, 77);
  expect(answer.holdUntil?.getTime()).toBeGreaterThan(Date.now() + 590_000);
  expect(await pay(debtor, 1500, 6500, key, 77)).toEqual(answer);
  expect(world.held.filter(({ registrationId }) => registrationId === debtor.registrationId)).toEqual([
    { studentId: debtor.id, registrationId: debtor.registrationId, sessionId: 77 },
  ]);
});

test('nothing is charged when the session has no place, and none is kept for a wrong sum', async () => {
  const debtor = await aDebtor();
  world.full.add(78);
  expect((await refusalOf(pay(debtor, 1500, 6500, randomUUID(), 78))).code).toBe('session_full');
  expect((await refusalOf(pay(debtor, 1500, 1500, randomUUID(), 77))).code).toBe('amount_changed');
  expect(await lines(debtor)).toEqual([]);
  expect(world.held.filter(({ registrationId }) => registrationId === debtor.registrationId)).toEqual([]);
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
  expect((await refusalOf(payRetake({ ...debtor, ccId: other.ccId }))).code).toBe('payment_method_not_found');
  expect(await lines(debtor)).toEqual([]);
});

test('a retake fee whose answer was lost is looked up, not charged again', async () => {
  const debtor = await aDebtor();
  await world.processor.fault('drop-after-charge', { count: 1, operation: 'createTransactionRequest' });
  await payRetake(debtor);
  expect(await charges(debtor)).toEqual([['4', 6000, 'succeeded', 0]]);
  expect(await lines(debtor)).toHaveLength(1);
});
