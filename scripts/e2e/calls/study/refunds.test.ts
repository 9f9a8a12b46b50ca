import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as contract from '@portal/contract/seminary/study';
import { getStudentInfo } from '@portal/contract/students/student';
import { breakPartner, mendPartners, settle } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import { retryRefunds } from '../../payments/refunds.ts';
import {
  anInterested,
  aProgram,
  atTti,
  makeBusy,
  type Program,
  setFree,
  studyBook,
  studyTransactions,
} from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';
import {
  admin,
  admissions,
  first,
  joined,
  type TtiStudentRef,
  withStudyStaff,
  withTtiDown,
} from './orders.ts';

withStudyStaff();

interface Paid extends TtiStudentRef {
  readonly program: { programId: number; studentProgramId: number };
}
/** Creates a student who has paid the first instalment and then the rest. */
async function aPaid(more: Partial<Program> = {}): Promise<Paid> {
  const ttiStudent = await anInterested({ programs: [aProgram(more)] });
  await joined(ttiStudent, { fullJoin: false });
  await joined(ttiStudent, { chargeCurrentPaymentMethod: true, amount: 700 });
  const { studentProgramId = 0 } = (await atTti(ttiStudent.id)).programs[0] ?? {};
  return { ...ttiStudent, program: { programId: first(ttiStudent).programId, studentProgramId } };
}
const data = ({ id, program }: Paid, more: object = {}, person = admissions) =>
  person.ask(contract.getRefundData, { ttiStudentId: id, ...program, ...more });
const refund = (
  { id, program }: Paid,
  requestedRefundAmount: number,
  more: object = {},
  key: string = randomUUID(),
) =>
  admissions.ask(
    contract.refundAndUnjoin,
    { ttiStudentId: id, ...program, keepMembership: false, requestedRefundAmount, ...more },
    key,
  );
const unpaid = async (): Promise<Paid> => {
  const ttiStudent = await anInterested();
  const { studentProgramId = 0 } = (await atTti(ttiStudent.id)).programs[0] ?? {};
  return { ...ttiStudent, program: { programId: first(ttiStudent).programId, studentProgramId } };
};

describe('getRefundData', () => {
  test('lists the payments and the refundable amounts', async () => {
    const { status, body } = await data(await aPaid());
    expect([status, body]).toMatchObject([
      200,
      {
        payments: [{ Amount: 500 }, { Amount: 700 }],
        refundable: true,
        message: null,
        maxRefund: 1200,
      },
    ]);
    const firm = await data(
      await aPaid({ refundable: false, notRefundableText: 'Not after September.' }),
    );
    expect(firm.body).toMatchObject({
      refundable: false,
      message: 'Not after September.',
      maxRefund: 0,
    });
  });

  test('refuses with no_student, no_payments and partner_failed', async () => {
    const nothing = await unpaid();
    expect(refusal(await data({ ...nothing, id: 'nobody-at-all' }))).toEqual({
      status: 404,
      code: 'no_student',
      detail: 'No student found',
    });
    expect(refusal(await data(nothing))).toEqual({
      status: 404,
      code: 'no_payments',
      detail: 'No payments found for student.',
    });
    expect(refusal(await withTtiDown(() => data(nothing)))).toMatchObject({
      status: 502,
      code: 'partner_failed',
    });
  });
});

