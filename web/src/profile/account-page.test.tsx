import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, pressTwice, type Reply, serveConfig, show } from '../shared/testing.tsx';
import { AccountPage } from './account-page.tsx';

const student = {
  id: 5,
  firstName: 'Dana',
  lastName: 'Levy',
  maidenName: null,
  dob: '2004-04-15',
  last4ssn: '4321',
  gender: '2',
  email: 'dana@student.test',
  cellphone: '718-555-0199',
  phone: null,
  address: '55 Elm Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  collegeName: 'Excelsior College',
  schoolName: null,
  cohort: null,
  membershipName: 'Member',
  accommodations: null,
};
const credits = {
  totalCredits: 6,
  creditsDetails: { '1,4': 0, '3': 0, generic: 6 },
  vendorSpecificPackage: false,
  specialPackages: [{ id: 1, display_name: 'Summer program' }],
};
const old = {
  ccId: 'p0',
  cardtype: 'Mastercard',
  cc4digits: '9006',
  ccName: 'Dana Levy',
  ccExpMonth: 5,
  ccExpYear: 2020,
  expired: true,
  expiresSoon: false,
  isDefault: false,
};
const granted = [
  {
    kind: 'extra_time',
    percent: 25,
    minutes: null,
    validFrom: '2026-09-01',
    validUntil: '2027-06-30',
  },
];
const visa = {
  ccId: 'p1',
  cardtype: 'Visa',
  cc4digits: '1111',
  ccName: 'Dana Levy',
  ccExpMonth: 12,
  ccExpYear: 2039,
  expired: false,
  expiresSoon: false,
  isDefault: false,
};
const amex = { ...visa, ccId: 'p2', cardtype: 'American Express', cc4digits: '0005' };

