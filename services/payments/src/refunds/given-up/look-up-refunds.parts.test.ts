import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { asService, diesAt, refusalOf } from '@portal/kit/testing';
import { spendCredits } from '../../credits/spending/spend-credits.ts';
import { refundCharge as refundThere } from '../../partners/card-transactions.ts';
import { withProjections } from '../../projections/buyer.ts';
import { buyPackage } from '../../purchases/buy-package.ts';
import { withAnswersChanged } from '../../testing/answers.ts';
import { aBuyer, buyTwo, credits, statuses } from '../../testing/buying.ts';
import { comparedWithOne, dayAgo, mend, onlyThere, techSupport } from '../../testing/settling.ts';
import { student, withWorld, world } from '../../testing/with-world.ts';
import { refundJob } from '../make-refunds.ts';
import { refundPackage } from '../packages/refund-package.ts';
import { refundCharge } from '../refund-charge.ts';
import { lookUpRefund, lookUpRefundsJob } from './look-up-refunds.ts';
import { forgetRefund, takeGivenUp } from './store.ts';

withWorld();

const [PACKAGE, PRICE] = [80, 20_000];
beforeAll(() => {
  world.packages.set(PACKAGE, {
    id: PACKAGE,
    numberOfCredits: 6,
    purchasePriceCents: PRICE,
    proctorFeeCents: 0,
  });
});

/** A student with two credits for $84, settled. */
async function anOwner(): Promise<{ id: number; chargeId: number }> {
  const { id, ccId } = await aBuyer();
  await buyTwo(student(id), ccId);
  await world.processor.settle();
  const { chargeId } = await world.db.one<{ chargeId: number }>`
    SELECT charge.id AS charge_id FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE payment.student_id = ${id}`;
  return { id, chargeId };
}
type Owner = Awaited<ReturnType<typeof anOwner>>;

/** Creates a student who bought a package of six credits for $200 and spent three, settled. */
async function aPackageOwner(): Promise<{ id: number; packageId: number }> {
  const { id, ccId } = await aBuyer();
  const method = { ccId, newCard: null };
  const buying = { studentId: id, packageId: PACKAGE, amountCents: PRICE, method };
  await withProjections(student(id), () => buyPackage(student(id), buying));
  await world.processor.settle();
  await spendThree(id);
  const { packageId } = await world.db.one<{ packageId: number }>`
    SELECT id AS package_id FROM lot WHERE student_id = ${id}`;
  return { id, packageId };
}

let lastRegistration = 90_000;
async function spendThree(studentId: number): Promise<void> {
  lastRegistration += 1;
  world.states.set(lastRegistration, 'registered');
  const order = { studentId, registrationId: lastRegistration, examId: 101 };
  const call = asService(world.db, 'registration', { key: randomUUID() });
  await withProjections(call, () => spendCredits(call, { ...order, failedRegistrationId: null }));
}

const aKey = () => ({ key: randomUUID() });
const refund = ({ chargeId }: Owner, amountCents: number, call: Call = techSupport(aKey())) =>
  refundCharge(call, { chargeId, amountCents });
const refundLot = ({ id, packageId }: { id: number; packageId: number }) =>
  refundPackage(techSupport({ ...aKey(), studentId: id }), {
    studentId: id,
    packageId,
    withoutProctorFees: false,
  });

const once = { operation: 'createTransactionRequest', count: 1 };

/** The newest refund of a student. */
const refundOf = (studentId: number) =>
  world.db.one<{
    id: number;
    state: string;
    cause: string;
    isLookedUp: boolean;
    invoiceNumber: string;
    transactionId: string;
    last4: string;
    amountCents: number;
  }>`
    SELECT refund.id, refund.state, refund.cause, refund.look_at IS NOT NULL AS is_looked_up,
      refund.invoice_number, payment.transaction_id, payment.card_last4 AS last4,
      refund.amount_cents
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE payment.student_id = ${studentId} ORDER BY refund.id DESC LIMIT 1`;
const stateOf = async (refundId: number) =>
  world.db.one<{ state: string; cause: string; isLookedUp: boolean }>`
    SELECT state, cause, look_at IS NOT NULL AS is_looked_up FROM refund WHERE id = ${refundId}`;

