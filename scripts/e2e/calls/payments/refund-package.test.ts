import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { refundPackage } from '@portal/contract/payments/transactions';
import {
  getPackagesTypesToDisplay,
  purchasePackage,
  purchasePackageWithProfile,
} from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../portal/databases.ts';
import { mendPartners, settle } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { examThat, isPlain, registered, savedCard } from '../../exams/registrations.ts';
import {
  losingARefund,
  refundsOf,
  refusedByProcessor,
  refusingRefunds,
} from '../../payments/refunds.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, type SignedIn } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let superAdmin: Person;
let techSupport: Person;
beforeAll(async () => {
  [superAdmin, techSupport] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_TECH_SUPPORT'),
  ]);
});

interface Owner extends SignedIn {
  packageId: number;
  price: number;
  credits: number;
  cc4digits: string;
}
const packageOf = async (id: number): Promise<number> => {
  const [lot] = await sql<{ id: string }>('payments', 'SELECT id FROM lot WHERE student_id = $1', [
    id,
  ]);
  return Number(lot?.id);
};

/** Creates a student who bought a package by card. */
async function anOwner({ settled = true } = {}): Promise<Owner> {
  const student = await aStudent();
  const { packages } = await student.person.do(getPackagesTypesToDisplay, {});
  const offer = packages.find(({ is_default }) => is_default);
  const { ccId, cc4digits } = await savedCard(student.person);
  const price = offer?.purchase_price as number;
  const bought = { packageId: offer?.id as number, amount: price, ccId };
  await student.person.do(purchasePackageWithProfile, bought);
  if (settled) await settle();
  const credits = offer?.number_of_credits as number;
  return { ...student, packageId: await packageOf(student.id), price, credits, cc4digits };
}

const isSmall = (exam: Exam): boolean => isPlain(exam) && exam.credits > 0 && exam.credits < 6;

const ask = (
  person: Person,
  { id, packageId }: Pick<Owner, 'id' | 'packageId'>,
  { key = randomUUID() as string, ...more } = {} as {
    key?: string;
    withoutChargingProctorFee?: boolean;
  },
) => person.ask(refundPackage, { student_id: id, packageId, ...more }, key);
const creditsOf = async ({ person }: SignedIn) =>
  (await person.do(getCreditsInfo, {})).totalCredits;

describe('refundPackage', () => {
  test('refunds the price once per key, removes the credits and shows both', async () => {
    const owner = await anOwner();
    const key = randomUUID();
    const first = await ask(superAdmin, owner, { key });
    expect(first).toMatchObject({
      status: 200,
      body: {
        msg: `Refunded $${owner.price.toFixed(2)} to card ending ${owner.cc4digits}.`,
        refundAmount: owner.price,
        transactionLogs: [
          { transaction_type: 'R', credit_amount: -owner.credits, balance: 0, refundButton: null },
          {
            transaction_type: 'P',
            Purchased: owner.credits,
            packageActive: false,
            packageCreditBalance: 0,
            packageTupePurchasePrice: owner.price,
            refund_date: expect.any(String),
            refundButton: null,
          },
        ],
      },
    });
    expect((await ask(superAdmin, owner, { key })).body).toEqual(first.body);
    expect(await refundsOf(owner)).toEqual([owner.price]);
    expect(await creditsOf(owner)).toBe(0);
  });

  test('names the exam that used credits, and keeps used credits', async () => {
    const owner = await anOwner();
    const exam = await examThat(owner.person, isSmall);
    await registered(owner.person, exam);
    const { body } = await ask(techSupport, owner, { withoutChargingProctorFee: true });
    const left = owner.credits - exam.credits;
    expect(body.refundAmount).toBeCloseTo((owner.price * left) / owner.credits, 1);
    expect(body.transactionLogs[1]).toMatchObject({
      transaction_type: 'U',
      creditsUsed: exam.credits,
      balance: left,
      Exam: exam.subject,
    });
  });

  test('removes a package that the office granted, without a refund', async () => {
    const student = await aStudent();
    const { packages } = await student.person.do(getPackagesTypesToDisplay, {});
    const packageId = packages.find(({ is_default }) => is_default)?.id as number;
    await superAdmin.do(purchasePackage, { student_id: student.id, packageId });
    const given = { id: student.id, packageId: await packageOf(student.id) };
    expect((await ask(superAdmin, given)).body).toMatchObject({
      msg: 'Package removed.',
      refundAmount: 0,
    });
    expect(await creditsOf(student)).toBe(0);
  });

  test("refuses packages that are refunded, unknown or another student's", async () => {
    const [owner, other] = await Promise.all([anOwner(), aStudent()]);
    await ask(superAdmin, owner);
    expect(refusal(await ask(superAdmin, owner))).toEqual({
      status: 409,
      code: 'package_not_refundable',
      detail: 'This package cannot be refunded.',
    });
    for (const wrong of [
      { id: owner.id, packageId: 2_000_000_004 },
      { id: other.id, packageId: owner.packageId },
    ])
      expect(refusal(await ask(superAdmin, wrong))).toMatchObject({
        status: 404,
        code: 'package_not_found',
      });
  });

  test('waives proctor fees only for tech support', async () => {
    const owner = await anOwner();
    expect(
      refusal(await ask(superAdmin, owner, { withoutChargingProctorFee: true })),
    ).toMatchObject({ status: 403, code: 'forbidden' });
    const waived = await ask(techSupport, owner, { withoutChargingProctorFee: true });
    expect(waived.status).toBe(200);
  });

  test('refuses a partial refund of an unsettled payment', async () => {
    const owner = await anOwner({ settled: false });
    const exam = await examThat(owner.person, isSmall);
    await registered(owner.person, exam);
    expect(refusal(await ask(superAdmin, owner))).toEqual({
      status: 409,
      code: 'charge_not_settled',
      detail: 'This charge is not settled yet. Please try again tomorrow.',
    });
    expect(await creditsOf(owner)).toBe(owner.credits - exam.credits);
  });

  test("returns the processor's refusal, and changes nothing", async () => {
    const owner = await anOwner();
    const mend = await refusingRefunds(owner);
    expect(refusal(await ask(superAdmin, owner))).toEqual({
      status: 502,
      code: 'refund_failed',
      detail: refusedByProcessor,
    });
    expect(await creditsOf(owner)).toBe(owner.credits);
    await mend();
    expect((await ask(superAdmin, owner)).status).toBe(200);
  });

  test('reports an unknown result, and resolves it automatically', async () => {
    const owner = await anOwner();
    await losingARefund(owner);
    const key = randomUUID();
    try {
      expect(refusal(await ask(superAdmin, owner, { key }))).toEqual({
        status: 502,
        code: 'charge_unknown',
        detail: 'The refund is being checked. Please do not repeat it.',
      });
    } finally {
      await mendPartners();
    }
    const { body } = await until(
      () => ask(superAdmin, owner, { key }),
      ({ status }) => status === 200,
      30,
      500,
    );
    expect(body.refundAmount).toBe(owner.price);
    expect(await refundsOf(owner)).toEqual([owner.price]);
  });
});
