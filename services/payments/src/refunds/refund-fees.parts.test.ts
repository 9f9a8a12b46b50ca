import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { asService, eventually, refusalOf } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { aDebtor, both, charges, type Debtor, lines, pay } from '../testing/debtors.ts';
import { withWorld, world } from '../testing/with-world.ts';
import { makeRefunds, refundJob } from './make-refunds.ts';
import { quoteFeeRefunds } from './quote-fee-refunds.ts';
import { type RefundFees, refundFees } from './refund-fees.ts';

withWorld();

const refund = (
  { registrationId }: Debtor,
  which: Partial<RefundFees>,
  key: string = randomUUID(),
) =>
  refundFees(asService(world.db, 'registration', { key }), {
    registrationId,
    additionalFee: false,
    proctorFee: false,
    paymentIds: [],
    ...which,
  });
const makeDue = () =>
  world.db.run`UPDATE refund SET next_try_at = '-infinity' WHERE state IN ('open', 'asked')`;

test('a partial refund of an unsettled payment waits and is made after settlement', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  const key = randomUUID();
  const waiting = {
    noCharge: false,
    refundedCents: 5000,
    waitingCents: 5000,
    message: 'The refund of $50.00 will be made within a few days.',
  };
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
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toMatchObject([
    { amount: 50 },
  ]);
  expect(await refund(debtor, { additionalFee: true }, key)).toEqual({
    noCharge: false,
    refundedCents: 5000,
    waitingCents: 0,
    message: 'Refunded $50.00 to card ending 1111.',
  });
});

test('a whole payment that is not settled is voided at once', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  expect(await refund(debtor, { additionalFee: true, proctorFee: true })).toEqual({
    noCharge: false,
    refundedCents: 6500,
    waitingCents: 0,
    message: 'Refunded $65.00 to card ending 1111.',
  });
  expect((await lines(debtor)).some((line) => line.type === 'void')).toBe(true);
});

test('uncharged fees are not refunded, and requested refunds are not requested again', async () => {
  const debtor = await aDebtor();
  expect(await refund(debtor, { additionalFee: true, proctorFee: true })).toEqual({
    noCharge: true,
    refundedCents: 0,
    waitingCents: 0,
  });
  await pay(debtor);
  await world.processor.settle();
  const answers = await Promise.all([
    refund(debtor, { additionalFee: true }),
    refund(debtor, { additionalFee: true }),
  ]);
  expect(answers.map((answer) => answer.noCharge).sort()).toEqual([false, true]);
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toHaveLength(1);
});

test('refunds only the proctor payment that was not needed', async () => {
  const debtor = await aDebtor({ ...both, additionalFeeCents: 0 });
  await pay(debtor, 1500, 1500);
  world.feesDue.set(debtor.registrationId, {
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 1500,
    additionalFeeCents: 0,
  });
  await pay(debtor, 1500, 1500);
  const second = world.recorded.filter((one) => one.registrationId === debtor.registrationId)[1];
  await refund(debtor, { proctorFee: true, paymentIds: [second?.paymentId as number] });
  expect((await charges(debtor)).map(([, , status]) => status)).toEqual(['voided', 'succeeded']);
});

