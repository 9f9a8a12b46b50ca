import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, type Reply, serveConfig, show, signInAs } from '../shared/testing.tsx';
import { RefundPage } from './refund-page.tsx';
import { SecondPaymentPage } from './second-payment-page.tsx';

const visa = { PaymentMethodType: 'CC', CardLast4: '1111', AccountLast4: null };
const info = {
  student: { First: 'Rivka', Last: 'Stern' },
  amount: 700,
  programs: [{ ProgramId: 12, Name: 'Year in Israel' }],
  programName: 'Year in Israel',
  totalPaid: 500,
  currentPaymentMethod: visa,
  warning: 'Student already paid $500.00 for seminary study.',
};
const paid = {
  StudentPaymentId: 1,
  AddDate: '2026-11-21',
  Amount: 500,
  PaymentGateway: 'TTI',
  PaymentMethodType: 'CC',
};
const rest = { ...paid, StudentPaymentId: 2, Amount: 700, PaymentMethodType: 'ACH' };
const INFO = '/api/getTTIStudentInfo';
const PAY = '/api/tti/secondPayment';
const SAVE = '/api/tti/addPaymentMethod';
const DATA = '/api/tti/getRefundData';
const REFUND = '/api/tti/refundAndUnjoin';

beforeEach(() => {
  signInAs('ROLE_ADMISSIONS');
  serveConfig({ acceptJsUrl: '/a.js', achAccounts: ['TTI'] });
  window.Accept = {
    dispatchData: (_data, answer) =>
      answer({
        messages: { resultCode: 'Ok', message: [] },
        opaqueData: { dataDescriptor: 'COMMON', dataValue: 'token' },
      }),
  };
});
afterEach(() => {
  cleanup();
  forgetSession();
  serveConfig(null);
});

function open(
  page: 'rest' | 'refund',
  replies: Record<string, Reply | Reply[]>,
  last = page === 'rest' ? 'TTI' : '5001',
) {
  const got = fakePortal({ [INFO]: { answer: info }, ...replies });
  const name = page === 'rest' ? 'study-abroad-second-payment' : 'study-abroad-refund';
  show(page === 'rest' ? <SecondPaymentPage /> : <RefundPage />, {
    path: `/${name}/:studentId/:programId/${page === 'rest' ? ':paymentTo' : ':studentProgramId'}`,
    at: `/${name}/T-1/12/${last}?username=morah`,
  });
  return (path: string) => got.filter((one) => one.path === path).map(({ body }) => body);
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
async function agreeAndPay() {
  const terms = screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to the terms/ });
  if (!terms.checked) await userEvent.click(terms);
  await userEvent.click(button('Pay'));
}

const restPaid: Reply = {
  answer: {
    success: true,
    payment: rest,
    payments: [paid, rest],
    messages: ['The payment of $700.00 was received.'],
  },
};

test('the rest is paid with the current method, and all payments are listed then', async () => {
  const sent = open('rest', { [PAY]: restPaid });
  await screen.findByRole('radio', { name: /Card ending in 1111/ });
  await agreeAndPay();
  await screen.findByText('The payment of $700.00 was received.');
  screen.getByRole('row', { name: '11/21/2026 $700.00 TTI Bank account' });
  expect(sent(PAY)).toEqual([{ ttiStudentId: 'T-1', programId: 12, amount: 700, user: 'morah' }]);
  // the method that is charged is the newest, wherever it is kept
  expect(sent(INFO)[0]).toEqual({ student_id: 'T-1', programId: 12, isSecondPayment: true });
});

test('a new method is saved before anything is charged with it', async () => {
  const account = { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: '6789' };
  const saved = { currentPaymentMethod: account, messages: ['The payment method was saved.'] };
  const sent = open('rest', { [SAVE]: { answer: saved }, [PAY]: restPaid });
  await userEvent.click(await screen.findByRole('radio', { name: /Bank account/ }));
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Name on account'), 'Dana Levi');
  await userEvent.type(screen.getByLabelText('Routing number'), '121042882');
  await userEvent.type(screen.getByLabelText('Account number'), '123456789');
  await userEvent.click(button('Save'));
  await screen.findByText('The payment method was saved.');
  screen.getByRole('radio', { name: /Bank account ending in 6789/ });
  expect(sent(PAY)).toEqual([]);
  expect(sent(SAVE)).toMatchObject([
    { paymentTo: 'TTI', isSecondPayment: true, name: 'Dana Levi' },
  ]);
  await agreeAndPay();
  await screen.findByText('The payment of $700.00 was received.');
  screen.getByText('Bank account ending in 6789');
});

