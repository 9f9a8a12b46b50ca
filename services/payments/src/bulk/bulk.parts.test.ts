import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { callsOf } from '@portal/kit/commands/commands-together';
import { DomainError } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, eventually, refusalOf } from '@portal/kit/testing';
import { freePort } from '@portal/kit/testing/processes/sandbox-process';
import { grantCredits } from '../credits/granting/grant-credits.ts';
import { creditsOf } from '../credits/reading/credits-of.ts';
import { returnCredits } from '../credits/spending/return-credits.ts';
import { brokenInvariants } from '../invariants.ts';
import { withProjections } from '../projections/buyer.ts';
import { assignPackage } from '../purchases/assign-package.ts';
import { whileNobodyKnows } from '../testing/answers.ts';
import { startWorld, type World } from '../testing/world.ts';
import {
  type ExamToPay,
  type PayBulkExams,
  payBulkExams,
  payBulkExamsOfStudents,
} from './pay-bulk-exams.ts';
import { quoteBulkExams } from './quote-bulk-exams.ts';

const SCHOOL = 209;
const PREPAYING = 151;
const PACKAGE = 9;

let world: World;
let lastRegistration = 800_000;
beforeAll(async () => {
  world = await startWorld();
  world.schools.set(SCHOOL, { id: SCHOOL });
  world.schools.set(PREPAYING, {
    id: PREPAYING,
    chargeSchool: true,
    memberPriceCents: 3800,
    nonmemberPriceCents: 4500,
  });
  world.packages.set(PACKAGE, { id: PACKAGE, numberOfCredits: 4, purchasePriceCents: 10_000 });
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.stop();
});

const asRun = (key: string = randomUUID()): Call => asService(world.db, 'schools', { key });
const exam = (examId = 101, additionalChargeCents = 0): ExamToPay => {
  lastRegistration += 1;
  return {
    registrationId: lastRegistration,
    examId,
    additionalChargeCents,
    subject: `Exam ${examId}`,
  };
};
const order = (
  studentId: number,
  exams: ExamToPay[],
  about: Partial<PayBulkExams> = {},
): PayBulkExams => ({
  runId: randomUUID(),
  studentId,
  schoolId: SCHOOL,
  prepays: false,
  exams,
  ccId: null,
  agreedCents: 1_000_000,
  ...about,
});
const pay = payBulkExams;
const grant = (studentId: number, credits: number, about = {}) =>
  withProjections(world, () =>
    grantCredits(asRun(), {
      studentId,
      credits,
      vendorsAllowed: null,
      examsAllowed: [],
      proctorFeeCents: null,
      noAdditionalFees: false,
      isFreeSeminaryRetake: false,
      packageId: null,
      ...about,
    }),
  );
const assign = (studentId: number) => {
  const call = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId });
  return withProjections(call, () => assignPackage(call, { packageId: PACKAGE, studentId }));
};
const creditsLeft = async (studentId: number) =>
  (await withProjections(world, () => creditsOf(world.db, studentId, steadyNow()))).total;
/** Creates a student of a school who is no member, with a saved card. */
async function withCard(schoolId = SCHOOL) {
  const studentId = world.aStudent({ schoolId, membershipTypeId: 2 });
  return { studentId, ccId: await world.aCard(asStudent(world.db, studentId)) };
}
const charged = async (studentId: number) =>
  (await world.processor.book()).filter(
    ({ customer, type, status }) =>
      customer === String(studentId) && type === 'authCapture' && status === 'captured',
  );
const chargesOf = (paymentId: number) =>
  world.db.many`
    SELECT type_id, amount_cents, registration_id FROM charge WHERE payment_id = ${paymentId}
    ORDER BY id`;

