import { describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners, settle, transactions } from '../../../portal/processor.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { savedCard } from '../../exams/registrations.ts';
import {
  aSchool,
  aSchoolStudent,
  bulkOrder,
  bulkRun,
  registrationStates,
} from '../../people/schools.ts';
import { admin, ofStudent, plain, withBulkStaff, withFee } from './bulk-staff.ts';

withBulkStaff();

const chargedTo = async (studentId: number) =>
  (await transactions()).filter(
    ({ customer, type, status }) =>
      customer === String(studentId) && type === 'authCapture' && status === 'captured',
  );

describe('payRegisterAndSchedule', () => {
  test('uses credits, then charges the card once, at a school that does not prepay', async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id, { credits: 4 });
    const { ccId } = await savedCard(student.person);
    const pricePerCredit = await creditPrice(student.person);
    const amount = 2 * pricePerCredit + 20;
    const result = await bulkRun(
      admin,
      bulkOrder(school, [{ student, exams: [plain, withFee], ccId, amount }]),
    );
    expect(ofStudent(result, student)).toMatchObject({
      exams: { [plain]: 'success', [withFee]: 'success' },
      amtCharged: amount,
      creditsAvailable: 0,
    });
    expect(result).toMatchObject({
      schoolCurrentBalance: null,
      accountReport: [],
      totalAmtChargedFromSchoolBalance: 0,
    });
    expect((await chargedTo(student.id)).map((one) => one.amount)).toEqual([amount]);
    const rows = await sql(
      'payments',
      `SELECT type_id, charge.amount_cents::text FROM charge JOIN payment p ON p.id = payment_id
       WHERE p.student_id = $1 ORDER BY type_id`,
      [student.id],
    );
    expect(rows).toEqual([
      { type_id: '2', amount_cents: String(2 * pricePerCredit * 100) },
      { type_id: '3', amount_cents: '2000' },
    ]);
  });

  test('fails only exams that need a declined card; these can be ordered again', async () => {
    const school = await aSchool();
    const [poor, rich] = await Promise.all([
      aSchoolStudent(school.id, { credits: 3 }),
      aSchoolStudent(school.id, { credits: 9 }),
    ]);
    const { ccId } = await savedCard(poor.person);
    await breakPartner({
      partner: 'cards',
      mode: 'decline',
      count: 1,
      operation: 'createTransactionRequest',
    });
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
    expect(ofStudent(result, poor)).toMatchObject({
      amtCharged: 0,
      sumCreditsUsed: 3,
      creditsAvailable: 0,
    });
    expect(ofStudent(result, rich)?.exams).toEqual({ [plain]: 'success' });
    expect(await registrationStates(poor.id)).toEqual(['scheduled', 'dropped']);
    const pricePerCredit = await creditPrice(poor.person);
    const amount = 3 * pricePerCredit + 20;
    const again = await bulkRun(
      admin,
      bulkOrder(school, [{ student: poor, exams: [plain, withFee], ccId, amount }]),
    );
    expect(ofStudent(again, poor)?.exams).toEqual({ [plain]: 'success', [withFee]: 'success' });
    expect((await chargedTo(poor.id)).map(({ amount }) => amount)).toEqual([amount]);
  });

  test('charges once and registers when the response of the charge is lost', async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id);
    const { ccId } = await savedCard(student.person);
    const pricePerCredit = await creditPrice(student.person);
    await breakPartner({
      partner: 'cards',
      mode: 'drop-after-charge',
      count: 1,
      operation: 'createTransactionRequest',
    });
    const result = await bulkRun(admin, bulkOrder(school, [{ student, exams: [plain], ccId }]));
    await mendPartners();
    expect(ofStudent(result, student)?.exams).toEqual({ [plain]: 'success' });
    expect((await chargedTo(student.id)).map(({ amount }) => amount)).toEqual([3 * pricePerCredit]);
  });

  test("keeps credits and refunds the exam's own fee when an admin cancels", async () => {
    const school = await aSchool();
    const student = await aSchoolStudent(school.id);
    const { ccId } = await savedCard(student.person);
    const { studentsPerSession } = await bulkRun(
      admin,
      bulkOrder(school, [{ student, exams: [withFee], ccId }]),
    );
    await settle();
    const cancelled = await admin.do(cancelExamRegistration, {
      registrationId: studentsPerSession[0]?.registrationId as number,
      adminCancelReason: 6,
      student_id: student.id,
    });
    expect(cancelled).toMatchObject({
      availableCredits: 3,
      refundAdditionalFees: { noCharge: false, refundAmount: 20, error: null },
    });
  });
});
