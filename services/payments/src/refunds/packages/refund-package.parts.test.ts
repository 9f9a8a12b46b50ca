import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { asService, asStaff, diesAt, refusalOf, refusals } from '@portal/kit/testing';
import { getCredits } from '../../credits/reading/get-credits.ts';
import { returnCredits } from '../../credits/spending/return-credits.ts';
import { spendCredits } from '../../credits/spending/spend-credits.ts';
import { payFees } from '../../fees/pay-fees.ts';
import { withProjections } from '../../projections/buyer.ts';
import { assignPackage } from '../../purchases/assign-package.ts';
import { buyPackage } from '../../purchases/buy-package.ts';
import { student, withWorld, world } from '../../testing/with-world.ts';
import { listTransactions } from '../../transactions/list-transactions.ts';
import { refundJob } from '../make-refunds.ts';
import { refundCharge } from '../refund-charge.ts';
import { refundPackage } from './refund-package.ts';

withWorld();

const SUPER = ['ROLE_SUPER_ADMIN'];
const TECH = ['ROLE_TECH_SUPPORT'];
const PRICE = 20_000;
const [PLAIN, WITH_RETAKES, ABROAD, OF_VENDOR, ASSIGNED] = [60, 61, 62, 63, 70];
beforeAll(() => {
  const six = { numberOfCredits: 6, purchasePriceCents: PRICE, proctorFeeCents: 0 };
  world.packages.set(PLAIN, { id: PLAIN, ...six });
  world.packages.set(WITH_RETAKES, { id: WITH_RETAKES, ...six, freeRetakeCredits: 3 });
  world.packages.set(ABROAD, { id: ABROAD, ...six, isStudyAbroad: true });
  world.packages.set(OF_VENDOR, { id: OF_VENDOR, ...six, vendorPackageVendorId: 3 });
  world.packages.set(ASSIGNED, { id: ASSIGNED, numberOfCredits: 4, adminOnly: true });
});
let lastRegistration = 40_000;

/** Creates a student who bought a package of 6 credits for $200, with free sittings. */
async function anOwner({ settled = true, packageId = PLAIN } = {}) {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const method = { ccId, newCard: null };
  const buying = { studentId: id, packageId, amountCents: PRICE, method };
  await withProjections(student(id), () => buyPackage(student(id), buying));
  if (settled) await world.processor.settle();
  const { lotId } = await world.db.one<{ lotId: number }>`
    SELECT id AS lot_id FROM lot WHERE student_id = ${id} AND comes_with_lot_id IS NULL`;
  return { id, lotId, ccId };
}
type Owner = Pick<Awaited<ReturnType<typeof anOwner>>, 'id' | 'lotId'>;

/** Spends 3 credits on a registration in this state; answers its id. */
async function uses({ id }: Owner, status: string): Promise<number> {
  lastRegistration += 1;
  world.states.set(lastRegistration, status);
  const order = { studentId: id, registrationId: lastRegistration, examId: 101 };
  const call = asService(world.db, 'registration', { key: randomUUID() });
  await withProjections(call, () => spendCredits(call, { ...order, failedRegistrationId: null }));
  return lastRegistration;
}

interface Ask {
  roles?: string[];
  key?: string;
  withoutProctorFees?: boolean;
}
const refund = (
  { id, lotId }: Owner,
  { roles = SUPER, key = randomUUID(), withoutProctorFees = false }: Ask = {},
) =>
  refundPackage(asStaff(world.db, roles, { key, studentId: id }), {
    studentId: id,
    packageId: lotId,
    withoutProctorFees,
  });
const total = async ({ id }: Owner) => (await getCredits(student(id), id)).total;
const wentBack = async ({ id }: Owner) =>
  (await world.processor.book())
    .filter((line) => line.customer === String(id) && line.type === 'refund')
    .map((line) => line.amount);
const rowsOf = async ({ id }: Owner, roles = SUPER) =>
  (await listTransactions(asStaff(world.db, roles), id)).map((row) => [
    row.type,
    row.credits,
    row.balance,
    row.refundButton ?? null,
  ]);
const refundEventually = async () => {
  await world.db.run`
    UPDATE refund SET next_try_at = '-infinity', asked_at = asked_at - interval '1 minute'
    WHERE state IN ('open', 'asked')`;
  await world.db.run`UPDATE payment SET refund_lease_until = '-infinity'`;
  await refundJob(world.db).run();
};
const untouched = async (owner: Owner) => {
  expect(await total(owner)).toBe(6);
  expect(await rowsOf(owner)).toEqual([['P', 6, 6, 'refund']]);
};

