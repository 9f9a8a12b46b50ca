import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/command';
import { asService, asStaff, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { listCharges } from '../charges/list-charges.ts';
import { withCopies } from '../copies/buyer.ts';
import { getCredits } from '../credits/get-credits.ts';
import { spendCredits } from '../credits/spend-credits.ts';
import { brokenInvariants } from '../invariants.ts';
import { assignPackage } from '../packages/assign-package.ts';
import { startWorld, type World } from '../testing/world.ts';
import { buyingCredits } from './buy-credits.ts';
import { buyingForRegistration } from './buy-credits-for-registration.ts';
import { buyPackage } from './buy-package.ts';

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
const buy = (call: Call, credits: number, ccId: string, amountCents = credits * 4200) =>
  withCopies(call, () =>
    buyingCredits.start(call, { studentId: call.actor.studentId as number, credits, amountCents, method: { ccId, newCard: null } }),
  );
let lastRegistration = 0;
const order = (studentId: number, ccId: string, more = {}) => {
  lastRegistration += 1;
  const usual = { studentId, registrationId: lastRegistration, examId: 101, credits: 3, amountCents: 12600, failedRegistrationId: null };
  return { ...usual, method: { ccId, newCard: null }, ...more };
};
const buyFor = (call: Call, input: ReturnType<typeof order>) => withCopies(call, () => buyingForRegistration.start(call, input));
const captured = async (id: number) =>
  (await world.processor.book()).filter(
    (line) => line.customer === String(id) && line.type === 'authCapture' && line.status === 'captured',
  );

test('credits are charged, come in as a generic lot and are in the books as the processor has them', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const bought = await buy(student(id), 3, ccId);
  expect(bought).toMatchObject({ successMessage: 'Thank you. 3 credits were added to your account.', credits: { total: 3, generic: 3 } });
  const [charge] = await listCharges(student(id), id);
  const [line] = await captured(id);
  expect(charge).toMatchObject({ amountCents: 12600, status: 'succeeded', chargeTypeId: '2', processorTransactionId: line?.transId });
  expect(line).toMatchObject({ amount: 126, invoiceNumber: charge?.invoiceNumber });
});

test('a new card is saved before it is charged and comes back with the credits', async () => {
  const id = world.aStudent();
  const call = student(id);
  const newCard = await world.processor.newCard();
  const input = { studentId: id, credits: 1, amountCents: 4200, method: { ccId: null, newCard } };
  const bought = await withCopies(call, () => buyingCredits.start(call, input));
  expect(bought).toMatchObject({ card: { cardType: 'Visa', last4: '1111', expired: false }, credits: { total: 1 } });
  expect(await captured(id)).toHaveLength(1);
  const [row] = await world.db.many<{ input: object }>`SELECT input FROM process WHERE name = 'buyCredits' AND scope = ${`student:${id}`}`;
  expect(row?.input).toEqual({});
});

test('the same key gives the first answer and charges once, another body with it is refused', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const key = randomUUID();
  const first = await buy(student(id, { key }), 2, ccId);
  expect(await buy(student(id, { key }), 2, ccId)).toEqual(first);
  expect((await refusalOf(buy(student(id, { key }), 3, ccId))).code).toBe('idempotency_key_reused');
  expect(await captured(id)).toHaveLength(1);
  expect((await getCredits(student(id), id)).total).toBe(2);
});

test('a double click charges once: with one key the second waits, with two keys it is told that a payment is under way', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await world.processor.fault('slow', { count: 1, operation: 'createTransactionRequest', ms: 300 });
  const key = randomUUID();
  const answers = await Promise.allSettled([
    buy(student(id, { key }), 2, ccId),
    buy(student(id, { key }), 2, ccId),
    buy(student(id), 2, ccId),
  ]);
  // when the other key is first, both with the one key meet its payment
  expect(refusals(answers).sort()).toEqual(['charge_pending', expect.stringMatching(/^(charge_pending|request_in_progress)$/)]);
  expect(await captured(id)).toHaveLength(1);
  expect((await getCredits(student(id), id)).total).toBe(2);
});

test('a declined card gives no credits, says why and leaves nothing open', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await world.processor.fault('decline', { count: 1 });
  const refusal = await refusalOf(buy(student(id), 2, ccId));
  expect(refusal).toMatchObject({ status: 402, code: 'card_declined', detail: 'There was a problem charging your card.' });
  expect(refusal.extra.reason).toBe('This transaction has been declined.');
  expect((await getCredits(student(id), id)).total).toBe(0);
  expect((await listCharges(student(id), id)).map((charge) => charge.status)).toEqual(['declined']);
  await buy(student(id), 2, ccId);
  expect(await captured(id)).toHaveLength(1);
});