test('a quote lists credits, use, price and cards of each student', async () => {
  const { studentId, ccId } = await withCard();
  await grant(studentId, 4);
  const stranger = 999_999;
  const exams = [
    { examId: 101, additionalChargeCents: 0 },
    { examId: 102, additionalChargeCents: 500 },
  ];
  const quotes = await quoteBulkExams(asRun(), {
    schoolId: SCHOOL,
    prepays: false,
    students: [
      { studentId, exams },
      { studentId: stranger, exams },
    ],
  });
  expect(quotes).toMatchObject([
    {
      studentId,
      pricePerCreditCents: 5200,
      availableCredits: 4,
      freeSchoolCredits: 0,
      cards: [{ ccId }],
      exams: [
        { examId: 101, credits: 3, creditsFromBalance: 3, creditsToPay: 0, amountCents: 0 },
        { examId: 102, credits: 2, creditsFromBalance: 1, creditsToPay: 1, amountCents: 5700 },
      ],
    },
  ]);
});

test('a member of the seminary study programme is quoted the price of members', async () => {
  const studentId = world.aStudent({ schoolId: SCHOOL, membershipTypeId: 2, isTtiMember: true });
  const [quote] = await quoteBulkExams(asRun(), {
    schoolId: SCHOOL,
    prepays: false,
    students: [{ studentId, exams: [{ examId: 101, additionalChargeCents: 0 }] }],
  });
  const { memberCents } = await world.db.one<{ memberCents: number }>`
    SELECT member_cents FROM price_copy`;
  expect(quote?.pricePerCreditCents).toBe(memberCents);
});

test('assigned credits are free only in the school of the student at that time', async () => {
  const studentId = world.aStudent({ schoolId: PREPAYING });
  await assign(studentId);
  const quote = async (schoolId: number) =>
    (
      await quoteBulkExams(asRun(), {
        schoolId,
        prepays: true,
        students: [{ studentId, exams: [] }],
      })
    )[0];
  expect(await quote(PREPAYING)).toMatchObject({
    availableCredits: 4,
    freeSchoolCredits: 4,
    pricePerCreditCents: 3800,
  });
  expect(await quote(SCHOOL)).toMatchObject({ availableCredits: 4, freeSchoolCredits: 0 });
});

test('one charge buys the missing credits and fees, and spends all of them', async () => {
  const { studentId, ccId } = await withCard();
  await grant(studentId, 2);
  const exams = [exam(101), exam(102, 500), exam(301, 700)];
  const answer = await pay(
    asRun(),
    order(studentId, exams, { ccId, agreedCents: 6 * 5200 + 1200 }),
  );
  expect(
    answer.exams.map(({ outcome, spending, creditsToPay, amountCents }) => [
      outcome,
      spending.credits,
      creditsToPay,
      amountCents,
    ]),
  ).toEqual([
    ['paid', 3, 1, 5200],
    ['paid', 2, 2, 10_900],
    ['paid', 3, 3, 16_300],
  ]);
  expect((await charged(studentId)).map(({ amount }) => amount)).toEqual([324]);
  expect(await chargesOf(answer.paymentId as number)).toEqual([
    { typeId: '2', amountCents: 31_200, registrationId: null },
    { typeId: '3', amountCents: 500, registrationId: exams[1]?.registrationId },
    { typeId: '3', amountCents: 700, registrationId: exams[2]?.registrationId },
  ]);
  expect(await creditsLeft(studentId)).toBe(0);
});

test('credits of an exam paid by card are returned to the lots they came from', async () => {
  const { studentId, ccId } = await withCard();
  await grant(studentId, 1);
  const one = exam(101);
  await pay(asRun(), order(studentId, [one], { ccId }));
  await returnCredits(asRun(), { studentId, registrationId: one.registrationId });
  expect(await creditsLeft(studentId)).toBe(3);
});

test('credits that cover all touch no card', async () => {
  const studentId = world.aStudent({ schoolId: SCHOOL });
  await grant(studentId, 5);
  const answer = await pay(asRun(), order(studentId, [exam(101), exam(102)], { agreedCents: 0 }));
  expect([answer.paymentId, answer.exams.map(({ outcome }) => outcome)]).toEqual([
    undefined,
    ['paid', 'paid'],
  ]);
  expect(await creditsLeft(studentId)).toBe(0);
});

