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
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, barStudent } from '../../people/students.ts';
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

  test('sells a package for certain exams to a student who may take one of them', async () => {
    const { person } = await aStudent();
    const bound = (await packagesOf(person)).packages.find(isBoundToExams) as Package;
    const input = { packageId: bound.id, amount: bound.purchase_price, ...(await someCard()) };
    expect(await person.do(purchasePackageWithNewProfile, input)).toMatchObject({
      examAllowedPckCreditBalance: bound.number_of_credits,
      examAllowedPackage: { exams_allowed: bound.exams_allowed },
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
});