test('a new card that its bank refuses is neither saved nor charged', async () => {
  const id = world.aStudent();
  const call = student(id);
  const newCard = await world.processor.newCard({ billingZip: '46282' });
  const input = { studentId: id, credits: 1, amountCents: 4200, method: { ccId: null, newCard } };
  expect((await refusalOf(withCopies(call, () => buyingCredits.start(call, input)))).code).toBe('card_declined');
  expect(await world.db.many`SELECT 1 FROM card WHERE student_id = ${id}`).toEqual([]);
  expect(await captured(id)).toEqual([]);
});

test('an amount that is not the price of the server is refused with the right one and nothing is charged', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const refusal = await refusalOf(buy(student(id), 3, ccId, 12599));
  expect(refusal).toMatchObject({ status: 409, code: 'amount_changed', extra: { expected: 12600 } });
  expect(await captured(id)).toEqual([]);
});

test('members, others and students of a school with its own pair pay their price', async () => {
  world.schools.set(300, { id: 300, memberPriceCents: 3000, nonmemberPriceCents: 3500 });
  world.schools.set(209, { id: 209 });
  const price = async (more: object) => {
    const id = world.aStudent(more);
    return (await getCredits(student(id), id)).pricePerCreditCents;
  };
  expect(await price({ membershipTypeId: 1 })).toBe(4200);
  expect(await price({ membershipTypeId: 4 })).toBe(5200);
  expect(await price({ membershipTypeId: 1, schoolId: 300 })).toBe(3000);
  expect(await price({ membershipTypeId: 2, schoolId: 300 })).toBe(3500);
  expect(await price({ membershipTypeId: 2, schoolId: 209 })).toBe(5200);
});

test('a barred student, a stopped account and a prepaying school buy nothing, while staff may buy for the last two', async () => {
  world.schools.set(151, { id: 151, chargeSchool: true });
  const barred = world.aStudent({ deniedRegistration: true });
  const stopped = world.aStudent({ buyingStopped: true });
  const prepaid = world.aStudent({ schoolId: 151 });
  const ccId = await world.aCard(student(stopped));
  for (const [id, code] of [
    [barred, 'registration_denied'],
    [stopped, 'buying_disabled'],
    [prepaid, 'buying_disabled'],
  ] as const) {
    expect((await refusalOf(buy(student(id), 1, ccId))).code).toBe(code);
    expect((await getCredits(student(id), id)).buyingDisabled).toBe(code === 'buying_disabled');
  }
  const staff = asStaff(world.db, ['ROLE_ADMIN'], { studentId: stopped });
  expect((await buy(staff, 10, ccId)).credits.total).toBe(10);
});

test("another student's card is as if it were not there", async () => {
  const [one, other] = [world.aStudent(), world.aStudent()];
  const ccId = await world.aCard(student(one));
  expect((await refusalOf(buy(student(other), 1, ccId))).code).toBe('payment_method_not_found');
});

test('a package is charged at its price and its rules stay with the lot when the package changes', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const rules = { vendorsAllowed: '1,4', proctorFeeCents: 0, noAdditionalFees: true };
  const row = { number_of_credits: 6, purchase_price_cents: 20000, display_name: 'Six', proctor_fee_cents: 0, no_additional_fees: true };
  await withCopies(student(id), () => getCredits(student(id), id));
  await world.db
    .run`INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name, proctor_fee_cents, no_additional_fees, is_special_program, seminary_study_tti_program_id, exams_allowed, vendors_allowed, active, admin_only)
    VALUES (1, ${row.number_of_credits}, ${row.purchase_price_cents}, ${row.display_name}, ${row.proctor_fee_cents}, ${row.no_additional_fees}, true, 3, '{}', ${rules.vendorsAllowed}, true, false)`;
  const method = { ccId, newCard: null };
  world.programs.set(id, [{ programId: 3, year: 2026 }]);
  const bought = await buyPackage(student(id), { studentId: id, packageId: 1, amountCents: 20000, method });
  expect(bought.credits).toMatchObject({
    total: 6,
    vendors14: 6,
    generic: 0,
    vendorSpecific: true,
    specialPackages: [{ id: 1, displayName: 'Six' }],
  });
  await world.db.run`UPDATE package_copy SET active = false WHERE id = 1`;
  expect((await getCredits(student(id), id)).vendors14).toBe(6);
  expect((await refusalOf(buyPackage(student(id), { studentId: id, packageId: 1, amountCents: 20000, method }))).code).toBe(
    'package_inactive',
  );
  expect((await refusalOf(buyPackage(student(id), { studentId: id, packageId: 2, amountCents: 20000, method }))).code).toBe(
    'package_not_found',
  );
});

