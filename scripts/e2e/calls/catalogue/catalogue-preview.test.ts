import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { cataloguePreview, type SeenBy } from '@portal/contract/catalogue/catalogue-preview';
import { getCatalogue, retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import type { OfficeExam } from '@portal/contract/catalogue/office-exam';
import { type OfficePackage, savePackage } from '@portal/contract/catalogue/office-package';
import { setPrice } from '@portal/contract/catalogue/office-price';
import { newYorkDay } from '@portal/contract/days';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import type { Problem } from '@portal/contract/problem';
import { getPackagesTypesToDisplay } from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { steadyNow } from '@portal/kit/steady-clock';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let superAdmin: Person;
beforeAll(async () => {
  [admin, superAdmin] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_SUPER_ADMIN'),
  ]);
});

type PreviewInput = CallInput<typeof cataloguePreview>;
const ask = (input: PreviewInput, person = admin) => person.ask(cataloguePreview, input);
const seen = async (input: PreviewInput, person = admin): Promise<SeenBy[]> => {
  const answer = await ask(input, person);
  expect(answer).toMatchObject({ status: 200 });
  return cataloguePreview.answer.parse(answer.body).asSeen;
};
const set = (about: Partial<CallInput<typeof setPrice>>) =>
  superAdmin.do(setPrice, {
    kind: 'additional_charge',
    amount: 70,
    validFrom: 'now',
    reason: 'For a test',
    ...about,
  });
const inDays = (days: number): string =>
  Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days }).toString();
const addedPackage = async (about: Partial<CallInput<typeof savePackage>> = {}) => {
  const newPackage = {
    number_of_credits: 6,
    is_default: false,
    display_name: `Preview ${randomInt(1e9)}`,
    no_additional_fees: false,
    is_special_program: false,
    exams_allowed: [],
    admin_only: false,
    purchasePrice: 199,
    proctorFeePrice: 10,
    ...about,
  };
  return (await superAdmin.do(savePackage, newPackage, randomUUID())).item;
};
/** Waits for the row of an exam in a student's list and returns it. */
const rowOf = async (person: Person, examId: number) => {
  const { exams } = await until(
    () => person.do(getAllExamsAccordingStudent, {}),
    (list) => list.exams.some(({ id }) => id === examId),
  );
  const row = exams.find(({ id }) => id === examId);
  if (!row) throw new Error(`exam ${examId} is on no list`);
  return row;
};
const retire = (part: 'exams' | 'packages', { id, version }: OfficeExam | OfficePackage) =>
  superAdmin.do(retireFromCatalogue, { part, id, version, active: false });
const NOBODY = 2_000_000_007;