/** Moves the refund request this far into the past and makes its look-up due. */
const whenItIs = (refundId: number, seconds: number) => world.db.run`
  UPDATE refund SET asked_at = clock_timestamp() - ${seconds} * interval '1 second',
    next_try_at = '-infinity', look_at = CASE WHEN look_at IS NOT NULL THEN '-infinity'::timestamptz
      END
  WHERE id = ${refundId}`;

/** Creates an abandoned refund whose request was cut off; `land` makes it arrive. */
async function abandoned(studentId: number, ask: () => Promise<unknown>) {
  await world.processor.fault('garbage', once);
  expect((await refusalOf(ask())).code).toBe('charge_unknown');
  await world.processor.heal();
  const { id, ...order } = await refundOf(studentId);
  await whenItIs(id, 20);
  await refundJob(world.db).run();
  expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: true });
  return { id, ...order, land: () => refundThere({ ...order, note: 'late' }) };
}

/** Runs the look-up job this long after the refund request. */
async function lookUpAt(refundId: number, seconds: number): Promise<void> {
  await whenItIs(refundId, seconds);
  await lookUpRefundsJob(world.db).run();
}

const wentBack = async (studentId: number) =>
  (await world.processor.book())
    .filter(({ customer, type }) => customer === String(studentId) && type === 'refund')
    .map(({ amount }) => amount);
const eventsOf = (studentId: number) => world.db.many<{ refundIds: number[] }>`
  SELECT payload #> '{data,refundIds}' AS refund_ids FROM outbox
  WHERE type = 'payments.charge_refunded'
    AND (payload #>> '{data,studentId}')::bigint = ${studentId} ORDER BY id
  -- never null: refund_ids`;

test('an abandoned refund that arrives is booked, announced and returned as made', async () => {
  const owner = await anOwner();
  const call = techSupport(aKey());
  const { id, land } = await abandoned(owner.id, () => refund(owner, 2000, call));
  expect(await refusalOf(refund(owner, 2000, call))).toMatchObject({
    code: 'refund_failed',
    detail: 'The card processor did not answer.',
  });
  expect(await statuses(owner.id)).toEqual(['succeeded']);
  await land();
  await lookUpAt(id, 40);
  expect(await statuses(owner.id)).toEqual(['partly refunded']);
  expect(await stateOf(id)).toMatchObject({ state: 'done', isLookedUp: false });
  expect((await eventsOf(owner.id)).map(({ refundIds }) => refundIds.map(Number))).toEqual([[id]]);
  expect(await refund(owner, 2000, call)).toMatchObject([{ refundedCents: 2000 }]);
  expect(await wentBack(owner.id)).toEqual([20]);
  expect(await credits(owner.id)).toBe(2);
});

test('a refund that does not arrive is looked up for an hour and not requested again', async () => {
  const owner = await anOwner();
  const { id } = await abandoned(owner.id, () => refund(owner, 2000));
  await lookUpAt(id, 3500);
  expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: true });
  await lookUpAt(id, 3601);
  expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: false });
  expect(await wentBack(owner.id)).toEqual([]);
  expect(await eventsOf(owner.id)).toEqual([]);
});

test.each([
  ['after twenty seconds at first', 30, 20],
  ['ever more seldom', 1200, 300],
  ['every quarter of an hour in the end', 86_400, 900],
])('it is looked up again %s', async (_name, ageSeconds, waits) => {
  const owner = await anOwner();
  const { id } = await abandoned(owner.id, () => refund(owner, 2000));
  await whenItIs(id, ageSeconds);
  expect((await takeGivenUp(world.db)).map((one) => one.id)).toEqual([id]);
  expect(await takeGivenUp(world.db)).toEqual([]);
  const { seconds } = await world.db.one<{ seconds: number }>`
    SELECT extract(epoch FROM look_at - clock_timestamp())::float8 AS seconds FROM refund
    WHERE id = ${id} -- never null: seconds`;
  expect(seconds).toBeGreaterThan(waits - 10);
  expect(seconds).toBeLessThan(waits + 10);
  await lookUpAt(id, 3601);
});

