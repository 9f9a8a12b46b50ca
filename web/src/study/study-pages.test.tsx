import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, type Reply, serveConfig, show } from '../shared/testing.tsx';
import { JoinPage } from './join-page.tsx';
import { MethodPage } from './method-page.tsx';

const info = {
  student: { First: 'Rivka', Last: 'Stern' },
  amount: 1200,
  programs: [{ ProgramId: 12, Name: 'Year in Israel' }],
  programName: 'Year in Israel',
  totalPaid: 0,
  currentPaymentMethod: null,
  warning: null,
};
const visa = { PaymentMethodType: 'CC', CardLast4: '1111', AccountLast4: null };
const paid = {
  StudentPaymentId: 1,
  AddDate: '2026-11-21',
  Amount: 1200,
  PaymentGateway: 'TTINJ',
  PaymentMethodType: 'CC',
};
const joined: Reply = {
  answer: {
    isNewMember: true,
    currentPaymentMethod: visa,
    messages: ['The payment of $1,200.00 was received.', 'The student is now a TTI member.'],
    payment: paid,
  },
};

interface Secured {
  authData: { apiLoginID: string };
  bankData?: { accountNumber: string };
}
let secured: Secured[] = [];
beforeEach(() => {
  secured = [];
  const config = {
    acceptJsUrl: '/a.js',
    cardsLoginId: 'one',
    cardsClientKey: 'k',
    cardsTtinjLoginId: 'two',
    cardsTtinjClientKey: 'k',
    achAccounts: ['TTINJ'],
  };
  serveConfig(config);
  window.Accept = {
    dispatchData: (data, answer) => {
      secured.push(data);
      if (data.bankData?.accountNumber === '4444')
        answer({
          messages: {
            resultCode: 'Error',
            message: [{ code: 'E_WC_24', text: 'Please provide valid account number.' }],
          },
        });
      else
        answer({
          messages: { resultCode: 'Ok', message: [] },
          opaqueData: { dataDescriptor: 'COMMON', dataValue: `token${secured.length}` },
        });
    },
  };
});
afterEach(() => {
  cleanup();
  serveConfig(null);
});

const INFO = '/api/getTTIStudentInfo';
const JOIN = '/api/tti/chargeAndJoin';
function openJoin(
  replies: Record<string, Reply | Reply[]>,
  at = '/study-abroad/T-1/12/TTINJ?fullJoin=true&username=morah',
) {
  const got = fakePortal({ [INFO]: { answer: info }, ...replies });
  show(<JoinPage />, { path: '/study-abroad/:studentId/:programId/:paymentTo', at });
  return () => got.filter(({ path }) => path === JOIN);
}
const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' });
const terms = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to the terms/ });
async function agreeAndPay() {
  if (!terms().checked) await userEvent.click(terms());
  await userEvent.click(pay());
}
async function fillBank(account = '123456789') {
  await userEvent.click(await screen.findByRole('radio', { name: /Bank account/ }));
  await userEvent.type(screen.getByLabelText('Name on account'), 'Dana Levi');
  await userEvent.type(screen.getByLabelText('Routing number'), '121042882');
  await userEvent.type(screen.getByLabelText('Account number'), account);
}

test('Pay needs valid fields, and a whole account number is never sent to the portal', async () => {
  const sent = openJoin({ [JOIN]: joined });
  await screen.findByText('Please fill in all the fields accurately.');
  expect(pay().disabled).toBe(true);
  await fillBank();
  screen.getByText('Agree to the terms to pay.');
  expect(pay().disabled).toBe(true);
  await agreeAndPay();

  await screen.findByText('The student is now a TTI member.');
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
  expect(secured.map(({ authData }) => authData.apiLoginID)).toEqual(['two']);
  expect(sent()).toMatchObject([
    {
      body: {
        ttiStudentId: 'T-1',
        programId: 12,
        paymentTo: 'TTINJ',
        fullJoin: true,
        amount: 1200,
        userName: 'morah',
        paymentType: 'ACH',
        last4accountNumber: '6789',
      },
    },
  ]);
  expect(JSON.stringify(sent())).not.toContain('123456789');
});

test('with the panel collapsed Pay charges the current method', async () => {
  const sent = openJoin({
    [INFO]: {
      answer: {
        ...info,
        currentPaymentMethod: visa,
        warning: 'Student already paid $500.00 for seminary study.',
      },
    },
    [JOIN]: joined,
  });
  await screen.findByRole('radio', { name: /Card ending in 1111/ });
  screen.getByText('Student already paid $500.00 for seminary study.');
  await agreeAndPay();

  await screen.findByText('The student is now a TTI member.');
  expect(sent()[0]?.body).toMatchObject({ chargeCurrentPaymentMethod: true, amount: 1200 });
  expect(secured).toEqual([]);
});