test('an assigned package costs nothing and touches no card', async () => {
  const id = world.aStudent();
  await getCredits(student(id), id);
  await world.db
    .run`INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name, proctor_fee_cents, no_additional_fees, is_special_program, exams_allowed, active, admin_only)
    VALUES (3, 4, 15000, 'For the office', 1500, false, false, '{101}', true, true)`;
  const staff = asStaff(world.db, ['ROLE_ADVISOR_ADMIN'], { studentId: id });
  const given = await assignPackage(staff, { packageId: 3, studentId: id });
  expect(given).toMatchObject({
    successMessage: 'Thank you. 4 credits were added to your account.',
    credits: { total: 4, examAllowedBalance: 4 },
  });
  expect(await captured(id)).toEqual([]);
  const bySelf = buyPackage(student(id), { studentId: id, packageId: 3, amountCents: 15000, method: { ccId: 'x', newCard: null } });
  expect((await refusalOf(bySelf)).code).toBe('package_not_found');
});

test('a programme package is for students of that programme', async () => {
  const [inside, outside] = [world.aStudent(), world.aStudent()];
  world.programs.set(inside, [{ programId: 2, year: 2026 }]);
  await getCredits(student(inside), inside);
  await world.db
    .run`INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name, proctor_fee_cents, no_additional_fees, is_special_program, seminary_study_tti_program_id, seminary_year, exams_allowed, active, admin_only)
    VALUES (5, 3, 9000, 'Seminary', 0, true, true, 2, 2026, '{}', true, false)`;
  const staff = (studentId: number) => asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId });
  expect((await refusalOf(assignPackage(staff(outside), { packageId: 5, studentId: outside }))).code).toBe('package_not_for_student');
  expect((await assignPackage(staff(inside), { packageId: 5, studentId: inside })).credits.total).toBe(3);
});

test('credits bought for a registration are spent for it in the transaction that books the money', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const bought = await buyFor(asService(world.db, 'registration', { studentId: id }), order(id, ccId, { credits: 5, amountCents: 21000 }));
  expect(bought).toMatchObject({
    creditsBought: 5,
    spending: { credits: 3, proctorFeeCents: 1500, noAdditionalFees: false, freeSeminaryRetake: false },
    credits: { total: 2, generic: 2 },
  });
});

test('an exam is not bought with too few credits, nor when nothing is missing', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const service = () => asService(world.db, 'registration', { studentId: id });
  expect((await refusalOf(buyFor(service(), order(id, ccId, { credits: 2, amountCents: 8400 })))).code).toBe('too_few_credits');
  expect((await refusalOf(buyFor(service(), order(id, ccId, { credits: 9, amountCents: 37800 })))).code).toBe('invalid');
  expect((await buyFor(service(), order(id, ccId, { examId: 103, credits: 11, amountCents: 46200 }))).spending?.credits).toBe(11);
  await buy(student(id), 3, ccId);
  expect(await refusalOf(buyFor(service(), order(id, ccId)))).toMatchObject({ code: 'amount_changed', extra: { expected: 0 } });
});

test('credits that were spent elsewhere while the card was charged leave the student with those that were paid for', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  await buy(student(id), 2, ccId);
  await world.processor.fault('slow', { count: 1, operation: 'createTransactionRequest', ms: 400 });
  const buying = buyFor(asService(world.db, 'registration', { studentId: id }), order(id, ccId, { credits: 1, amountCents: 4200 }));
  const other = buyFor(
    asService(world.db, 'registration', { studentId: id }),
    order(id, ccId, { examId: 102, credits: 1, amountCents: 4200 }),
  );
  expect(await refusalOf(other)).toMatchObject({ code: 'amount_changed', extra: { expected: 0 } });
  await spendCredits(asService(world.db, 'registration'), {
    studentId: id,
    registrationId: 90001,
    examId: 102,
    failedRegistrationId: null,
  });
  const bought = await buying;
  expect(bought.spending).toBeUndefined();
  expect(bought).toMatchObject({ creditsBought: 1, credits: { total: 1 } });
});