test('finds a refund that arrived during an outage of the processor, however late', async () => {
  const owner = await anOwner();
  const { id, land } = await abandoned(owner.id, () => refund(owner, 2000));
  await land();
  await world.processor.settle();
  for (const mode of ['down', 'error']) {
    await world.processor.fault(mode);
    await lookUpAt(id, 3 * 86_400);
    await world.processor.heal();
    expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: true });
  }
  await lookUpAt(id, 3 * 86_400);
  expect(await statuses(owner.id)).toEqual(['partly refunded']);
});

test('a refund that the processor refused or never got is not looked up', async () => {
  const owner = await anOwner();
  await world.processor.fault('error', once);
  expect((await refusalOf(refund(owner, 2000))).code).toBe('refund_failed');
  expect(await refundOf(owner.id)).toMatchObject({ state: 'refused', isLookedUp: false });
  await world.processor.fault('down');
  expect((await refusalOf(refund(owner, 2100))).code).toBe('refund_failed');
  await world.processor.heal();
  expect(await refundOf(owner.id)).toMatchObject({ state: 'refused', isLookedUp: false });
});

test('an undecided refund is looked up again', async () => {
  const owner = await anOwner();
  const { id, land } = await abandoned(owner.id, () => refund(owner, 2000));
  await land();
  const says = (text: string) => text.replace(/"refundPending\w+"/g, '"underReview"');
  await withAnswersChanged(says, async () => {
    await lookUpAt(id, 7200);
    expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: true });
  });
  await lookUpAt(id, 7200);
  expect(await stateOf(id)).toMatchObject({ state: 'done', isLookedUp: false });
});

test('two replicas, one of which crashes at the booking, book it once', async () => {
  const owner = await anOwner();
  const { id, land } = await abandoned(owner.id, () => refund(owner, 2000));
  await land();
  expect(await diesAt('lookUpRefunds.book.commit', () => lookUpRefund(world.db, id))).toBeNull();
  await Promise.all([lookUpAt(id, 40), lookUpRefund(world.db, id), lookUpRefund(world.db, id)]);
  expect(await stateOf(id)).toMatchObject({ state: 'done', isLookedUp: false });
  expect(await eventsOf(owner.id)).toHaveLength(1);
  expect(await wentBack(owner.id)).toEqual([20]);
});

test('a second refund refused because the first arrived leaves the first one booked', async () => {
  const owner = await anOwner();
  const { id, land } = await abandoned(owner.id, () => refund(owner, 8400));
  await land();
  expect((await refusalOf(refund(owner, 8400))).code).toBe('refund_failed');
  await lookUpAt(id, 60);
  expect(await statuses(owner.id)).toEqual(['refunded']);
  expect(await wentBack(owner.id)).toEqual([84]);
});

// transactions that only the processor has settled on a past day, long after the request
const LONG_AGO = 25 * 86_400;

describe('one for which no more is left of its charge', () => {
  test('is never booked beyond the charged amount, and the daily comparison lists it', async () => {
    const [owner, day] = [await anOwner(), dayAgo(20)];
    const { id, invoiceNumber } = await abandoned(owner.id, () => refund(owner, 8400));
    await refund(owner, 8400);
    await onlyThere(day, { kind: 'refund', cents: 8400, invoiceNumber });
    await lookUpAt(id, LONG_AGO);
    expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: false });
    const audit = await world.db.one<{ change: unknown }>`
      SELECT change FROM audit WHERE change ->> 'made' IS NOT NULL
        AND (change ->> 'refund')::bigint = ${id} -- never null: change`;
    expect(audit.change).toMatchObject({ amountCents: 8400, made: 'late, not booked' });
    const found = await comparedWithOne(day);
    expect(found).toMatchObject({ kind: 'other_state', thereCents: -8400, hereCents: 0 });
    await mend(found.id, 'adjust', { amountCents: -8400 });
    expect(await statuses(owner.id)).toEqual(['refunded']);
  });

  test('is looked up while another refund of the charge is in progress', async () => {
    const owner = await anOwner();
    const { id, invoiceNumber } = await abandoned(owner.id, () => refund(owner, 8400));
    await world.processor.fault('garbage', once);
    expect((await refusalOf(refund(owner, 8400))).code).toBe('charge_unknown');
    await world.processor.heal();
    await onlyThere(dayAgo(21), { kind: 'refund', cents: 8400, invoiceNumber });
    await lookUpAt(id, LONG_AGO);
    expect(await stateOf(id)).toMatchObject({ state: 'refused', isLookedUp: true });
    const { id: second } = await refundOf(owner.id);
    await whenItIs(second, 20);
    await refundJob(world.db).run();
    await lookUpAt(id, LONG_AGO);
    expect(await stateOf(id)).toMatchObject({ state: 'done', isLookedUp: false });
    await lookUpAt(second, 3601);
    expect(await stateOf(second)).toMatchObject({ state: 'refused', isLookedUp: false });
  });
});