test('a refund that the processor refuses is reported, kept and retried', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  await world.processor.settle();
  await world.db.run`UPDATE payment SET card_last4 = '9999' WHERE student_id = ${debtor.id}`;
  const refused = await refund(debtor, { additionalFee: true });
  expect(refused).toEqual({
    noCharge: false,
    refundedCents: 0,
    waitingCents: 0,
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
  const { id } = await world.db.one<{
    id: number;
  }>`SELECT id FROM payment WHERE student_id = ${debtor.id}`;
  await Promise.all([
    makeRefunds(world.db, id),
    makeRefunds(world.db, id),
    makeRefunds(world.db, id),
  ]);
  expect((await lines(debtor)).filter((line) => line.type === 'refund')).toHaveLength(1);
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refunded', 5000]);
});

/**
 * Slows a worker on a refund down until a second worker takes over, so that both request it with
 * the state they read before. Returns the number of refund requests at the processor.
 */
async function askedByTwo(debtor: Debtor): Promise<number> {
  const { db, processor } = world;
  await pay(debtor);
  await processor.settle();
  const { id } = await db.one<{
    id: number;
  }>`SELECT id FROM payment WHERE student_id = ${debtor.id}`;
  await processor.fault('down');
  await refund(debtor, { additionalFee: true });
  await processor.heal();
  const operation = 'createTransactionRequest';
  const before = await processor.calls(operation);
  const countRequests = async () => (await processor.calls(operation)) - before;
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM refund WHERE payment_id = $1 FOR UPDATE', [id]);
  const slow = makeRefunds(db, id);
  await eventually(
    () =>
      db.one<{
        held: boolean;
      }>`SELECT refund_lease_until > clock_timestamp() AS held FROM payment WHERE id = ${id}`,
    ({ held }) => held,
  );
  await db.run`UPDATE payment SET refund_lease_until = '-infinity' WHERE id = ${id}`;
  const workers = [slow, makeRefunds(db, id)];
  await eventually(
    () =>
      db.one<{ number: number }>`SELECT count(*)::int AS number FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    ({ number }) => number === 2,
  );
  await processor.fault('slow', { operation, ms: 10_000 });
  await holder.query('COMMIT');
  holder.release();
  // no request is answered before the other worker has sent its own or has given way
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  for (const worker of workers) worker.then(leave, leave);
  await eventually(async () => isLeft || (await countRequests()) === 2, Boolean);
  await processor.heal();
  await Promise.all(workers);
  expect((await charges(debtor))[1]).toEqual(['3', 5000, 'refunded', 5000]);
  return countRequests();
}

test('a worker that lost the lease of a refund does not request it a second time', async () => {
  expect(await askedByTwo(await aDebtor())).toBe(1);
});

test('control: without the count of requests both workers send one', async () => {
  await world.db.run`
    CREATE FUNCTION no_count() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.attempts := 0;
      RETURN NEW; END $$`;
  await world.db
    .run`CREATE TRIGGER no_count BEFORE UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION no_count()`;
  try {
    expect(await askedByTwo(await aDebtor())).toBe(2);
  } finally {
    await world.db.run`DROP FUNCTION no_count CASCADE`;
  }
});

test('the database refuses a refund beyond the charge; without its check it is held', async () => {
  const debtor = await aDebtor();
  await pay(debtor);
  const { db } = world;
  const hold = () =>
    db.run`
      UPDATE charge SET held_cents = held_cents + 4000
      WHERE registration_id = ${debtor.registrationId} AND type_id = '3'`;
  await hold();
  await expect(hold()).rejects.toThrow(/charge_refund_within/);
  await db.run`ALTER TABLE charge DROP CONSTRAINT charge_refund_within`;
  await hold();
  expect(Object.keys(await brokenInvariants(db))).toContain('no more is refunded than was charged');
  await db.run`UPDATE charge SET held_cents = 0 WHERE registration_id = ${debtor.registrationId}`;
  await db.run`
    ALTER TABLE charge ADD CONSTRAINT charge_refund_within CHECK
      (held_cents + refunded_cents <= amount_cents)`;
});

const quote =
  (...debtors: Debtor[]) =>
  async () => {
    const fees = await world.db.many<{ registrationId: number; paymentId: number }>`
    SELECT registration_id, payment_id FROM charge
    WHERE type_id = '1'
      AND registration_id = ANY (${debtors.map(({ registrationId }) => registrationId)}::bigint[])`;
    return quoteFeeRefunds(asService(world.db, 'registration'), fees);
  };

test('quotes proctor fees refundable at once: partial refunds only after settlement', async () => {
  const [alone, beside] = [await aDebtor({ ...both, additionalFeeCents: 0 }), await aDebtor()];
  await pay(alone, 1500, 1500);
  await pay(beside);
  const ofBoth = quote(alone, beside);
  expect(await ofBoth()).toEqual({ nowCents: 1500, laterCents: 1500 });
  await world.processor.fault('down');
  expect(await ofBoth()).toEqual({ nowCents: 1500, laterCents: 1500 });
  await world.processor.heal();
  await world.processor.settle();
  expect(await ofBoth()).toEqual({ nowCents: 3000, laterCents: 0 });
  await world.db.run`UPDATE payment SET captured_at = captured_at - interval '4 days'`;
  expect(await quote(beside)()).toEqual({ nowCents: 1500, laterCents: 0 });
  await refund(beside, { proctorFee: true });
  expect(await quote(beside)()).toEqual({ nowCents: 0, laterCents: 0 });
});

test('more than 2000 fees at once are not quoted', async () => {
  const fees = Array.from({ length: 2001 }, () => ({ registrationId: 1, paymentId: 1 }));
  const refused = quoteFeeRefunds(asService(world.db, 'registration'), fees);
  expect(await refusalOf(refused)).toMatchObject({ status: 400, code: 'bad_request' });
});
