import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams';
import { purchasePackage } from '@portal/contract/payments';
import { BulkResult, payRegisterAndSchedule } from '@portal/contract/schools';
import { sql } from '../databases.ts';
import { anExam } from '../exams.ts';
import { savedCard } from '../flows.ts';
import { mailsTo, mailTo } from '../mails.ts';
import type { Person } from '../person.ts';
import { breakPartner, mendPartners, settle, transactions } from '../processor.ts';
import {
  aSchool,
  aSchoolSession,
  aSchoolStudent,
  balanceOf,
  bulkOrder,
  bulkRun,
  type Chosen,
  PORTAL_PRICE,
  registrationStates,
  SCHOOL_PRICE,
  schoolAdminOf,
  type TestSchool,
} from '../schools.ts';
import { signedInStaff } from '../staff.ts';
import { barStudent } from '../students.ts';
import { refusal } from './refusal.ts';

const NOBODY = 2_000_000_003;

let admin: Person;
let superAdmin: Person;
let techSupport: Person;
/** Three credits each; the second has a fee of its own of $20. */
let plain: number;
let withFee: number;
beforeAll(async () => {
  [admin, superAdmin, techSupport, plain, withFee] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_TECH_SUPPORT'),
    anExam(),
    anExam({ additionalChargeCents: 2000 }),
  ]);
});
const order = (school: TestSchool, chosen: readonly Chosen[], about = {}, person = admin) =>
  person.ask(payRegisterAndSchedule, bulkOrder(school, chosen, about), randomUUID());
/** Gives a student credits that cost nothing, as staff do. */
async function assigned(studentId: number): Promise<number> {
  const { totCreditsAvailable } = await superAdmin.do(purchasePackage, { packageId: 1, student_id: studentId });
  return totCreditsAvailable;
}
const statesOf = registrationStates;
const chargedTo = async (studentId: number) =>
  (await transactions()).filter(
    ({ customer, type, status }) => customer === String(studentId) && type === 'authCapture' && status === 'captured',
  );
const ofStudent = (result: BulkResult, { id }: { id: number }) => result.registrations[String(id)];