test('an amount that changed is shown beside the old one', async () => {
  const changed = {
    status: 409,
    code: 'amount_changed',
    detail: 'The amount has changed. Please check it and try again.',
    expected: 600,
  };
  const sent = open('rest', { [PAY]: [changed, restPaid] });
  await screen.findByRole('radio', { name: /Card ending in 1111/ });
  await agreeAndPay();
  await screen.findByText('The amount has changed. Please check it and try again.');
  expect(screen.getByText('$600.00').tagName).toBe('STRONG');
  expect(button('Pay').disabled).toBe(true); // another amount needs a new agreement
  await agreeAndPay();
  await screen.findByText('The payment of $700.00 was received.');
  expect(sent(PAY).map(({ amount }) => amount)).toEqual([700, 600]);
});

test('an unknown account and a student who has not paid replace the form', async () => {
  open('rest', {}, 'XX');
  await screen.findByText('"PaymentTo" not recognized.');
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
  cleanup();
  const detail = 'No payments found for student.';
  open('rest', { [INFO]: { status: 404, code: 'no_payments', detail } });
  await screen.findByText(detail);
});

const refundable = { payments: [paid, rest], refundable: true, message: null, maxRefund: 1200 };
const notAnyMore = { ...refundable, refundable: false, maxRefund: 0 };

test('the refund is at most the refundable amount, and the list is reloaded', async () => {
  const sent = open('refund', {
    [DATA]: [{ answer: refundable }, { answer: notAnyMore }],
    [REFUND]: { answer: { payments: [paid, rest], errors: [] } },
  });
  const amount = await screen.findByLabelText<HTMLInputElement>('Refund amount');
  expect(amount.value).toBe('1200.00');
  screen.getByText('The student leaves the program, and the membership ends.');
  await userEvent.clear(amount);
  expect(button('Refund and unjoin').disabled).toBe(true);
  await userEvent.type(amount, '1,200.01');
  await screen.findByText('Refund amount cannot be more than the original refund amount.');
  expect(button('Refund and unjoin').disabled).toBe(true);
  await userEvent.clear(amount);
  await userEvent.type(amount, '55.5');
  await userEvent.click(button('Refund and unjoin'));
  await screen.findByText('$55.50 was refunded.');
  await screen.findByText('Nothing is left to refund.');
  expect(button('Refund and unjoin').disabled).toBe(true);
  expect(sent(REFUND)).toEqual([
    {
      ttiStudentId: 'T-1',
      programId: 12,
      studentProgramId: 5001,
      keepMembership: false,
      requestedRefundAmount: 55.5,
      userName: 'morah',
    },
  ]);
  await waitFor(() => expect(sent(DATA)).toHaveLength(2));
});

test('a payment that was not given back is named as it was received', async () => {
  const error = 'The payment of 11/21/2026 was not refunded.';
  open('refund', {
    [DATA]: { answer: refundable },
    [REFUND]: { answer: { payments: [paid], errors: [error] } },
  });
  await screen.findByLabelText('Refund amount');
  await userEvent.click(button('Refund and unjoin'));
  await screen.findByText(error);
  expect(screen.queryByText(/was refunded\.$/)).toBeNull();
});

test('a programme that cannot be refunded says so in the words of TTI', async () => {
  const message = 'The programme has begun.';
  open('refund', { [DATA]: { answer: { ...notAnyMore, message } } });
  await screen.findByText(message);
  expect(button('Refund and unjoin').disabled).toBe(true);
});

test('shows that a student has no payments instead of the form', async () => {
  const detail = 'No payments found for student.';
  open('refund', { [DATA]: { status: 404, code: 'no_payments', detail } });
  await screen.findByText(detail);
  expect(screen.queryByRole('button', { name: 'Refund and unjoin' })).toBeNull();
});
