import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { findStudentByJseId, getStudent } from '@portal/contract/students/lookup';
import { until } from '../../../portal/until.ts';
import { anExam } from '../../exams/catalogue.ts';
import { registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('findStudentByJseId', () => {
  test('gives the student on record, with registrations and packages', async () => {
    const [admin, support, exam, student] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_TECH_SUPPORT'),
      anExam({ credits: 2 }),
      aStudent({ credits: 5 }),
    ]);
    const { registrationId } = await registered(student.person, { id: exam } as Exam);
    const record = await until(
      () => admin.do(getStudent, { studentId: student.id }),
      (one) => one.student.registrations[0]?.examName !== '',
    );
    const jseId = record.student.jseId as string;
    expect(await admin.do(findStudentByJseId, { jseId: ` ${jseId} ` })).toEqual({
      student: record.student,
    });
    const forSupport = await support.do(findStudentByJseId, { jseId });
    expect(forSupport).toMatchObject({
      student: {
        id: student.id,
        jseId,
        ssn: student.last4ssn,
        logs: [],
        registrations: [{ id: registrationId, logs: [] }],
        studentPackages: [{ credit_balance: 3, logs: [] }],
      },
    });
  });

  test('is null for an unknown JSE id; refuses a missing one and other people', async () => {
    const [advisor, admin, student] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_ADMIN'),
      aStudent(),
    ]);
    expect(await admin.do(findStudentByJseId, { jseId: 'none of them' })).toEqual({
      student: null,
    });
    for (const person of [advisor, student.person])
      expect(refusal(await person.ask(findStudentByJseId, { jseId: '1' }))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    for (const jseId of ['', ' ', '1'.repeat(21)])
      expect(refusal(await admin.ask(findStudentByJseId, { jseId }))).toMatchObject({
        status: 422,
        code: 'invalid',
      });
  });
});