test('a difference found before the look-up is not adjusted; the look-up resolves it', async () => {
  const [owner, day] = [await anOwner(), dayAgo(22)];
  const { id, invoiceNumber } = await abandoned(owner.id, () => refund(owner, 2000));
  await onlyThere(day, { kind: 'refund', cents: 2000, invoiceNumber });
  await whenItIs(id, LONG_AGO);
  const found = await comparedWithOne(day);
  expect(found).toMatchObject({ kind: 'only_there', thereCents: -2000, hereCents: null });
  expect((await refusalOf(mend(found.id, 'adjust', { amountCents: -2000 }))).code).toBe(
    'action_not_allowed',
  );
  await mend(found.id, 'finish_payment');
  expect(await stateOf(id)).toMatchObject({ state: 'done', isLookedUp: false });
  expect(await statuses(owner.id)).toEqual(['partly refunded']);
});

test('a refund that is no longer looked up is not finished by mending its difference', async () => {
  const [owner, day] = [await anOwner(), dayAgo(23)];
  const { id, invoiceNumber } = await abandoned(owner.id, () => refund(owner, 2000));
  await onlyThere(day, { kind: 'refund', cents: 2000, invoiceNumber });
  const { id: found } = await comparedWithOne(day);
  await forgetRefund(world.db, id);
  expect((await refusalOf(mend(found, 'finish_payment'))).code).toBe('refund_failed');
});

describe('a package with an abandoned refund', () => {
  const lotOf = (id: number) => world.db.one<{ active: boolean; balance: number }>`
    SELECT active, balance FROM lot WHERE student_id = ${id}`;

  test('is closed when the refund was made after all; spent credits stay spent', async () => {
    const owner = await aPackageOwner();
    const { id, land } = await abandoned(owner.id, () => refundLot(owner));
    await spendThree(owner.id);
    await land();
    await lookUpAt(id, 60);
    expect(await stateOf(id)).toMatchObject({ state: 'done', cause: 'package' });
    expect(await lotOf(owner.id)).toEqual({ active: false, balance: 0 });
    expect(await wentBack(owner.id)).toEqual([100]);
  });

  test('is closed with the credits that are left of it', async () => {
    const owner = await aPackageOwner();
    const { id, land } = await abandoned(owner.id, () => refundLot(owner));
    expect(await credits(owner.id)).toBe(3);
    await land();
    await lookUpAt(id, 60);
    expect(await lotOf(owner.id)).toEqual({ active: false, balance: 0 });
    expect(await credits(owner.id)).toBe(0);
  });

  test('is held by one refund at a time; a second refund books only the money', async () => {
    const owner = await aPackageOwner();
    const first = await abandoned(owner.id, () => refundLot(owner));
    await world.processor.fault('drop-after-charge', once);
    expect((await refusalOf(refundLot(owner))).code).toBe('charge_unknown');
    await world.processor.heal();
    await first.land();
    await lookUpAt(first.id, 60);
    expect(await stateOf(first.id)).toMatchObject({ state: 'refused', isLookedUp: true });
    const { id: second } = await refundOf(owner.id);
    await whenItIs(second, 20);
    await refundJob(world.db).run();
    expect(await stateOf(second)).toMatchObject({ state: 'done', cause: 'package' });
    await lookUpAt(first.id, 60);
    expect(await stateOf(first.id)).toMatchObject({ state: 'done', cause: 'staff' });
    expect(await wentBack(owner.id)).toEqual([100, 100]);
    expect(await statuses(owner.id)).toEqual(['refunded']);
  });
});
