import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { asService, asStaff, diesAt, refusalOf } from '@portal/kit/testing';
import { getCredits } from '../credits/reading/get-credits.ts';
import { returnCredits } from '../credits/spending/return-credits.ts';
import { spendCredits } from '../credits/spending/spend-credits.ts';
import { withProjections } from '../projections/buyer.ts';
import { captured, student, withWorld, world } from '../testing/with-world.ts';
import { assignPackage } from './assign-package.ts';
import { buyingPackage, buyPackage } from './buy-package.ts';

withWorld();

test('charges the package price; the lot keeps its rules when the package changes', async () => {
  const id = world.aStudent();
  const ccId = await world.aCard(student(id));
  const rules = { vendorsAllowed: '1,4', proctorFeeCents: 0, noAdditionalFees: true };
  const row = {
    number_of_credits: 6,
    purchase_price_cents: 20000,
    display_name: 'Six',
    proctor_fee_cents: 0,
    no_additional_fees: true,
  };
  await withProjections(student(id), () => getCredits(student(id), id));
  await world.db.run`
    INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name,
      proctor_fee_cents, no_additional_fees, is_special_program, seminary_study_tti_program_id,
      exams_allowed, vendors_allowed, active, admin_only)
    VALUES (1, ${row.number_of_credits}, ${row.purchase_price_cents}, ${row.display_name},
      ${row.proctor_fee_cents}, ${row.no_additional_fees}, true, 3, '{}', ${rules.vendorsAllowed},
      true, false)`;
  const method = { ccId, newCard: null };
  world.programs.set(id, [{ programId: 3, year: 2026 }]);
  const bought = await buyPackage(student(id), {
    studentId: id,
    packageId: 1,
    amountCents: 20000,
    method,
  });
  expect(bought.credits).toMatchObject({
    total: 6,
    vendors14: 6,
    generic: 0,
    vendorSpecific: true,
    specialPackages: [{ id: 1, displayName: 'Six' }],
  });
  await world.db.run`UPDATE package_copy SET active = false WHERE id = 1`;
  expect((await getCredits(student(id), id)).vendors14).toBe(6);
  const staff = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId: id });
  expect((await refusalOf(assignPackage(staff, { packageId: 1, studentId: id }))).code).toBe(
    'package_inactive',
  );
  expect(
    (
      await refusalOf(
        buyPackage(student(id), { studentId: id, packageId: 1, amountCents: 20000, method }),
      )
    ).code,
  ).toBe('package_inactive');
  expect(
    (
      await refusalOf(
        buyPackage(student(id), { studentId: id, packageId: 2, amountCents: 20000, method }),
      )
    ).code,
  ).toBe('package_not_found');
});

test('an assigned package costs nothing and touches no card', async () => {
  const id = world.aStudent();
  await getCredits(student(id), id);
  await world.db.run`
    INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name,
      proctor_fee_cents, no_additional_fees, is_special_program, exams_allowed, active, admin_only)
    VALUES (3, 4, 15000, 'For the office', 1500, false, false, '{101}', true, true)`;
  const staff = asStaff(world.db, ['ROLE_ADVISOR_ADMIN'], { studentId: id });
  const given = await assignPackage(staff, { packageId: 3, studentId: id });
  expect(given).toMatchObject({
    successMessage: 'Thank you. 4 credits were added to your account.',
    credits: { total: 4, examAllowedBalance: 4 },
  });
  expect(await captured(id)).toEqual([]);
  const bySelf = buyPackage(student(id), {
    studentId: id,
    packageId: 3,
    amountCents: 15000,
    method: { ccId: 'x', newCard: null },
  });
  expect((await refusalOf(bySelf)).code).toBe('package_not_found');
  expect(await captured(id)).toEqual([]);
  const again = asStaff(world.db, ['ROLE_ADVISOR_ADMIN'], { studentId: id });
  expect((await refusalOf(assignPackage(again, { packageId: 2, studentId: id }))).code).toBe(
    'package_not_found',
  );
});

test('a programme package is for students of that programme', async () => {
  const [inside, outside] = [world.aStudent(), world.aStudent()];
  world.programs.set(inside, [{ programId: 2, year: 2026 }]);
  await getCredits(student(inside), inside);
  await world.db.run`
    INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name,
      proctor_fee_cents, no_additional_fees, is_special_program, seminary_study_tti_program_id,
      seminary_year, exams_allowed, active, admin_only)
    VALUES (5, 3, 9000, 'Seminary', 0, true, true, 2, 2026, '{}', true, false)`;
  const staff = (studentId: number) => asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId });
  expect(
    (await refusalOf(assignPackage(staff(outside), { packageId: 5, studentId: outside }))).code,
  ).toBe('package_not_for_student');
  expect(
    (await assignPackage(staff(inside), { packageId: 5, studentId: inside })).credits.total,
  ).toBe(3);
  const bySelf = buyPackage(student(outside), {
    studentId: outside,
    packageId: 5,
    amountCents: 9000,
    method: { ccId: 'x', newCard: null },
  });
  expect(await refusalOf(bySelf)).toMatchObject({ status: 404, code: 'package_not_found' });
  expect(await captured(outside)).toEqual([]);
});