test('refunds a whole package to its card: inactive, empty, with a row R and the day', async () => {
  const owner = await anOwner();
  expect(await refund(owner)).toEqual({
    message: 'Refunded $200.00 to card ending 1111.',
    refundedCents: PRICE,
  });
  expect(await wentBack(owner)).toEqual([200]);
  expect(await total(owner)).toBe(0);
  const rows = await listTransactions(asStaff(world.db, SUPER), owner.id);
  expect(rows).toMatchObject([
    { type: 'R', credits: -6, balance: 0, description: 'Refunded $200.00 to card ending 1111.' },
    { type: 'P', credits: 6, packageActive: false, packageBalance: 0, packagePaidCents: PRICE },
  ]);
  expect(rows[1]).toMatchObject({ refundedAt: expect.any(Date) });
  expect(rows[1]).not.toHaveProperty('refundButton');
  expect(await refusalOf(refund(owner))).toMatchObject({
    status: 409,
    code: 'package_not_refundable',
    detail: 'This package cannot be refunded.',
  });
});

test('keeps used credits and charges the free sitting unless tech support waives it', async () => {
  const [charged, waived] = [await anOwner(), await anOwner()];
  for (const owner of [charged, waived]) await uses(owner, 'scheduled');
  expect(await refund(charged)).toMatchObject({ refundedCents: 8500 });
  expect(await refund(waived, { roles: TECH, withoutProctorFees: true })).toMatchObject({
    refundedCents: 10_000,
  });
  expect(await wentBack(charged)).toEqual([85]);
  expect(await wentBack(waived)).toEqual([100]);
});

test('charges nothing for registrations without sitting, returned or paid sittings', async () => {
  const unbooked = await anOwner();
  await uses(unbooked, 'registered');
  expect(await refund(unbooked)).toMatchObject({ refundedCents: 10_000 });
  const returned = await anOwner();
  const registrationId = await uses(returned, 'scheduled');
  const call = asService(world.db, 'registration', { key: randomUUID() });
  await returnCredits(call, { studentId: returned.id, registrationId });
  expect(await refund(returned)).toMatchObject({ refundedCents: PRICE });

  const paid = await anOwner();
  const sat = await uses(paid, 'taken');
  const due = { proctorFeeCents: 1500, proctorFeeIfMovedCents: 0, additionalFeeCents: 0 };
  world.feesDue.set(sat, due);
  const method = { ccId: paid.ccId, newCard: null };
  const fees = { proctorFeeCents: 1500, amountCents: 1500, method };
  const place = { studentId: paid.id, examId: 101, registrationId: sat, sessionId: null };
  await payFees(student(paid.id), { ...place, ...fees });
  expect(await refund(paid)).toMatchObject({ refundedCents: 10_000 });
});

test('an assigned package is only taken away', async () => {
  const id = world.aStudent();
  const by = asStaff(world.db, SUPER, { key: randomUUID(), studentId: id });
  await withProjections(by, () => assignPackage(by, { packageId: ASSIGNED, studentId: id }));
  const { lotId } = await world.db.one<{ lotId: number }>`
    SELECT id AS lot_id FROM lot WHERE student_id = ${id}`;
  const owner = { id, lotId };
  expect(await rowsOf(owner, TECH)).toEqual([['P', 4, 4, 'remove']]);
  const key = randomUUID();
  const removed = { message: 'Package removed.', refundedCents: 0 };
  expect(await refund(owner, { key })).toEqual(removed);
  expect(await refund(owner, { key })).toEqual(removed);
  expect(await rowsOf(owner)).toEqual([
    ['R', -4, 0, null],
    ['P', 4, 4, null],
  ]);
});

test('free retake credits go with the package they came with', async () => {
  const owner = await anOwner({ packageId: WITH_RETAKES });
  await refund(owner);
  expect(
    await world.db.many`
      SELECT balance, active FROM lot WHERE student_id = ${owner.id} ORDER BY id`,
  ).toEqual([
    { balance: 0, active: false },
    { balance: 0, active: false },
  ]);
});

test('refunds no more than earlier refunds of its charge have left', async () => {
  const owner = await anOwner();
  const { chargeId } = await world.db.one<{ chargeId: number }>`
    SELECT charge.id AS charge_id FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE payment.student_id = ${owner.id}`;
  await refundCharge(asStaff(world.db, TECH, { key: randomUUID() }), {
    chargeId,
    amountCents: 15_000,
  });
  expect(await refund(owner)).toMatchObject({ refundedCents: 5000 });
  expect(await wentBack(owner)).toEqual([150, 50]);
});

test('concurrent refunds by two people, one of them twice, refund the package once', async () => {
  const owner = await anOwner();
  const key = randomUUID();
  const settled = await Promise.allSettled([
    refund(owner, { key }),
    refund(owner, { key }),
    refund(owner, { roles: TECH }),
  ]);
  for (const code of refusals(settled)) expect(code).toBe('package_not_refundable');
  expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await wentBack(owner)).toEqual([200]);
});