describe('refundAndUnjoin', () => {
  test('refunds all payments, newest first, and ends programme and membership', async () => {
    const paid = await aPaid();
    const key = randomUUID();
    const { status, body } = await refund(paid, 1200, { userName: 'morah' }, key);
    expect([
      status,
      body.errors,
      body.payments.map(({ Amount }) => Amount).sort((a, b) => b - a),
    ]).toEqual([200, [], [700, 500, -500, -700]]);
    expect((await refund(paid, 1200, { userName: 'morah' }, key)).body).toEqual(body);
    expect((await studyBook(paid.id)).sort()).toEqual([
      'authCapture 500',
      'authCapture 700',
      'void 500',
      'void 700',
    ]);
    await until(
      () => atTti(paid.id),
      ({ member, programs }) => !member && programs[0]?.active === false,
    );
    expect(
      (await admin.do(getStudentInfo, { isTtiMember: true, student_id: paid.id })).student
        .isTtiMember,
    ).toBe(false);
  });

  test('refunds partially at the right account, and keeps the membership if chosen', async () => {
    const ttiStudent = await anInterested();
    await joined(ttiStudent, { paymentTo: 'TTINJ' });
    await settle();
    const { studentProgramId = 0 } = (await atTti(ttiStudent.id)).programs[0] ?? {};
    const paid = {
      ...ttiStudent,
      program: { programId: first(ttiStudent).programId, studentProgramId },
    };
    expect((await refund(paid, 200.5, { keepMembership: true })).body).toMatchObject({
      errors: [],
      payments: [{ Amount: 1200 }, { Amount: -200.5, PaymentGateway: 'TTINJ' }],
    });
    expect(await studyBook(ttiStudent.id, 'TTINJ')).toEqual(['authCapture 1200', 'refund 200.5']);
    await until(
      () => atTti(ttiStudent.id),
      ({ member, programs }) => member && programs[0]?.active === false,
    );
  });

  test('refunds unsettled payments after the settlement, and then notifies TTI', async () => {
    const paid = await aPaid();
    expect((await refund(paid, 100)).body.errors).toEqual([]);
    expect((await atTti(paid.id)).member).toBe(true);
    await settle();
    await retryRefunds('tti_student_id', paid.id);
    await until(
      () => atTti(paid.id),
      ({ member, payments }) => !member && payments.some(({ amount }) => amount === -100),
      60,
      500,
    );
  });

  test('names the payment whose refund the processor refuses', async () => {
    const paid = await aPaid();
    const charges = await studyTransactions(paid.id);
    const { transId } = charges.find(({ amount }) => amount === 700) ?? {};
    await settle();
    // refunds of other students continue automatically, and would consume the error
    await breakPartner({
      partner: 'cards',
      mode: 'error',
      count: 1,
      operation: 'createTransactionRequest',
      about: transId as string,
    });
    const { status, body } = await refund(paid, 1200).finally(mendPartners);
    expect([status, body.errors]).toEqual([
      200,
      [
        expect.stringMatching(
          /^The payment of \$700\.00 of \S+ was not refunded: An error occurred during processing/,
        ),
      ],
    ]);
    expect((await atTti(paid.id)).member).toBe(true);
    expect((await refund(paid, 700)).body.errors).toEqual([]);
  });

  test('refuses invalid refunds and failures of TTI, without changes', async () => {
    const paid = await aPaid();
    const tooLarge = {
      status: 422,
      code: 'refund_too_large',
      detail: 'Refund amount cannot be more than the original refund amount.',
    };
    expect(refusal(await refund(paid, 1200.01))).toEqual(tooLarge);
    await makeBusy(paid.id);
    expect(refusal(await refund(paid, 100))).toMatchObject({ status: 409, code: 'charge_pending' });
    await setFree(paid.id);
    expect(refusal(await withTtiDown(() => refund(paid, 100)))).toMatchObject({
      status: 502,
      code: 'partner_failed',
    });
    const firm = await aPaid({ refundable: false, notRefundableText: 'Not after September.' });
    expect(refusal(await refund(firm, 1))).toEqual({
      status: 409,
      code: 'not_refundable',
      detail: 'Not after September.',
    });
    const nothing = await unpaid();
    expect(refusal(await refund(nothing, 1))).toMatchObject({ status: 404, code: 'no_payments' });
    expect(refusal(await refund({ ...nothing, id: 'nobody-at-all' }, 1))).toMatchObject({
      status: 404,
      code: 'no_student',
    });
    expect(await studyBook(paid.id)).toEqual(['authCapture 500', 'authCapture 700']);
  });

  test('never refunds more than was paid in concurrent calls', async () => {
    const paid = await aPaid();
    await settle();
    const both = await Promise.all([refund(paid, 800), refund(paid, 800)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.some(({ status }) => status >= 400)).toBe(true);
    expect((await studyBook(paid.id)).filter((line) => line.startsWith('refund')).sort()).toEqual([
      'refund 100',
      'refund 700',
    ]);
  });
});