describe('payRegisterAndSchedule', () => {
  test('a prepaying school registers from its balance: sessions, mails, the report and the session’s students', async () => {
    const school = await aSchool({ balance: 1000 });
    const [first, second] = await Promise.all([aSchoolStudent(school.id), aSchoolStudent(school.id, { cohort: undefined })]);
    const person = await schoolAdminOf(school);
    const chosen = [
      { student: first, exams: [plain, withFee], amount: 290 },
      { student: second, exams: [plain], amount: 135 },
    ];
    const { status, body } = await order(school, chosen, { schoolId: undefined, sendStudyMaterials: 'true' }, person);
    const result = BulkResult.parse(body);
    expect(status).toBe(200);
    expect(result).toMatchObject({ totalAmtChargedFromSchoolBalance: 425, schoolCurrentBalance: 575, error: null });
    expect(ofStudent(result, first)).toEqual({
      exams: { [plain]: 'success', [withFee]: 'success' },
      ...{ creditsAvailable: 0, sumCreditsUsed: 6, amtCharged: 290, error: null },
    });
    expect(result.accountReport.map(({ Quantity, Cohort, Amount, isPayment }) => [Quantity, Cohort, Amount, isPayment])).toEqual(
      expect.arrayContaining([
        [1, '', 1000, true],
        [1, '2026-2027', -135, false],
        [1, '2026-2027', -155, false],
        [1, null, -135, false],
      ]),
    );
    expect(result.accountReport.at(-1)?.Balance).toBe(575);
    expect(result.studentsPerSession).toHaveLength(3);
    expect(result.studentsPerSession).toContainEqual(
      expect.objectContaining({
        studentId: first.id,
        examId: withFee,
        isFreeRegistration: false,
        canCancel: false,
        testSessionId: school.sessionId,
      }),
    );
    expect(await statesOf(first.id)).toEqual(['scheduled', 'scheduled']);
    const [{ attachments }] = await Promise.all([
      mailTo(first.email, /^Your session for .* and .* is booked/),
      mailTo(first.email, /^You are registered for/, { count: 2 }),
    ]);
    expect(attachments).toHaveLength(1);
    expect((await mailsTo(first.email)).filter(({ subject }) => subject.startsWith('Your session'))).toHaveLength(1);
  });

  test('without study materials there is the mail of the session alone', async () => {
    const school = await aSchool({ balance: 200 });
    const student = await aSchoolStudent(school.id);
    await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain] }]));
    await mailTo(student.email, /^Your session for .* is booked/);
    expect((await mailsTo(student.email)).filter(({ subject }) => subject.startsWith('You are registered'))).toEqual([]);
  });

  test('free credits of the school go first; what they cover wholly is a free registration, which the school may cancel', async () => {
    const school = await aSchool({ balance: 500 });
    const student = await aSchoolStudent(school.id);
    const free = await assigned(student.id);
    const result = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain, withFee] }]));
    const paid = Math.max(0, 6 - free) * SCHOOL_PRICE + 20;
    expect(ofStudent(result, student)).toMatchObject({ amtCharged: paid, sumCreditsUsed: 6, creditsAvailable: Math.max(0, free - 6) });
    expect(result.schoolCurrentBalance).toBe(500 - paid);
    const rows = Object.fromEntries(result.studentsPerSession.map((row) => [row.examId, [row.isFreeRegistration, row.canCancel]]));
    expect(rows).toEqual({ [plain]: [true, true], [withFee]: [false, false] });
  });

  test('a school that does not prepay: own credits, then one charge to the card with a row for credits and fees', async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id, { credits: 4 });
    const { ccId } = await savedCard(student.person);
    const amount = 2 * PORTAL_PRICE + 20;
    const result = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain, withFee], ccId, amount }]));
    expect(ofStudent(result, student)).toMatchObject({
      exams: { [plain]: 'success', [withFee]: 'success' },
      amtCharged: amount,
      creditsAvailable: 0,
    });
    expect(result).toMatchObject({ schoolCurrentBalance: null, accountReport: [], totalAmtChargedFromSchoolBalance: 0 });
    expect((await chargedTo(student.id)).map((one) => one.amount)).toEqual([amount]);
    const rows = await sql(
      'payments',
      'SELECT type_id, charge.amount_cents::text FROM charge JOIN payment p ON p.id = payment_id WHERE p.student_id = $1 ORDER BY type_id',
      [student.id],
    );
    expect(rows).toEqual([
      { type_id: '2', amount_cents: String(2 * PORTAL_PRICE * 100) },
      { type_id: '3', amount_cents: '2000' },
    ]);
  });

  test('a declined card fails what needed money, others are not touched, and the failed ones are sent again', async () => {
    const school = await aSchool();
    const [poor, rich] = await Promise.all([aSchoolStudent(school.id, { credits: 3 }), aSchoolStudent(school.id, { credits: 9 })]);
    const { ccId } = await savedCard(poor.person);
    await breakPartner({ partner: 'cards', mode: 'decline', count: 1, operation: 'createTransactionRequest' });
    const result = await bulkRun(
      admin,
      bulkOrder(school, [
        { student: poor, exams: [plain, withFee], ccId },
        { student: rich, exams: [plain] },
      ]),
    );
    await mendPartners();
    expect(ofStudent(result, poor)?.exams).toEqual({
      [plain]: 'success',
      [withFee]: expect.stringMatching(/^There was a problem charging your card\. ./),
    });
    expect(ofStudent(result, poor)).toMatchObject({ amtCharged: 0, sumCreditsUsed: 3, creditsAvailable: 0 });
    expect(ofStudent(result, rich)?.exams).toEqual({ [plain]: 'success' });
    expect(await statesOf(poor.id)).toEqual(['scheduled', 'dropped']);
    const again = await bulkRun(
      admin,
      bulkOrder(school, [{ student: poor, exams: [plain, withFee], ccId, amount: 3 * PORTAL_PRICE + 20 }]),
    );
    expect(ofStudent(again, poor)?.exams).toEqual({ [plain]: 'success', [withFee]: 'success' });
    expect((await chargedTo(poor.id)).map(({ amount }) => amount)).toEqual([3 * PORTAL_PRICE + 20]);
  });

  test('an answer of the processor that is lost after the charge is found out: charged once, registered', async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id);
    const { ccId } = await savedCard(student.person);
    await breakPartner({ partner: 'cards', mode: 'drop-after-charge', count: 1, operation: 'createTransactionRequest' });
    const result = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain], ccId }]));
    await mendPartners();
    expect(ofStudent(result, student)?.exams).toEqual({ [plain]: 'success' });
    expect((await chargedTo(student.id)).map(({ amount }) => amount)).toEqual([3 * PORTAL_PRICE]);
  });

  test('exams that registration refuses cost nothing and say why, one by one', async () => {
    const school = await aSchool({ balance: 1000 });
    const [student, barred] = await Promise.all([aSchoolStudent(school.id), aSchoolStudent(school.id)]);
    const [required, withdrawn, course] = await Promise.all([
      anExam(),
      anExam({ active: false }),
      anExam({ programContentCode: 'A-COURSE' }),
    ]);
    const unfit = await anExam({ requiredExamIds: [required] });
    await barStudent(barred.id, { deniedRegistration: true, buyingStopped: false });
    const elsewhere = { ...school, sessionId: await aSchoolSession(school.id) };
    await bulkRun(admin, bulkOrder(elsewhere, [{ student, exams: [withFee] }]));
    const person = await schoolAdminOf(school);
    const result = await bulkRun(
      person,
      bulkOrder(school, [
        { student, exams: [plain, withFee, unfit, withdrawn] },
        { student: barred, exams: [plain, course] },
      ]),
    );
    expect(ofStudent(result, student)).toMatchObject({
      exams: {
        [plain]: 'success',
        [withFee]: 'The student is already registered for this exam.',
        [unfit]: 'The student does not meet the requirements for this exam.',
        [withdrawn]: 'This exam is not available.',
      },
      amtCharged: 135,
    });
    expect(ofStudent(result, barred)).toMatchObject({
      exams: { [plain]: 'Student is denied registration', [course]: 'This exam is not available.' },
      amtCharged: 0,
    });
    expect(result.schoolCurrentBalance).toBe(1000 - 155 - 135);
  });

  test('the same key again gives the same run, and an exam that is in the session already is success for nothing', async () => {
    const school = await aSchool({ balance: 1000 });
    const student = await aSchoolStudent(school.id);
    const input = bulkOrder(school, [{ student, exams: [plain] }]);
    const key = randomUUID();
    const first = await bulkRun(admin, input, key);
    expect(await bulkRun(admin, input, key)).toEqual(first);
    const other = await admin.ask(payRegisterAndSchedule, { ...input, sendStudyMaterials: true }, key);
    expect(refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    const again = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain], amount: 0 }]));
    expect(ofStudent(again, student)).toMatchObject({ exams: { [plain]: 'success' }, amtCharged: 0, sumCreditsUsed: 0 });
    expect([await balanceOf(school.id), await statesOf(student.id)]).toEqual([865, ['scheduled']]);
  });

  test('tech support cancels what the balance paid: the school has its sum again, once, for the same cohort', async () => {
    const school = await aSchool({ balance: 500 });
    const student = await aSchoolStudent(school.id);
    const { studentsPerSession } = await bulkRun(admin, bulkOrder(school, [{ student, exams: [withFee] }]));
    const registrationId = studentsPerSession[0]?.registrationId as number;
    const input = {
      registrationId,
      adminCancelReason: 6 as const,
      schoolId: school.id,
      isSchoolRegistration: true,
      student_id: student.id,
    };
    expect(refusal(await admin.ask(cancelExamRegistration, input, randomUUID()))).toMatchObject({ status: 403, code: 'charged_school' });
    const cancelled = await techSupport.do(cancelExamRegistration, input);
    expect(cancelled).toMatchObject({ studentsSession: [], schoolCurrentBalance: 500 });
    expect(cancelled.accountReport?.map(({ Amount, Balance }) => [Amount, Balance])).toEqual([
      [500, 500],
      [-155, 345],
      [155, 500],
    ]);
    expect(await balanceOf(school.id)).toBe(500);
    const { accountReport } = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain] }]));
    expect(
      accountReport.map(({ Description, Cohort, Amount, Balance }) => [Description.split(':')[0], Cohort, Amount, Balance]).slice(2),
    ).toEqual([
      ['Cancelled', '2026-2027', 155, 500],
      [expect.stringMatching(/ 3 credits$/), '2026-2027', -135, 365],
    ]);
  });

  test('admin cancels what a card paid: the credits stay, the exam’s own fee goes back to the card', async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id);
    const { ccId } = await savedCard(student.person);
    const { studentsPerSession } = await bulkRun(admin, bulkOrder(school, [{ student, exams: [withFee], ccId }]));
    await settle();
    const cancelled = await admin.do(cancelExamRegistration, {
      ...{ registrationId: studentsPerSession[0]?.registrationId as number, adminCancelReason: 6, student_id: student.id },
    });
    expect(cancelled).toMatchObject({ availableCredits: 3, refundAdditionalFees: { noCharge: false, refundAmount: 20, error: null } });
  });

  test('whole orders that cannot begin are refused, and nothing has happened', async () => {
    const [school, without] = await Promise.all([aSchool({ balance: 200 }), aSchool()]);
    const [student, owner, poor] = await Promise.all([
      aSchoolStudent(school.id),
      aSchoolStudent(school.id, { credits: 1 }),
      aSchoolStudent(without.id),
    ]);
    const both = await order(school, [
      { student, exams: [plain] },
      { student: owner, exams: [plain] },
    ]);
    expect(refusal(both)).toEqual({ status: 422, code: 'student_not_allowed', detail: 'Some students cannot be registered.' });
    expect(both.body.errors).toEqual([{ path: String(owner.id), message: 'Student has existing credits' }]);
    const cardless = await order(without, [{ student: poor, exams: [plain] }]);
    expect(cardless.body.errors).toEqual([{ path: String(poor.id), message: 'No credit card on file.' }]);
    const changed = await order(school, [{ student, exams: [plain], amount: 1 }]);
    expect(changed.status).toBe(409);
    expect(changed.body).toMatchObject({ code: 'amount_changed', expected: 135, students: [{ studentId: student.id, expected: 135 }] });
    const tooMuch = await order(school, [{ student, exams: [plain, withFee] }]);
    expect(tooMuch.body).toMatchObject({ status: 409, code: 'school_balance_too_low', expected: 290, balance: 200 });
    expect([await balanceOf(school.id), await statesOf(student.id), await statesOf(poor.id)]).toEqual([200, [], []]);
  });

  test('refuses what is not there or closed; after the closing moment only admin goes on', async () => {
    const [school, other] = await Promise.all([aSchool({ balance: 500 }), aSchool()]);
    const [ofSchool, student] = await Promise.all([schoolAdminOf(school), aSchoolStudent(school.id)]);
    const chosen = [{ student, exams: [plain] }];
    expect(refusal(await order(other, chosen, {}, ofSchool))).toMatchObject({ status: 404, code: 'school_not_found' });
    expect(refusal(await order({ ...school, sessionId: other.sessionId }, chosen))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    const past = { ...school, sessionId: await aSchoolSession(school.id, { inHours: -2 }) };
    expect(refusal(await order(past, chosen))).toMatchObject({ status: 409, code: 'session_closed' });
    const closed = { ...school, sessionId: await aSchoolSession(school.id, { closingDate: '2026-01-01' }) };
    expect(refusal(await order(closed, chosen, {}, ofSchool))).toMatchObject({ status: 409, code: 'session_closed' });
    expect(ofStudent(await bulkRun(admin, bulkOrder(closed, chosen)), student)?.exams).toEqual({ [plain]: 'success' });
  });

  test('one run of a school at a time', async () => {
    const school = await aSchool({ balance: 500 });
    const chosen = [{ student: await aSchoolStudent(school.id), exams: [plain] }];
    await sql(
      'schools',
      "INSERT INTO bulk_run (process_id, school_id, session_id, send_study_materials, ordered_by, ordered_at) VALUES (gen_random_uuid(), $1, 1, false, 'e2e', now())",
      [school.id],
    );
    expect(refusal(await order(school, chosen))).toEqual({
      ...{ status: 409, code: 'run_in_progress', detail: 'Another registration of this school is being processed.' },
    });
    await sql('schools', 'UPDATE bulk_run SET finished_at = now() WHERE school_id = $1', [school.id]);
    expect((await order(school, chosen)).status).toBe(200);
  });

  test('two orders at once with one key, and with two: registered and paid once', async () => {
    const school = await aSchool({ balance: 500 });
    const student = await aSchoolStudent(school.id);
    const input = bulkOrder(school, [{ student, exams: [plain] }]);
    const key = randomUUID();
    await Promise.all([key, key, randomUUID()].map((one) => admin.ask(payRegisterAndSchedule, input, one)));
    await bulkRun(admin, input, key).catch(() => bulkRun(admin, input));
    expect([await balanceOf(school.id), (await statesOf(student.id)).filter((state) => state === 'scheduled')]).toEqual([
      365,
      ['scheduled'],
    ]);
  });

  test.each([
    { of: 'no student', wrong: { studentInfos: [] } },
    { of: 'no answer about study materials', wrong: { sendStudyMaterials: undefined } },
    { of: 'no exam', wrong: { studentInfos: [{ studentId: 1, exams: [] }] } },
    { of: 'five exams', wrong: { studentInfos: [{ studentId: 1, exams: [1, 2, 3, 4, 5] }] } },
    { of: 'an exam twice', wrong: { studentInfos: [{ studentId: 1, exams: [1, { examId: 1 }] }] } },
    { of: 'a student twice', wrong: { studentInfos: [1, 1].map((studentId) => ({ studentId, exams: [1] })) } },
    { of: 'too many students', wrong: { studentInfos: Array.from({ length: 501 }, (_, at) => ({ studentId: at + 1, exams: [1] })) } },
    { of: 'no school named by admin', wrong: { schoolId: undefined } },
  ])('an order with $of is refused', async ({ wrong }) => {
    const school = { id: 151, name: '', sessionId: NOBODY };
    const answer = await order(school, [{ student: { id: 1 }, exams: [1] }], wrong);
    expect(refusal(answer)).toMatchObject({ status: 422, code: 'invalid' });
  });
});