test('a declined card fails the exams that need money; exams with credits are paid', async () => {
  const { studentId, ccId } = await withCard();
  await grant(studentId, 4);
  await world.processor.fault('decline', { count: 1, operation: 'createTransactionRequest' });
  const call = asRun();
  const input = order(studentId, [exam(101), exam(102), exam(104)], { ccId });
  const answer = await pay(call, input);
  await world.processor.heal();
  expect(answer.exams.map(({ outcome }) => outcome)).toEqual(['paid', 'declined', 'paid']);
  expect(answer.declineReason).toBeTruthy();
  expect(answer.paymentId).toBeUndefined();
  expect(await creditsLeft(studentId)).toBe(1);
  expect(await pay(call, input)).toEqual(answer);
  expect(await charged(studentId)).toEqual([]);
});

test('a card that is not this student’s is never charged', async () => {
  const { ccId } = await withCard();
  const studentId = world.aStudent({ schoolId: SCHOOL });
  const answer = await pay(asRun(), order(studentId, [exam(101)], { ccId }));
  expect(answer.exams[0]?.outcome).toBe('declined');
  expect(await charged(studentId)).toEqual([]);
});

test('leaves out an exam that would exceed the agreed amount', async () => {
  const { studentId, ccId } = await withCard();
  const answer = await pay(
    asRun(),
    order(studentId, [exam(101), exam(103), exam(102)], { ccId, agreedCents: 5 * 5200 }),
  );
  expect(answer.exams.map(({ outcome }) => outcome)).toEqual(['paid', 'over_agreed', 'paid']);
  expect((await charged(studentId)).map(({ amount }) => amount)).toEqual([260]);
});

test('a prepaying school owes the balance; only its free credits are spent, no card', async () => {
  const { studentId, ccId } = await withCard(PREPAYING);
  await assign(studentId);
  await grant(studentId, 9);
  const exams = [exam(101), exam(102, 500)];
  const answer = await pay(
    asRun(),
    order(studentId, exams, { schoolId: PREPAYING, prepays: true, ccId }),
  );
  expect(
    answer.exams.map(({ spending, creditsToPay, amountCents, isFree }) => [
      spending.credits,
      creditsToPay,
      amountCents,
      isFree,
    ]),
  ).toEqual([
    [3, 0, 0, true],
    [1, 1, 5000, false],
  ]);
  expect(await creditsLeft(studentId)).toBe(9);
  expect(await charged(studentId)).toEqual([]);
});

