import { describe, expect, test } from '@jest/globals';
import { aStudent } from '../../people/students.ts';
import { anInterested, anOwnInterested, aProgram } from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';
import { info, joined, refusesByTti, unknownStudent, withStudyStaff } from './orders.ts';

withStudyStaff();

describe('getTTIStudentInfo', () => {
  refusesByTti(info);

  test('gives the full price, the first instalment or the rest, and the known data', async () => {
    const ttiStudent = await anInterested({ programs: [aProgram(), aProgram({ name: 'Other' })] });
    const { body } = await info(ttiStudent, { paymentTo: 'TTI' });
    expect(body).toEqual({
      student: { First: 'Rivka', Last: 'Stern' },
      amount: 1200,
      programs: ttiStudent.programs.map(({ programId, name }) => ({
        ProgramId: programId,
        Name: name,
      })),
      programName: 'Year in Israel',
      totalPaid: 0,
      currentPaymentMethod: null,
      warning: null,
    });
    expect((await info(ttiStudent, { fullJoin: false })).body.amount).toBe(500);
    expect((await info(ttiStudent, { fullJoin: undefined })).body.amount).toBe(500);
    await joined(ttiStudent, { fullJoin: false });
    const warning = 'Student already paid $500.00 for seminary study.';
    expect((await info(ttiStudent, { isSecondPayment: true })).body).toMatchObject({
      amount: 700,
      totalPaid: 500,
      warning,
    });
    expect((await info(ttiStudent)).body).toMatchObject({
      amount: 700,
      currentPaymentMethod: { PaymentMethodType: 'CC', AccountLast4: null },
    });
    expect((await info(ttiStudent, { isRefund: true })).body.amount).toBe(0);
  });

  test('limits students to their own record (R-362, R-366)', async () => {
    const own = await anOwnInterested();
    const ttiStudent = { id: own.ttiStudentId, programs: own.programs };
    expect((await info(ttiStudent, {}, own.person)).body).toMatchObject({
      amount: 1200,
      student: { First: own.firstName },
    });
    const other = await anInterested();
    const stranger = await aStudent();
    for (const [person, whose] of [
      [own.person, other],
      [stranger.person, ttiStudent],
      [stranger.person, unknownStudent],
    ] as const)
      expect(refusal(await info(whose, {}, person))).toEqual({
        status: 403,
        code: 'other_student',
        detail: 'You can only do this for your own account.',
      });
  });
});
