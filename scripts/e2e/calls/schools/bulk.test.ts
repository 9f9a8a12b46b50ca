import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { purchasePackage } from '@portal/contract/purchases/payments';
import { BulkResult, payRegisterAndSchedule } from '@portal/contract/schools';
import { getSchoolInfo } from '@portal/contract/schools/office';
import { sql } from '../../../portal/databases.ts';
import { mailsTo, mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import {
  aSchool,
  aSchoolStudent,
  balanceOf,
  bulkOrder,
  bulkRun,
  registrationStates,
  SCHOOL_PRICE,
  schoolAdminOf,
} from '../../people/schools.ts';
import { refusal } from '../every-call/refusal.ts';
import {
  admin,
  ofStudent,
  order,
  plain,
  superAdmin,
  techSupport,
  withBulkStaff,
  withFee,
} from './bulk-staff.ts';

withBulkStaff();

/** Grants a student free credits, as staff do. */
async function assigned(studentId: number): Promise<number> {
  const { totCreditsAvailable } = await superAdmin.do(purchasePackage, {
    packageId: 1,
    student_id: studentId,
  });
  return totCreditsAvailable;
}

/**
 * A result without what is due at the moment: registration reads the terms of a new school within
 * 20 seconds, since no command saved it.
 */
const withoutDue = ({ studentsPerSession, ...result }: BulkResult) => ({
  ...result,
  studentsPerSession: studentsPerSession.map(({ feesDue: _, ...row }) => row),
});

describe('payRegisterAndSchedule', () => {
  test('registers and books from the balance of a prepaying school', async () => {
    const school = await aSchool({ balance: 1000 });
    const [first, second] = await Promise.all([
      aSchoolStudent(school.id),
      aSchoolStudent(school.id, { cohort: undefined }),
    ]);
    const person = await schoolAdminOf(school);
    const chosen = [
      { student: first, exams: [plain, withFee], amount: 290 },
      { student: second, exams: [plain], amount: 135 },
    ];
    const { status, body } = await order(
      school,
      chosen,
      { schoolId: undefined, sendStudyMaterials: 'true' },
      person,
    );
    const result = BulkResult.parse(body);
    expect(status).toBe(200);
    expect(result).toMatchObject({
      totalAmtChargedFromSchoolBalance: 425,
      schoolCurrentBalance: 575,
      error: null,
    });
    expect(ofStudent(result, first)).toEqual({
      exams: { [plain]: 'success', [withFee]: 'success' },
      creditsAvailable: 0,
      sumCreditsUsed: 6,
      amtCharged: 290,
      error: null,
    });
    expect(
      result.accountReport.map(({ Quantity, Cohort, Amount, isPayment }) => [
        Quantity,
        Cohort,
        Amount,
        isPayment,
      ]),
    ).toEqual(
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
    expect(await registrationStates(first.id)).toEqual(['scheduled', 'scheduled']);
    const [{ attachments }] = await Promise.all([
      mailTo(first.email, /^Your session for .* and .* is booked/),
      mailTo(first.email, /^You are registered for/, { count: 2 }),
    ]);
    expect(attachments).toHaveLength(1);
    expect(
      (await mailsTo(first.email)).filter(({ subject }) => subject.startsWith('Your session')),
    ).toHaveLength(1);
  });

  test('sends only the email of the session without study materials', async () => {
    const school = await aSchool({ balance: 200 });
    const student = await aSchoolStudent(school.id);
    await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain] }]));
    await mailTo(student.email, /^Your session for .* is booked/);
    expect(
      (await mailsTo(student.email)).filter(({ subject }) =>
        subject.startsWith('You are registered'),
      ),
    ).toEqual([]);
  });

  test("spends the school's free credits first; it may cancel free registrations", async () => {
    const school = await aSchool({ balance: 500 });
    const student = await aSchoolStudent(school.id);
    const free = await assigned(student.id);
    const result = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain, withFee] }]));
    const paid = Math.max(0, 6 - free) * SCHOOL_PRICE + 20;
    expect(ofStudent(result, student)).toMatchObject({
      amtCharged: paid,
      sumCreditsUsed: 6,
      creditsAvailable: Math.max(0, free - 6),
    });
    expect(result.schoolCurrentBalance).toBe(500 - paid);
    const rows = Object.fromEntries(
      result.studentsPerSession.map((row) => [row.examId, [row.isFreeRegistration, row.canCancel]]),
    );
    expect(rows).toEqual({ [plain]: [true, true], [withFee]: [false, false] });
    expect(
      await sql(
        'registration',
        'SELECT package_type_ids FROM registration WHERE exam_id = $2 AND student_id = $1',
        [student.id, plain],
      ),
    ).toEqual([{ package_type_ids: [1] }]);
  });

  test('repeats the run for a key, and charges nothing for an exam booked already', async () => {
    const school = await aSchool({ balance: 1000 });
    const student = await aSchoolStudent(school.id);
    const input = bulkOrder(school, [{ student, exams: [plain] }]);
    const key = randomUUID();
    const first = withoutDue(await bulkRun(admin, input, key));
    expect(withoutDue(await bulkRun(admin, input, key))).toEqual(first);
    const other = await admin.ask(
      payRegisterAndSchedule,
      { ...input, sendStudyMaterials: true },
      key,
    );
    expect(refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    const again = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain], amount: 0 }]));
    expect(ofStudent(again, student)).toMatchObject({
      exams: { [plain]: 'success' },
      amtCharged: 0,
      sumCreditsUsed: 0,
    });
    expect([await balanceOf(school.id), await registrationStates(student.id)]).toEqual([
      865,
      ['scheduled'],
    ]);
  });

  test('credits the balance once when tech support cancels, for the same cohort', async () => {
    const school = await aSchool({ balance: 500 });
    const student = await aSchoolStudent(school.id);
    const { studentsPerSession } = await bulkRun(
      admin,
      bulkOrder(school, [{ student, exams: [withFee] }]),
    );
    const registrationId = studentsPerSession[0]?.registrationId as number;
    const input = {
      registrationId,
      adminCancelReason: 6 as const,
      schoolId: school.id,
      isSchoolRegistration: true,
    };
    const atAnotherSchool = { ...input, schoolId: 209 };
    expect(refusal(await techSupport.ask(cancelExamRegistration, atAnotherSchool))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
    expect(refusal(await admin.ask(cancelExamRegistration, input, randomUUID()))).toMatchObject({
      status: 403,
      code: 'charged_school',
    });
    const cancelled = await techSupport.do(cancelExamRegistration, input);
    expect(cancelled).toMatchObject({ studentsSession: [] });
    // the amount is credited once the event reaches the schools service
    await until(
      () => balanceOf(school.id),
      (balance) => balance === 500,
    );
    const { accountReport: account } = await admin.do(getSchoolInfo, { schoolId: school.id });
    expect(account.map(({ Amount, Balance }) => [Amount, Balance])).toEqual([
      [500, 500],
      [-155, 345],
      [155, 500],
    ]);
    const { accountReport } = await bulkRun(
      admin,
      bulkOrder(school, [{ student, exams: [plain] }]),
    );
    expect(
      accountReport
        .map(({ Description, Cohort, Amount, Balance }) => [
          Description.split(':')[0],
          Cohort,
          Amount,
          Balance,
        ])
        .slice(2),
    ).toEqual([
      ['Cancelled', '2026-2027', 155, 500],
      [expect.stringMatching(/ 3 credits$/), '2026-2027', -135, 365],
    ]);
  });

  test('registers and charges once for concurrent orders with one or two keys', async () => {
    const school = await aSchool({ balance: 500 });
    const student = await aSchoolStudent(school.id);
    const input = bulkOrder(school, [{ student, exams: [plain] }]);
    const key = randomUUID();
    await Promise.all(
      [key, key, randomUUID()].map((one) => admin.ask(payRegisterAndSchedule, input, one)),
    );
    await bulkRun(admin, input, key).catch(() => bulkRun(admin, input));
    expect([
      await balanceOf(school.id),
      (await registrationStates(student.id)).filter((state) => state === 'scheduled'),
    ]).toEqual([365, ['scheduled']]);
  });
});