test('a run called twice with one key charges once, concurrently or afterwards', async () => {
  const { studentId, ccId } = await withCard();
  const call = asRun();
  const input = order(studentId, [exam(101)], { ccId });
  const first = await Promise.allSettled([pay(call, input), pay(call, input), pay(call, input)]);
  const again = await eventually(
    () => pay(call, input).catch(() => null),
    (answer) => answer !== null,
  );
  expect(first.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(again?.exams[0]?.outcome).toBe('paid');
  expect(await charged(studentId)).toHaveLength(1);
});

test('one of two concurrent runs gets the last credits of a student, the other pays', async () => {
  const { studentId, ccId } = await withCard();
  await grant(studentId, 3);
  const answers = await Promise.all(
    [1, 2].map(() => pay(asRun(), order(studentId, [exam(101)], { ccId }))),
  );
  expect(answers.map(({ exams }) => exams[0]?.creditsToPay).sort()).toEqual([0, 3]);
  expect(await creditsLeft(studentId)).toBe(0);
  expect(await charged(studentId)).toHaveLength(1);
});

test('without the lock on the lots both would plan with the same credits', async () => {
  const studentId = world.aStudent({ schoolId: SCHOOL });
  await grant(studentId, 3);
  const looks = Promise.withResolvers<void>();
  let looked = 0;
  const naive = () =>
    world.db.transaction(async (sql) => {
      const { balance } = await sql.one<{
        balance: number;
      }>`SELECT sum(balance)::integer AS balance FROM lot WHERE student_id = ${studentId}`;
      looked += 1;
      if (looked === 2) looks.resolve();
      await looks.promise;
      return balance;
    });
  expect(await Promise.all([naive(), naive()])).toEqual([3, 3]);
});

test('an answer lost after the charge is looked up: charged once, spent once', async () => {
  const { studentId, ccId } = await withCard();
  await world.processor.fault('drop-after-charge', {
    count: 1,
    operation: 'createTransactionRequest',
  });
  const answer = await pay(asRun(), order(studentId, [exam(101, 500)], { ccId }));
  await world.processor.heal();
  expect(answer.exams[0]?.outcome).toBe('paid');
  expect(await charged(studentId)).toHaveLength(1);
  expect(await creditsLeft(studentId)).toBe(0);
});

test('does not repeat an unknown charge; the same key returns its outcome later', async () => {
  const { studentId, ccId } = await withCard();
  const call = asRun();
  const input = order(studentId, [exam(101, 500)], { ccId });
  await world.processor.fault('drop-after-charge', {
    count: 1,
    operation: 'createTransactionRequest',
  });
  expect((await whileNobodyKnows(() => refusalOf(pay(call, input)))).code).toBe('charge_unknown');
  await world.processor.heal();
  await world.letTimePass();
  expect((await pay(call, input)).exams[0]?.outcome).toBe('paid');
  expect(await charged(studentId)).toHaveLength(1);
  expect(await creditsLeft(studentId)).toBe(0);
});

test('an unavailable processor is reported as such, and nothing is held', async () => {
  const { studentId, ccId } = await withCard();
  const real = process.env.CARDS_URL;
  process.env.CARDS_URL = `http://127.0.0.1:${await freePort()}/xml/v1/request.api`;
  const answer = await pay(asRun(), order(studentId, [exam(101)], { ccId })).finally(() => {
    process.env.CARDS_URL = real;
  });
  expect([answer.processorAway, answer.exams[0]?.outcome]).toEqual([true, 'declined']);
  expect(await creditsLeft(studentId)).toBe(0);
});

test('a registration whose credits were returned is not paid any more', async () => {
  const studentId = world.aStudent({ schoolId: SCHOOL });
  await grant(studentId, 3);
  const late = exam(101);
  await withProjections(world, () =>
    returnCredits(asRun(), { studentId, registrationId: late.registrationId }),
  );
  const answer = await pay(asRun(), order(studentId, [late]));
  expect(answer.exams[0]?.outcome).toBe('closed');
  expect(await creditsLeft(studentId)).toBe(3);
});

test('an unknown student or exam is refused', async () => {
  expect((await refusalOf(pay(asRun(), order(123_456, [exam(101)])))).code).toBe(
    'student_not_found',
  );
  const studentId = world.aStudent({ schoolId: SCHOOL });
  expect((await refusalOf(pay(asRun(), order(studentId, [exam(987_654)])))).code).toBe(
    'exam_not_found',
  );
});

test('fetches students of a prepaying school in one request, despite an unknown one', async () => {
  const [one, other] = [world.aStudent({ schoolId: SCHOOL }), world.aStudent({ schoolId: SCHOOL })];
  await grant(one, 3);
  const orders = [one, 123_456, other].map((studentId) =>
    order(studentId, [exam(101)], { prepays: true }),
  );
  const calls = () =>
    callsOf(
      asRun(),
      orders.map((input) => ({ key: `${input.runId}:${input.studentId}`, order: input })),
      (input: PayBulkExams) => input,
    );
  const outcomes = await payBulkExamsOfStudents(calls());
  expect(
    outcomes.map((outcome) =>
      outcome instanceof DomainError ? outcome.code : outcome.exams[0]?.outcome,
    ),
  ).toEqual(['paid', 'student_not_found', 'paid']);
  expect(await payBulkExamsOfStudents(calls())).toEqual(outcomes);
  const known = await world.db.many`
    SELECT student_id FROM spending WHERE student_id IN (${one}, ${other}) ORDER BY student_id`;
  expect(known).toEqual([one, other].toSorted((a, b) => a - b).map((studentId) => ({ studentId })));
});