test('credits in refund cannot be spent; those returned meantime are generic', async () => {
  const owner = await anOwner();
  const earlier = await uses(owner, 'registered');
  await world.processor.fault('drop-after-charge', { count: 1 });
  expect((await refusalOf(refund(owner))).code).toBe('charge_unknown');
  expect(await total(owner)).toBe(0);
  await expect(uses(owner, 'registered')).rejects.toMatchObject({ code: 'not_enough_credits' });
  const call = asService(world.db, 'registration', { key: randomUUID() });
  await returnCredits(call, { studentId: owner.id, registrationId: earlier });
  expect(await total(owner)).toBe(3);
  await refundEventually();
  expect(await total(owner)).toBe(3);
  expect(await wentBack(owner)).toEqual([100]);
});

test.each(['refundPackage.commit', 'makeRefunds.refund.commit'])(
  'a crash at %s leaves the package whole or refunded; a retry refunds it once',
  async (mark) => {
    const owner = await anOwner();
    const key = randomUUID();
    await diesAt(mark, () => refund(owner, { key }));
    await refundEventually();
    const message = 'Refunded $200.00 to card ending 1111.';
    expect(await refund(owner, { key })).toEqual({ message, refundedCents: PRICE });
    expect(await wentBack(owner)).toEqual([200]);
    expect(await total(owner)).toBe(0);
  },
);

test('a refund refused by the processor changes nothing and returns its message', async () => {
  const owner = await anOwner();
  await world.db.run`UPDATE payment SET card_last4 = '9999' WHERE student_id = ${owner.id}`;
  expect(await refusalOf(refund(owner))).toMatchObject({
    status: 502,
    code: 'refund_failed',
    detail: 'The referenced transaction does not meet the criteria for issuing a credit.',
  });
  await untouched(owner);
});

test('an unavailable or unaware processor changes nothing', async () => {
  const owner = await anOwner();
  await world.processor.fault('down');
  expect((await refusalOf(refund(owner))).code).toBe('refund_failed');
  await world.processor.heal();
  await untouched(owner);
  await world.processor.fault('garbage', { operation: 'createTransactionRequest' });
  expect((await refusalOf(refund(owner))).code).toBe('charge_unknown');
  await world.processor.heal();
  await refundEventually();
  await untouched(owner);
  expect(await wentBack(owner)).toEqual([]);
});

test('voids the whole before settlement, and refuses a partial refund until tomorrow', async () => {
  const [whole, part] = [await anOwner({ settled: false }), await anOwner({ settled: false })];
  expect(await refund(whole)).toMatchObject({ refundedCents: PRICE });
  expect(await total(whole)).toBe(0);
  await uses(part, 'registered');
  expect(await refusalOf(refund(part))).toMatchObject({
    status: 409,
    code: 'charge_not_settled',
    detail: 'This charge is not settled yet. Please try again tomorrow.',
  });
  expect(await total(part)).toBe(3);
});

test('refuses another student’s package, and waiving fees without the permission', async () => {
  const [owner, other] = [await anOwner(), await anOwner()];
  expect((await refusalOf(refund({ id: other.id, lotId: owner.lotId }))).code).toBe(
    'package_not_found',
  );
  expect((await refusalOf(refund(owner, { withoutProctorFees: true }))).code).toBe('forbidden');
});

test('only tech support refunds a study-abroad package', async () => {
  const owner = await anOwner({ packageId: ABROAD });
  expect(await refusalOf(refund(owner))).toMatchObject({
    status: 403,
    code: 'tech_support_only',
    detail: 'Only tech support can refund this package.',
  });
  expect(await rowsOf(owner)).toEqual([['P', 6, 6, null]]);
  expect(await rowsOf(owner, TECH)).toEqual([['P', 6, 6, 'choice']]);
  expect(await refund(owner, { roles: TECH })).toMatchObject({ refundedCents: PRICE });
});

test('a package that comes with a package of a vendor is never refunded', async () => {
  const owner = await anOwner({ packageId: OF_VENDOR });
  expect((await refusalOf(refund(owner, { roles: TECH }))).code).toBe('package_not_refundable');
  expect(await rowsOf(owner, TECH)).toEqual([['P', 6, 6, null]]);
});

test('a refund reads the catalogue again when the release before stored the copy', async () => {
  const owner = await anOwner({ packageId: ABROAD });
  await world.db.run`UPDATE package_copy SET is_study_abroad = NULL`;
  expect((await refusalOf(refund(owner))).code).toBe('tech_support_only');
  await world.db.run`UPDATE package_copy SET is_study_abroad = NULL`;
  expect(await rowsOf(owner)).toEqual([['P', 6, 6, null]]);
});
