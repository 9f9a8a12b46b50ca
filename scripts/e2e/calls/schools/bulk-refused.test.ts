import { describe, expect, test } from '@jest/globals';
import { anExam } from '../../exams/catalogue.ts';
import {
  aSchool,
  aSchoolSession,
  aSchoolStudent,
  balanceOf,
  bulkOrder,
  bulkRun,
  registrationStates,
  schoolAdminOf,
} from '../../people/schools.ts';
import { barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { admin, ofStudent, order, plain, withBulkStaff, withFee } from './bulk-staff.ts';

withBulkStaff();

describe('payRegisterAndSchedule', () => {
  test('charges nothing for refused exams, and gives a reason for each', async () => {
    const school = await aSchool({ balance: 1000 });
    const [student, barred] = await Promise.all([
      aSchoolStudent(school.id),
      aSchoolStudent(school.id),
    ]);
    const [required, withdrawn, course] = await Promise.all([
      anExam(),
      anExam({ active: false }),
      anExam({ programContentCode: 'A-COURSE' }),
    ]);
    const notEligible = await anExam({ requiredExamIds: [required] });
    await barStudent(barred.id, { deniedRegistration: true, buyingStopped: false });
    const elsewhere = { ...school, sessionId: await aSchoolSession(school.id) };
    await bulkRun(admin, bulkOrder(elsewhere, [{ student, exams: [withFee] }]));
    const person = await schoolAdminOf(school);
    const result = await bulkRun(
      person,
      bulkOrder(school, [
        { student, exams: [plain, withFee, notEligible, withdrawn] },
        { student: barred, exams: [plain, course] },
      ]),
    );
    expect(ofStudent(result, student)).toMatchObject({
      exams: {
        [plain]: 'success',
        [withFee]: 'The student is already registered for this exam.',
        [notEligible]: 'The student does not meet the requirements for this exam.',
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

  test('refuses invalid orders without changes', async () => {
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
    expect(refusal(both)).toEqual({
      status: 422,
      code: 'student_not_allowed',
      detail: 'Some students cannot be registered.',
    });
    expect(both.body.errors).toEqual([
      { path: String(owner.id), message: 'Student has existing credits' },
    ]);
    const cardless = await order(without, [{ student: poor, exams: [plain] }]);
    expect(cardless.body.errors).toEqual([
      { path: String(poor.id), message: 'No credit card on file.' },
    ]);
    const changed = await order(school, [{ student, exams: [plain], amount: 1 }]);
    expect(changed.status).toBe(409);
    expect(changed.body).toMatchObject({
      code: 'amount_changed',
      expected: 135,
      students: [{ studentId: student.id, expected: 135 }],
    });
    const tooMuch = await order(school, [{ student, exams: [plain, withFee] }]);
    expect(tooMuch.body).toMatchObject({
      status: 409,
      code: 'school_balance_too_low',
      expected: 290,
      balance: 200,
    });
    expect([
      await balanceOf(school.id),
      await registrationStates(student.id),
      await registrationStates(poor.id),
    ]).toEqual([200, [], []]);
  });

  test('refuses unknown and closed sessions; only admins order after closing', async () => {
    const [school, other] = await Promise.all([aSchool({ balance: 500 }), aSchool()]);
    const [ofSchool, student] = await Promise.all([
      schoolAdminOf(school),
      aSchoolStudent(school.id),
    ]);
    const chosen = [{ student, exams: [plain] }];
    expect(refusal(await order(other, chosen, {}, ofSchool))).toMatchObject({
      status: 404,
      code: 'school_not_found',
    });
    expect(refusal(await order({ ...school, sessionId: other.sessionId }, chosen))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    const past = { ...school, sessionId: await aSchoolSession(school.id, { inHours: -2 }) };
    expect(refusal(await order(past, chosen))).toMatchObject({
      status: 409,
      code: 'session_closed',
    });
    const closed = {
      ...school,
      sessionId: await aSchoolSession(school.id, { closingDate: '2026-01-01' }),
    };
    expect(refusal(await order(closed, chosen, {}, ofSchool))).toMatchObject({
      status: 409,
      code: 'session_closed',
    });
    expect(ofStudent(await bulkRun(admin, bulkOrder(closed, chosen)), student)?.exams).toEqual({
      [plain]: 'success',
    });
  });
});
