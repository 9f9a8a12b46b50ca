import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  fakePortal,
  pressTwice,
  type Reply,
  serveConfig,
  show,
  signInAs,
} from '../../shared/testing.tsx';
import type { School } from '../api.ts';
import { CardPaymentModal } from './card-payment-modal.tsx';

const school: School = {
  id: 151,
  name: 'Bnos Chaya Seminary',
  address: null,
  city: null,
  gender: '2',
  latest_cohort: null,
  distinct_cohorts: '',
  multiple_active_cohorts: false,
  school_cohorts: '',
  chargeSchool: true,
  students_are_members: false,
  chargeProctorFee: 0,
  chargeproctorfee: 0,
  member_pricePerCredit: 38,
  nonmember_pricePerCredit: 45,
  sessionClosingTime: '23:59',
  schoolPaymentBalance: 10,
};
const CALL = '/api/admin/submitSchoolPayment';
const done = {
  answer: { schoolPaymentBalance: 1210.5, accountReport: [], schoolPayments: [] },
};

let tokens = 0;
beforeEach(() => {
  tokens = 0;
  serveConfig({ acceptJsUrl: '/a.js' });
  window.Accept = {
    dispatchData: (_data, answer) => {
      tokens += 1;
      answer({
        messages: { resultCode: 'Ok', message: [] },
        opaqueData: { dataDescriptor: 'COMMON', dataValue: `token${tokens}` },
      });
    },
  };
});
afterEach(() => {
  cleanup();
  serveConfig(null);
});

function open(reply: Reply | Reply[] = done) {
  signInAs('ROLE_ADMIN');
  const got = fakePortal({ [CALL]: reply });
  show(<CardPaymentModal school={school} onClose={() => {}} />);
  return got;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function toCard(amount = '1200.50'): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^Amount/), amount);
  await press('Continue');
}
async function typeCard(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Name on card'), 'Dana Levi');
  await userEvent.type(screen.getByLabelText('Card number'), '4111111111111111');
  await userEvent.type(screen.getByLabelText('Expiry'), '1299');
  await userEvent.type(screen.getByLabelText('CVV'), '123');
  await userEvent.type(screen.getByLabelText('Billing zip'), '11230');
}

test('sends an amount and a single-use card token, and nothing else of the card', async () => {
  const got = open();
  await toCard();
  await typeCard();
  await press('Pay');
  await screen.findByText('Your payment was successful.');
  await screen.findByText('New balance: $1,210.50');
  const [sent] = got;
  expect(sent?.key).not.toBeNull();
  expect(sent?.body).toEqual({
    schoolId: 151,
    amount: 1200.5,
    ccLast4: '1111',
    cardType: 'Visa',
    acceptPaymentDescriptor: 'COMMON',
    acceptPaymentValue: `token${tokens}`,
  });
});

test('two presses of Pay before the first is drawn are one payment, by one token', async () => {
  const got = open();
  await toCard();
  await typeCard();
  pressTwice(screen.getByRole('button', { name: 'Pay' }));
  await screen.findByText('Your payment was successful.');
  expect([tokens, got.length]).toEqual([1, 1]);
});

test('an amount that cannot be paid says so, and Back leads to it again', async () => {
  const got = open();
  await toCard('50000.01');
  await screen.findByText('Please enter an amount.');
  await userEvent.clear(screen.getByLabelText(/^Amount/));
  await toCard('5');
  await press('Pay');
  await screen.findByText('Please fill in all the fields accurately.');
  await press('Back');
  expect(await screen.findByLabelText(/^Amount/)).toHaveProperty('value', '5');
  expect(got).toEqual([]);
});

test('a declined card says why, and the next try has a new token and key', async () => {
  const declined = {
    status: 402,
    code: 'card_declined',
    detail: 'There was a problem charging your card.',
    reason: 'This transaction has been declined.',
  };
  const got = open([declined, done]);
  await toCard();
  await typeCard();
  await press('Pay');
  await screen.findByText('This transaction has been declined.');
  await press('Pay');
  await screen.findByText('Your payment was successful.');
  expect(new Set(got.map(({ key }) => key)).size).toBe(2);
  expect(new Set(got.map(({ body }) => body.acceptPaymentValue)).size).toBe(2);
});

test('an unconfirmed payment can only be repeated with the same key and token', async () => {
  const unknown = {
    status: 502,
    code: 'charge_unknown',
    detail: 'We could not confirm the payment.',
  };
  const got = open([unknown, done]);
  await toCard();
  await typeCard();
  await press('Pay');
  await screen.findByText('We could not confirm the payment.');
  expect(screen.getByRole('button', { name: 'Back' })).toHaveProperty('disabled', true);
  await press('Check again');
  await screen.findByText('Your payment was successful.');
  await waitFor(() => expect(new Set(got.map(({ key }) => key)).size).toBe(1));
  expect(got[1]?.body).toEqual(got[0]?.body);
});