let tokens = 0;
beforeEach(() => {
  tokens = 0;
  serveConfig({ acceptJsUrl: '/a.js' });
  window.Accept = {
    dispatchData: (_, answer) => {
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

function open(replies: Record<string, Reply | Reply[]> = {}) {
  const got = fakePortal({
    '/api/getStudentInfo': { answer: { student, creditsInfo: credits, accommodations: granted } },
    '/api/getCreditsInfo': { answer: credits },
    '/api/getPaymentMethods': { answer: [old] },
    '/api/getSignIns': { answer: { signIns: [] } },
    '/api/getCreditHistory': { answer: { movements: [] } },
    '/api/getOwnPayments': { answer: { payments: [], next: null } },
    '/api/getAllActiveLocations': {
      answer: [
        {
          id: 13,
          name: 'Lakewood branch',
          address: '20 Main Street',
          city: 'Lakewood',
          phone: null,
        },
      ],
    },
    ...replies,
  });
  show(<AccountPage />);
  return got;
}
async function addCard(press = async (button: HTMLElement) => userEvent.click(button)) {
  await userEvent.click(await screen.findByRole('button', { name: 'Add card' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add card' }));
  await userEvent.type(dialog.getByLabelText('Name on card'), 'Dana Levy');
  await userEvent.type(dialog.getByLabelText('Card number'), '4111111111111111');
  await userEvent.type(dialog.getByLabelText('Expiry'), '1239');
  await userEvent.type(dialog.getByLabelText('CVV'), '123');
  await userEvent.type(dialog.getByLabelText('Billing zip'), '11230');
  await press(dialog.getByRole('button', { name: 'Save' }));
  return dialog;
}

test('shows details, credits, special packages and cards; omits missing facts', async () => {
  open();
  for (const text of [
    'Dana Levy',
    'Extra time, 25 %: from Sep 1, 2026 to Jun 30, 2027',
    '04/15/2004',
    '4321',
    '6 credits',
    'Summer program',
    'Mastercard ending in 9006',
    'Dana Levy, expired 05/20',
  ])
    await screen.findByText(text);
  expect(screen.queryByText('School')).toBeNull();
  screen.getByRole('link', { name: 'call the office' });
  expect(document.body.textContent).toContain('To change your details please call the office.');
  screen.getByText(
    'Changes to personal information must be reported to the office within 30 days.',
  );
});

async function changePassword(reply: Reply) {
  const got = open({ '/api/changePassword': reply });
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.type(dialog.getByLabelText('Current password'), 'Study4JSE!');
  await userEvent.type(dialog.getByLabelText('New password'), 'Brand4new');
  expect(save.disabled).toBe(true);
  // password managers keep the new one for this address
  const username = document.querySelector<HTMLInputElement>('[autocomplete="username"]');
  expect(username?.value).toMatch(/@/);
  await userEvent.type(dialog.getByLabelText('New password'), '!');
  await userEvent.click(save);
  return { got, dialog };
}

test('the password is changed with the current one, and it is said', async () => {
  const { got } = await changePassword({ answer: { changed: true } });
  await screen.findByText('Your password was changed. Every other device was logged out.');
  expect(got.find(({ path }) => path === '/api/changePassword')?.body).toEqual({
    currentPassword: 'Study4JSE!',
    password: 'Brand4new!',
  });
});

test('an error of the current password is shown at its field until it is edited', async () => {
  const { dialog } = await changePassword({
    status: 422,
    code: 'password_wrong',
    detail: 'Your current password is not correct.',
  });
  await dialog.findByText('Your current password is not correct.');
  await userEvent.type(dialog.getByLabelText('Current password'), 'x');
  expect(dialog.queryByText('Your current password is not correct.')).toBeNull();
});

async function changeEmail(reply: Reply) {
  const got = open({ '/api/requestEmailChange': reply });
  await userEvent.click(await screen.findByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send the link' });
  await userEvent.type(dialog.getByLabelText('New email'), 'moved@student.test');
  expect(send.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText('Current password'), 'Study4JSE!');
  await userEvent.click(send);
  return { got, dialog };
}

test('another address needs the password, and changes only when its link is opened', async () => {
  const { got } = await changeEmail({ answer: { sentTo: 'moved@student.test' } });
  await screen.findByText(/^We sent a link to moved@student.test\./);
  expect(got.find(({ path }) => path === '/api/requestEmailChange')?.body).toEqual({
    email: 'moved@student.test',
    currentPassword: 'Study4JSE!',
  });
});

test('a wrong password is said at its field there, too', async () => {
  const { dialog } = await changeEmail({
    status: 422,
    code: 'password_wrong',
    detail: 'Your current password is not correct.',
  });
  await dialog.findByText('Your current password is not correct.');
});

test('the phone opens the offices with every branch', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: '(718) 555-0142' }));
  await screen.findByText('Lakewood branch');
});

test('a new card is saved and named', async () => {
  const got = open({
    '/api/getPaymentMethods': [{ answer: [old] }, { answer: [visa, old] }],
    '/api/saveCreditCard': { answer: { paymentMethod: visa, paymentMethods: [visa, old] } },
  });
  await addCard();
  await screen.findByText('The Visa ending in 1111 was saved.');
  await screen.findByText('Visa ending in 1111');
  const sent = got.find(({ path }) => path === '/api/saveCreditCard');
  expect(sent?.body).toMatchObject({ acceptPaymentValue: 'token1', ccLast4: '1111' });
  expect(sent?.key).not.toBeNull();
});

test('two presses of Save before the first is drawn save one card', async () => {
  const got = open({
    '/api/saveCreditCard': { answer: { paymentMethod: visa, paymentMethods: [visa, old] } },
  });
  await addCard(async (button) => pressTwice(button));
  await screen.findByText('The Visa ending in 1111 was saved.');
  expect(got.filter(({ path }) => path === '/api/saveCreditCard')).toHaveLength(1);
  expect(tokens).toBe(1);
});

test('a card that is refused says so in the form', async () => {
  open({
    '/api/saveCreditCard': {
      status: 402,
      code: 'card_refused',
      detail: 'There was a problem adding your card',
    },
  });
  const dialog = await addCard();
  await dialog.findByText('There was a problem adding your card');
});

const cardNames = () => screen.getAllByText(/ ending in \d{4}$/).map((text) => text.textContent);

test('an expired card says so, and cannot be made the default one', async () => {
  open({ '/api/getPaymentMethods': { answer: [visa, old] } });
  await screen.findByText('This card has expired and cannot be used to pay. Please add a new one.');
  screen.getByText('Expired');
  screen.getByRole('button', { name: 'Make default: Visa ending in 1111' });
  expect(
    screen.queryByRole('button', { name: 'Make default: Mastercard ending in 9006' }),
  ).toBeNull();
});

test('a card that expires soon says so and can still be the default one', async () => {
  open({ '/api/getPaymentMethods': { answer: [{ ...visa, expiresSoon: true }, amex] } });
  await screen.findByText('Expires soon');
  screen.getByRole('button', { name: 'Make default: Visa ending in 1111' });
  expect(screen.getAllByText('Expires soon')).toHaveLength(1);
});

test('the default card comes first; another one can be chosen', async () => {
  const got = open({
    '/api/getPaymentMethods': [
      { answer: [amex, { ...visa, isDefault: true }] },
      { answer: [{ ...amex, isDefault: true }, visa] },
    ],
    '/api/setDefaultPaymentMethod': {
      answer: { paymentMethods: [{ ...amex, isDefault: true }, visa] },
    },
  });
  await screen.findByText('Default');
  expect(cardNames()).toEqual(['Visa ending in 1111', 'American Express ending in 0005']);
  expect(screen.queryByRole('button', { name: 'Make default: Visa ending in 1111' })).toBeNull();
  await userEvent.click(
    screen.getByRole('button', { name: 'Make default: American Express ending in 0005' }),
  );
  await screen.findByText('The American Express ending in 0005 is the default card.');
  await screen.findByRole('button', { name: 'Make default: Visa ending in 1111' });
  expect(cardNames()).toEqual(['American Express ending in 0005', 'Visa ending in 1111']);
  expect(got.find(({ path }) => path === '/api/setDefaultPaymentMethod')?.body).toEqual({
    ccId: 'p2',
  });
});

test('a card is removed after a question', async () => {
  const got = open({
    '/api/getPaymentMethods': [{ answer: [visa] }, { answer: [] }],
    '/api/removePaymentMethod': { answer: { paymentMethods: [] } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Visa ending in 1111' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove card' }));
  expect(document.activeElement?.textContent).toBe('Keep card');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
  await screen.findByText('The Visa ending in 1111 was removed.');
  await screen.findByText('No payment methods.');
  const sent = got.find(({ path }) => path === '/api/removePaymentMethod');
  expect([sent?.body, typeof sent?.key]).toEqual([{ ccId: 'p1' }, 'string']);
});

test('a card that is being charged stays, and the question says why', async () => {
  const detail = 'A payment with this card is not finished yet. Please try again in a few minutes.';
  open({
    '/api/getPaymentMethods': { answer: [visa] },
    '/api/removePaymentMethod': { status: 409, code: 'card_in_use', detail },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove: Visa ending in 1111' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove card' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }));
  await dialog.findByText(detail);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep card' }));
  screen.getByText('Visa ending in 1111');
});