describe('cataloguePreview', () => {
  test('shows members and non-members the price and fees of an exam', async () => {
    const examId = await anExam({ credits: 4, additionalChargeCents: 5_000 });
    const asSeen = await seen({ examId });
    const { items } = await superAdmin.do(getCatalogue, { part: 'prices' });
    const price = (kind: string) =>
      items.find((one) => 'kind' in one && one.kind === kind && one.state === 'in_force') as {
        amount: number;
      };
    const usual = { offered: true, why: null, button: 'BUY', credits: 4, additionalCharge: 50 };
    const proctorFee = price('proctor_fee').amount;
    expect(asSeen).toEqual([
      {
        audience: 'A member',
        ...usual,
        proctorFee,
        amount: 4 * price('credit_member').amount,
      },
      {
        audience: 'Not a member',
        ...usual,
        proctorFee,
        amount: 4 * price('credit_nonmember').amount,
      },
    ]);
  });

  test('shows what the page of a student shows, with and without credits', async () => {
    const [rich, poor] = await Promise.all([aStudent({ credits: 3 }), aStudent()]);
    const examId = await anExam({ additionalChargeCents: 2_500 });
    for (const { person, id } of [rich, poor]) {
      const [row, credits] = await Promise.all([
        rowOf(person, examId),
        person.do(getCreditsInfo, {}),
      ]);
      const missing = Math.max(0, 3 - credits.totalCredits);
      const [only, ...others] = await seen({ examId, student_id: id });
      expect(others).toEqual([]);
      expect(only).toEqual({
        audience: expect.stringMatching(/\S+ \S+/),
        offered: true,
        why: null,
        credits: 3,
        button: missing > 0 ? 'BUY' : 'GET',
        amount: missing * (credits.pricePerCredit as number),
        proctorFee: row.proctor_fee_price,
        additionalCharge: row.additionalCharge,
      });
    }
  });

  test("gives the reason that prevents registration in the student's words", async () => {
    const first = await anExam();
    const [{ id: studentId, person }, officeOnly, requiring] = await Promise.all([
      aStudent({ credits: 6 }),
      anExam({ phonesystemActive: false }),
      anExam({ requiredExamIds: [first] }),
    ]);
    await registered(person, await rowOf(person, first));
    const why = async (input: PreviewInput) =>
      (await seen(input)).map((one) => [one.offered, one.button, one.why]);
    const refused = (text: string) => [false, null, text];
    const office = refused('This exam can be booked only through the office.');
    expect(await why({ examId: officeOnly })).toEqual([office, office]);
    const requirement = refused('You do not meet the requirements for this exam.');
    expect(await why({ examId: requiring })).toEqual([requirement, requirement]);
    expect(await why({ examId: first, student_id: studentId })).toEqual([
      refused('You are already registered for this exam.'),
    ]);
  });

  test('does not offer a retired exam', async () => {
    const code = `PRV-${randomInt(1e9)}`;
    const examId = await anExam({ secularNumber: code });
    const { items } = await admin.do(getCatalogue, { part: 'exams', search: code });
    await retire('exams', items[0] as OfficeExam);
    const asSeen = await until(
      () => seen({ examId }),
      (all) => all.every(({ offered }) => !offered),
    );
    expect(asSeen[0]).toMatchObject({ why: expect.any(String), button: null });
  });

  test('shows the prices of a future day, and of today', async () => {
    const examId = await anExam({ additionalChargeCents: 5_000 });
    await set({ refId: examId, validFrom: inDays(3) });
    const charges = async (on?: string) =>
      (await seen({ examId, ...(on ? { on } : {}) })).map((one) => one.additionalCharge);
    expect([await charges(), await charges(inDays(0)), await charges(inDays(2))]).toEqual([
      [50, 50],
      [50, 50],
      [50, 50],
    ]);
    expect(await charges(inDays(3))).toEqual([70, 70]);

    const { id: packageId } = await addedPackage();
    await set({ kind: 'package', refId: packageId, amount: 149, validFrom: inDays(5) });
    const amounts = async (on: string) =>
      (await seen({ packageId, on }, superAdmin)).map(({ amount }) => amount);
    expect([await amounts(inDays(4)), await amounts(inDays(5))]).toEqual([
      [199, 199],
      [149, 149],
    ]);
  });

  test("offers a package as the students' page does", async () => {
    const [usual, auditOf, ofProgram] = await Promise.all([
      addedPackage(),
      addedPackage({ admin_only: true }),
      addedPackage({ is_special_program: true }),
    ]);
    const gone = await addedPackage();
    await retire('packages', gone);
    const { person, id: student_id } = await aStudent();
    const shown = await until(
      () => person.do(getPackagesTypesToDisplay, {}),
      ({ packages }) =>
        packages.some(({ id }) => id === usual.id) && packages.every(({ id }) => id !== gone.id),
    );
    for (const { id } of [usual, auditOf, ofProgram, gone]) {
      const [one] = await seen({ packageId: id, student_id }, superAdmin);
      expect(one?.offered).toBe(shown.packages.some((pack) => pack.id === id));
    }
    expect(await seen({ packageId: usual.id }, superAdmin)).toMatchObject([
      {
        audience: 'A member',
        button: 'BUY',
        credits: 6,
        amount: 199,
        proctorFee: 10,
        additionalCharge: 0,
      },
      { audience: 'Not a member', offered: true },
    ]);
    const [refused] = await seen({ packageId: auditOf.id }, superAdmin);
    expect(refused).toMatchObject({ button: null, why: 'Only the office gives it.' });
  });

  test('shows exams to admissions, and packages to roles that may see prices', async () => {
    const [admissions, techSupport] = await Promise.all([
      signedInStaff('ROLE_ADMISSIONS'),
      signedInStaff('ROLE_TECH_SUPPORT'),
    ]);
    const [examId, { id: packageId }] = [await anExam(), await addedPackage()];
    expect(await seen({ examId }, admissions)).toHaveLength(2);
    expect(refusal(await ask({ packageId }, admissions))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await seen({ packageId }, techSupport)).toHaveLength(2);
  });

  test('refuses unknown items, past days and malformed input', async () => {
    expect(refusal(await ask({ examId: NOBODY }))).toMatchObject({
      status: 404,
      code: 'exam_not_found',
    });
    expect(refusal(await ask({ packageId: NOBODY }))).toMatchObject({
      status: 404,
      code: 'package_not_found',
    });
    const examId = await anExam();
    expect(refusal(await ask({ examId, student_id: NOBODY }))).toMatchObject({
      status: 404,
      code: 'student_not_found',
    });
    const past = await ask({ examId, on: inDays(-1) });
    const { code, errors } = past.body as Problem;
    expect([past.status, code, errors?.map(({ path }) => path)]).toEqual([422, 'invalid', ['on']]);
    for (const input of [{}, { examId, packageId: 1 }, { examId, on: 'tomorrow' }])
      expect(refusal(await ask(input as PreviewInput))).toMatchObject({
        status: 400,
        code: 'malformed',
      });
  });
});
