import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  getOwnPayments,
  getOwnReceipt,
  getPaymentReceipt,
} from '@portal/contract/payments/own-payments';
import { receiptYears } from '@portal/contract/payments/receipt-years';
import { chargeRefund } from '@portal/contract/purchases/payments';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Person } from '../../../portal-user/person.ts';
import { aPayer, type Payer } from '../../payments/refunds.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const [current = 0] = receiptYears(steadyNow());
const fileFor = (person: Person, path: string, input: object) =>
  person.send<string>('POST', path, JSON.stringify(input));

let payer: Payer;
beforeAll(async () => {
  const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
  payer = await aPayer();
  for (const refundAmt of [2.5, 1.25])
    await superAdmin.do(chargeRefund, { chargeId: payer.proctorCharge, refundAmt });
});

describe('getOwnPayments', () => {
  test('gives a payment for two fees as one row, with its refund above', async () => {
    const { payments, next } = await payer.person.do(getOwnPayments, {});
    expect(next).toBeNull();
    expect(payments.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund', 1.25],
      ['refund', 2.5],
      ['payment', 15 + payer.additionalCharge.amount],
    ]);
    const [newest, , paid] = payments;
    expect(newest?.paymentId).toBe(paid?.paymentId);
    expect(paid?.description.split(', ').length).toBeGreaterThan(1);
    expect(paid?.cc4digits).toMatch(/^\d{4}$/);
  });

  test('gives each row once in pages of one row', async () => {
    const whole = await payer.person.do(getOwnPayments, { limit: 50 });
    const got: typeof whole.payments = [];
    let before: string | null = null;
    do {
      const page: typeof whole = await payer.person.do(getOwnPayments, {
        limit: 1,
        ...(before === null ? {} : { before }),
      });
      got.push(...page.payments);
      before = page.next;
    } while (before !== null);
    expect(got).toEqual(whole.payments);
  });

  test('hides payments from other students, for any cursor', async () => {
    const { person } = await aStudent();
    for (const input of [{}, { before: '99999999999999,0,999999999' }])
      expect(await person.do(getOwnPayments, input)).toEqual({ payments: [], next: null });
  });
});

describe('getOwnReceipt', () => {
  test('gives the file of the year with the same name as for the office', async () => {
    const { status, headers } = await fileFor(payer.person, getOwnReceipt.path, { year: current });
    expect([status, headers.get('content-type')]).toEqual([200, getOwnReceipt.file]);
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
      `${current}-Full receipt-${payer.firstName} ${payer.lastName}.pdf`,
    );
  });
});

describe('getPaymentReceipt', () => {
  test('gives a file of one payment, named after it', async () => {
    const { payments } = await payer.person.do(getOwnPayments, {});
    const paymentId = payments[0]?.paymentId ?? 0;
    const { status, headers } = await fileFor(payer.person, getPaymentReceipt.path, { paymentId });
    expect([status, headers.get('content-type')]).toEqual([200, getPaymentReceipt.file]);
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(
      `-Receipt ${paymentId}-${payer.firstName} ${payer.lastName}.pdf`,
    );
  });

  test("does not find another student's payment, or an unknown one", async () => {
    const { payments } = await payer.person.do(getOwnPayments, {});
    const { person } = await aStudent();
    for (const paymentId of [payments[0]?.paymentId ?? 0, 2_000_000_001])
      expect(refusal(await person.ask(getPaymentReceipt, { paymentId }))).toMatchObject({
        status: 404,
        code: 'payment_not_found',
        detail: 'This payment was not found.',
      });
  });
});