/**
 * Creates a package of a seminary study programme with 6 credits and 3 free retakes, and a student
 * who may buy it.
 */
async function ofStudy(packageId: number) {
  const id = world.aStudent();
  world.programs.set(id, [{ programId: 2, year: 2026 }]);
  await getCredits(student(id), id);
  await world.db.run`
    INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name,
      proctor_fee_cents, no_additional_fees, is_special_program, seminary_study_tti_program_id,
      seminary_year, exams_allowed, active, admin_only, free_retake_credits)
    VALUES (${packageId}, 6, 18000, 'Seminary study', 0, true, true, 2, 2026, '{}', true, false,
      3)`;
  return id;
}
const retakesOf = (id: number) =>
  world.db.many<object>`
    SELECT balance, proctor_fee_cents, no_additional_fees, paid_cents, payment_id,
      is_special_program, seminary_year,
      (SELECT package_id FROM lot own WHERE own.id = lot.comes_with_lot_id) AS package_id
    FROM lot WHERE student_id = ${id} AND is_free_seminary_retake`;
const threeFree = {
  balance: 3,
  proctorFeeCents: 0,
  noAdditionalFees: true,
  paidCents: 0,
  paymentId: null,
  isSpecialProgram: true,
  seminaryYear: 2026,
};

test('a seminary study package grants free retake credits once, with its fee rules', async () => {
  const id = await ofStudy(8);
  const ccId = await world.aCard(student(id));
  const key = randomUUID();
  const input = {
    studentId: id,
    packageId: 8,
    amountCents: 18000,
    method: { ccId, newCard: null },
  };
  const bought = await buyPackage(student(id, { key }), input);
  expect(bought.credits).toMatchObject({ total: 6, freeSeminaryRetake: 3 });
  expect(await buyPackage(student(id, { key }), input)).toEqual(bought);
  expect(await retakesOf(id)).toEqual([{ ...threeFree, packageId: 8 }]);

  const spend = (registrationId: number, failedRegistrationId: number | null = null) => {
    const call = asService(world.db, 'registration');
    return withProjections(call, () =>
      spendCredits(call, { studentId: id, registrationId, examId: 101, failedRegistrationId }),
    );
  };
  expect((await spend(9001)).spending).toMatchObject({ credits: 3, freeSeminaryRetake: false });
  expect(await spend(9002, 9001)).toMatchObject({
    spending: { credits: 3, freeSeminaryRetake: true },
    credits: { freeSeminaryRetake: 0 },
  });
  // cancelled, the free credits are there for another retake
  const back = await returnCredits(asService(world.db, 'registration'), {
    studentId: id,
    registrationId: 9002,
  });
  expect(back.credits).toMatchObject({ total: 3, freeSeminaryRetake: 3 });
});

test('assigning such a package grants its free retake credits, once for each key', async () => {
  const id = await ofStudy(9);
  const staff = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId: id, key: randomUUID() });
  const answers = await Promise.all(
    [1, 2, 3].map(() => assignPackage(staff, { packageId: 9, studentId: id })),
  );
  for (const { credits } of answers)
    expect(credits).toMatchObject({ total: 6, freeSeminaryRetake: 3 });
  expect(await retakesOf(id)).toEqual([{ ...threeFree, packageId: 9 }]);
});

test('a package found later grants them as well, a refused one grants none', async () => {
  const id = await ofStudy(10);
  const ccId = await world.aCard(student(id));
  const input = {
    studentId: id,
    packageId: 10,
    amountCents: 18000,
    method: { ccId, newCard: null },
  };
  await world.processor.fault('decline', { count: 1 });
  expect((await refusalOf(buyPackage(student(id), input))).code).toBe('card_declined');
  expect(await retakesOf(id)).toEqual([]);
  expect(await diesAt('buyPackage.settle.before', () => buyPackage(student(id), input))).toBeNull();
  expect(await retakesOf(id)).toEqual([]);
  await world.letTimePass();
  await buyingPackage.resume(world.db);
  expect(await retakesOf(id)).toEqual([{ ...threeFree, packageId: 10 }]);
  expect(await captured(id)).toHaveLength(1);
});

test('offers a package bound to exams to students who may take one of them', async () => {
  const id = world.aStudent();
  await getCredits(student(id), id);
  await world.db.run`
    INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name,
      proctor_fee_cents, no_additional_fees,
      is_special_program, exams_allowed, active, admin_only)
    VALUES (6, 3, 9000, 'Classics', 1500, false, true, '{101,102}', true, false)`;
  const ccId = await world.aCard(student(id));
  const buyIt = () =>
    buyPackage(student(id), {
      studentId: id,
      packageId: 6,
      amountCents: 9000,
      method: { ccId, newCard: null },
    });
  for (const exam of [101, 102]) world.notTakeable.add(exam);
  expect(await refusalOf(buyIt())).toMatchObject({ status: 404, code: 'package_not_found' });
  expect(await captured(id)).toEqual([]);
  world.notTakeable.delete(102);
  expect((await buyIt()).credits).toMatchObject({ examAllowedBalance: 3 });
});
