import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Package } from '@portal/contract/payments/credits';
import {
  getPackagesTypesToDisplay,
  getPaymentMethods,
  purchaseCredits,
  purchaseCreditsWithProfile,
  purchasePackage,
  purchasePackageWithNewProfile,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { setBar } from '@portal/contract/students/student-file';
import { mailTo } from '../../../portal/mails.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { savedCard, someCard } from '../../exams/registrations.ts';
import { charged } from '../../payments/charged.ts';
import { closedPackage } from '../../payments/packages.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent, barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { chargesOnce } from './charges.ts';

const packagesOf = async (person: Parameters<typeof savedCard>[0]) =>
  person.do(getPackagesTypesToDisplay, {});
async function defaultPackage(person: Parameters<typeof savedCard>[0]): Promise<Package> {
  const { packages } = await packagesOf(person);
  return packages.find(({ is_default }) => is_default) ?? (packages[0] as Package);
}
/** Returns whether a package is limited to certain exams, and to no programme. */
const isBoundToExams = ({ exams_allowed, seminary_study_tti_program_id }: Package) =>
  exams_allowed.length > 0 && seminary_study_tti_program_id === null;
/** Returns the input for three single credits at today's price. */
async function threeCredits() {
  const student = await aStudent();
  const pricePerCredit = await creditPrice(student.person);
  return { student, input: { numberOfCredits: 3, amount: 3 * pricePerCredit } };
}
async function onePackage() {
  const student = await aStudent();
  const { id: packageId, purchase_price: amount } = await defaultPackage(student.person);
  return { student, input: { packageId, amount } };
}

describe('getPackagesTypesToDisplay', () => {
  test('gives students the packages on sale, without comments of the office', async () => {
    const { person } = await aStudent();
    const { packages, adminOnlyPackages } = await packagesOf(person);
    expect(packages.length).toBeGreaterThan(0);
    expect(adminOnlyPackages).toEqual([]);
    expect(packages.filter(({ internal_comment }) => internal_comment !== null)).toEqual([]);
    expect(packages.filter((offer) => offer.is_special_program && !isBoundToExams(offer))).toEqual(
      [],
    );
    expect(packages.filter(isBoundToExams).length).toBeGreaterThan(0);
    expect(packages.filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  test('gives admin-only packages too, to admins and advisor admins only', async () => {
    const [admin, advisorAdmin, advisor] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_ADVISOR_ADMIN'),
      signedInStaff('ROLE_ADVISOR'),
    ]);
    for (const person of [admin, advisorAdmin]) {
      const { packages, adminOnlyPackages } = await packagesOf(person);
      expect(adminOnlyPackages.length).toBeGreaterThan(0);
      expect(packages.some(({ is_special_program }) => is_special_program)).toBe(true);
    }
    expect((await packagesOf(advisor)).adminOnlyPackages).toEqual([]);
  });
});

describe('purchaseCredits', () => {
  test('saves the card, charges it, adds the credits and emails a receipt', async () => {
    const { student, input } = await threeCredits();
    const card = await someCard();
    const answer = await student.person.do(purchaseCredits, { ...input, ...card });
    expect(answer).toMatchObject({
      totCreditsAvailable: 3,
      totCreditsDetails: { generic: 3 },
      successMessage: 'Thank you. 3 credits were added to your account.',
      paymentMethod: {
        cardtype: 'Visa',
        cc4digits: card.ccLast4,
        ccName: card.cardholderName,
        ccExpMonth: 12,
        expired: false,
      },
    });
    expect(await student.person.do(getPaymentMethods, {})).toEqual([answer.paymentMethod]);
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
    const { text } = await mailTo(student.email, /receipt|payment/i);
    expect(text).toContain(`$${input.amount.toFixed(2)}`);
    expect(text).toContain(card.ccLast4);
  });

  test('uses the singular for one credit', async () => {
    const { student, input } = await threeCredits();
    const { successMessage } = await student.person.do(purchaseCredits, {
      numberOfCredits: 1,
      amount: input.amount / 3,
      ...(await someCard()),
    });
    expect(successMessage).toBe('Thank you. 1 credit was added to your account.');
  });

  test('sells students 1 to 8, and staff up to 99', async () => {
    const [{ student, input }, admin] = await Promise.all([
      threeCredits(),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const nine = { numberOfCredits: 9, amount: input.amount * 3, ...(await someCard()) };
    const refused = await student.person.ask(purchaseCredits, nine, randomUUID());
    expect([refused.status, refused.body.code, refused.body.errors?.[0]?.path]).toEqual([
      422,
      'invalid',
      'numberOfCredits',
    ]);
    expect(
      (await admin.do(purchaseCredits, { ...nine, student_id: student.id })).totCreditsAvailable,
    ).toBe(9);
  });

  test('allows staff when the student may not buy', async () => {
    const [{ student, input }, admin] = await Promise.all([
      threeCredits(),
      signedInStaff('ROLE_ADVISOR_ADMIN'),
    ]);
    await barStudent(student.id, { deniedRegistration: false, buyingStopped: true });
    expect(
      (
        await admin.ask(purchaseCredits, {
          ...input,
          ...(await someCard()),
          student_id: student.id,
        })
      ).status,
    ).toBe(200);
  });

  chargesOnce({ call: purchaseCredits, make: threeCredits });
});

describe('purchaseCreditsWithProfile', () => {
  test('charges the saved card and adds the credits', async () => {
    const { student, input } = await threeCredits();
    const { ccId } = await savedCard(student.person);
    expect(await student.person.do(purchaseCreditsWithProfile, { ...input, ccId })).toMatchObject({
      totCreditsAvailable: 3,
      successMessage: 'Thank you. 3 credits were added to your account.',
      paymentMethod: null,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
  });

  chargesOnce({ call: purchaseCreditsWithProfile, make: threeCredits });
});

describe('purchasePackageWithNewProfile', () => {
  test('charges the price of the package and adds credits with its rules', async () => {
    const { student, input } = await onePackage();
    const { number_of_credits } = await defaultPackage(student.person);
    expect(
      await student.person.do(purchasePackageWithNewProfile, { ...input, ...(await someCard()) }),
    ).toMatchObject({
      totCreditsAvailable: number_of_credits,
      successMessage: `Thank you. ${number_of_credits} credits were added to your account.`,
      paymentMethod: { cardtype: 'Visa' },
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
  });

  test('refuses unknown and admin-only packages for students', async () => {
    const [{ student }, admin] = await Promise.all([onePackage(), signedInStaff('ROLE_ADMIN')]);
    const [offer] = (await packagesOf(admin)).adminOnlyPackages;
    for (const packageId of [2_000_000_004, offer?.id])
      expect(
        refusal(
          await student.person.ask(
            purchasePackageWithNewProfile,
            { packageId, amount: offer?.purchase_price, ...(await someCard()) },
            randomUUID(),
          ),
        ),
      ).toMatchObject({ status: 404, code: 'package_not_found' });
    expect(await charged(student.id)).toEqual([]);
  });

  test('refuses a special package of another programme, which staff could grant', async () => {
    const [{ student }, admin] = await Promise.all([onePackage(), signedInStaff('ROLE_ADMIN')]);
    const special = (await packagesOf(admin)).packages.filter(
      (offer) => offer.is_special_program && !isBoundToExams(offer),
    );
    expect(special.length).toBeGreaterThan(0);
    for (const { id: packageId, purchase_price: amount } of special)
      expect(
        refusal(
          await student.person.ask(
            purchasePackageWithNewProfile,
            { packageId, amount, ...(await someCard()) },
            randomUUID(),
          ),
        ),
      ).toMatchObject({ status: 404, code: 'package_not_found' });
    expect(await charged(student.id)).toEqual([]);
  });

  test('sells a package for certain exams to a student who may take one of them', async () => {
    const { person } = await aStudent();
    const bound = (await packagesOf(person)).packages.find(isBoundToExams) as Package;
    const input = { packageId: bound.id, amount: bound.purchase_price, ...(await someCard()) };
    expect(await person.do(purchasePackageWithNewProfile, input)).toMatchObject({
      examAllowedPckCreditBalance: bound.number_of_credits,
      examAllowedPackage: { exams_allowed: bound.exams_allowed },
    });
  });

  test('refuses a package that is no longer offered', async () => {
    const { student, input } = await onePackage();
    const packageId = await closedPackage();
    expect(
      refusal(
        await student.person.ask(
          purchasePackageWithNewProfile,
          { ...input, packageId, ...(await someCard()) },
          randomUUID(),
        ),
      ),
    ).toEqual({
      status: 409,
      code: 'package_inactive',
      detail: 'This package is no longer offered.',
    });
  });

  chargesOnce({ call: purchasePackageWithNewProfile, make: onePackage });
});

describe('purchasePackageWithProfile', () => {
  test('charges the saved card', async () => {
    const { student, input } = await onePackage();
    const { ccId } = await savedCard(student.person);
    const { paymentMethod, totCreditsAvailable } = await student.person.do(
      purchasePackageWithProfile,
      { ...input, ccId },
    );
    expect([paymentMethod, totCreditsAvailable > 0]).toEqual([null, true]);
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
  });

  test('refuses packages that are unknown or not offered', async () => {
    const { student, input } = await onePackage();
    const { ccId } = await savedCard(student.person);
    const ask = async (packageId: number) =>
      refusal(
        await student.person.ask(
          purchasePackageWithProfile,
          { ...input, ccId, packageId },
          randomUUID(),
        ),
      );
    expect(await ask(2_000_000_004)).toMatchObject({ status: 404, code: 'package_not_found' });
    expect(await ask(await closedPackage())).toMatchObject({
      status: 409,
      code: 'package_inactive',
    });
  });

  chargesOnce({ call: purchasePackageWithProfile, make: onePackage });
});

describe('purchasePackage', () => {
  test('grants a package without a charge, once per key', async () => {
    const [{ person, id: student_id }, superAdmin] = await Promise.all([
      aStudent(),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    const { id: packageId, number_of_credits } = await defaultPackage(person);
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect(await superAdmin.do(purchasePackage, { packageId, student_id }, key)).toMatchObject({
        totCreditsAvailable: number_of_credits,
      });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(number_of_credits);
    expect(await charged(student_id)).toEqual([]);
  });

  test('grants admin-only packages too, and does not find unknown ones', async () => {
    const [{ id: student_id }, advisorAdmin] = await Promise.all([
      anEnrolled(),
      signedInStaff('ROLE_ADVISOR_ADMIN'),
    ]);
    const [offer] = (await packagesOf(advisorAdmin)).adminOnlyPackages;
    expect(
      (await advisorAdmin.ask(purchasePackage, { packageId: offer?.id, student_id })).status,
    ).toBe(200);
    expect(
      refusal(await advisorAdmin.ask(purchasePackage, { packageId: 2_000_000_004, student_id })),
    ).toMatchObject({
      status: 404,
      code: 'package_not_found',
    });
  });

  test('refuses while the student is barred from buying', async () => {
    const [{ person, id: student_id }, superAdmin] = await Promise.all([
      aStudent(),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    const { id: packageId } = await defaultPackage(person);
    const give = () => superAdmin.ask(purchasePackage, { packageId, student_id }, randomUUID());
    const about = { student_id, reason: 'Unpaid' };
    const { bars } = await superAdmin.do(setBar, { ...about, levels: ['buying'] }, randomUUID());
    expect(refusal(await give())).toEqual({
      status: 403,
      code: 'buying_disabled',
      detail: 'Please call the office to buy credits.',
    });
    await barStudent(student_id, { deniedRegistration: true, buyingStopped: false });
    expect(refusal(await give())).toMatchObject({ status: 403, code: 'registration_denied' });
    expect((await person.do(getCreditsInfo, {})).totalCredits).toBe(0);

    await barStudent(student_id, { deniedRegistration: false, buyingStopped: false });
    const lifting = { ...about, barId: bars[0]?.barId as number, lift: true as const };
    await superAdmin.do(setBar, lifting, randomUUID());
    expect((await give()).status).toBe(200);
  });

  test('refuses packages no longer offered, or of a programme of other students', async () => {
    const [{ id: student_id }, superAdmin] = await Promise.all([
      anEnrolled(),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    const give = async (packageId: number | undefined) =>
      refusal(await superAdmin.ask(purchasePackage, { packageId, student_id }, randomUUID()));
    expect(await give(await closedPackage())).toEqual({
      status: 409,
      code: 'package_inactive',
      detail: 'This package is no longer offered.',
    });
    const ofProgram = (await packagesOf(superAdmin)).packages.find(
      (offer) => offer.seminary_study_tti_program_id !== null,
    );
    expect(await give(ofProgram?.id)).toMatchObject({
      status: 422,
      code: 'package_not_for_student',
    });
  });
});