test("a refused account shows the processor's own words, and nothing is sent", async () => {
  const sent = openJoin({});
  await fillBank('4444');
  await agreeAndPay();
  await screen.findByText('Please provide valid account number.');
  expect(sent()).toEqual([]);
});

test('a changed amount is shown beside the old one, and paid on the next click', async () => {
  const changed = {
    status: 409,
    code: 'amount_changed',
    detail: 'The amount has changed. Please check it and try again.',
    expected: 900,
  };
  const sent = openJoin({
    [INFO]: { answer: { ...info, currentPaymentMethod: visa } },
    [JOIN]: [changed, joined],
  });
  await screen.findByRole('radio', { name: /Card ending in 1111/ });
  await agreeAndPay();
  await screen.findByText('The amount has changed. Please check it and try again.');
  expect(screen.getByText('$900.00').tagName).toBe('STRONG');
  await agreeAndPay();
  await screen.findByText('The student is now a TTI member.');
  expect(sent().map(({ body }) => body.amount)).toEqual([1200, 900]);
});

test('an unconfirmed payment is repeated with the same key and token', async () => {
  const unknown = {
    status: 502,
    code: 'charge_unknown',
    detail: 'We could not confirm the payment.',
  };
  const sent = openJoin({ [JOIN]: [unknown, joined] });
  await fillBank();
  await agreeAndPay();
  await screen.findByText('We could not confirm the payment.');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('The student is now a TTI member.');
  const [one, two] = sent();
  expect([one?.key, one?.body]).toEqual([two?.key, two?.body]);
});

test.each([
  ['no_student', 404, 'No student found'],
  ['no_interest', 404, 'Seminary study program interest not found'],
  ['payment_to_unknown', 422, '"PaymentTo" not recognized.'],
  ['not_woodmont', 422, 'This is not a Woodmont student'],
])('shows %s instead of the form', async (code, status, detail) => {
  openJoin({ [INFO]: { status, code, detail } });
  await screen.findByText(detail);
  expect(screen.queryByRole('button')).toBeNull();
});

test('an unavailable partner can be retried', async () => {
  openJoin({
    [INFO]: [
      { status: 502, code: 'partner_failed', detail: 'TTI cannot be reached at the moment.' },
      { answer: info },
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('Year in Israel, Rivka Stern');
});

test('where nothing is due there is nothing to pay', async () => {
  const warning = 'Student already paid $1,200.00 for seminary study.';
  openJoin({ [INFO]: { answer: { ...info, amount: 0, totalPaid: 1200, warning } } });
  await screen.findByText(warning);
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test('where no bank accounts are taken it says so', async () => {
  openJoin({}, '/study-abroad/T-1/12/TTI');
  expect(
    (await screen.findByRole<HTMLInputElement>('radio', { name: /Bank account/ })).disabled,
  ).toBe(true);
  screen.getByText('ACH not available');
});

test('a new payment method is saved and shown; a card that is refused says why', async () => {
  const refused = {
    status: 402,
    code: 'card_refused',
    detail: 'There was a problem adding your card',
    reason: 'Declined.',
  };
  const saved = {
    answer: {
      currentPaymentMethod: { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: '6789' },
      messages: ['The payment method was saved.'],
    },
  };
  fakePortal({
    [INFO]: { answer: { ...info, currentPaymentMethod: visa } },
    '/api/tti/addPaymentMethod': [refused, saved],
  });
  show(<MethodPage />, {
    path: '/add-payment-method/:studentId/:programId/:paymentTo',
    at: '/add-payment-method/T-1/12/TTINJ',
  });
  await screen.findByText('Card ending in 1111');
  await fillBank();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('There was a problem adding your card');
  screen.getByText('Declined.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The payment method was saved.');
  screen.getByText('Bank account ending in 6789');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('staff see whom they act for, and the way back', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  document.cookie = 'isLoggedIn=1; Path=/';
  // biome-ignore lint/suspicious/noDocumentCookie: the hints are plain cookies by contract
  document.cookie = 'roles=ROLE_ADMISSIONS; Path=/';
  openJoin({});
  const inView = await screen.findByRole('region', { name: 'Student in view' });
  expect(inView.textContent).toBe('Student: Rivka Stern');
  expect(screen.getByRole('link', { name: 'Student lookup' }).getAttribute('href')).toBe('/admin');
  forgetSession();
});
