import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { ForgotPage } from './forgot-page.tsx';
import { CreatePage, ResetPage, StaffResetPage } from './password-page.tsx';

afterEach(cleanup);

const good = (type: string): Reply => ({ answer: { valid: true, type, firstName: 'Dana' } });
const bad: Reply = {
  status: 422,
  code: 'token_invalid',
  detail: 'This link is no longer valid. Please request a new one.',
};
const done: Reply = { answer: { success: true, message: 'Use your new password to login' } };
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

test('a valid link takes a password that meets the rule, and leads to the login', async () => {
  const got = fakePortal({ '/api/confirmToken': good('create'), '/api/resetPassword': done });
  const { address } = show(<CreatePage />, { path: '/create/:userId/:token', at: '/create/5/abc' });
  const field = await screen.findByLabelText('Password');
  screen.getByText('Use 8 or more characters with a mix of letters, numbers & symbols.');
  expect(document.title).toBe('Create password | Student portal');

  await userEvent.type(field, 'Study4JSE');
  expect(save().disabled).toBe(true);
  await userEvent.type(field, '!');
  await userEvent.click(save());

  await screen.findByText('Use your new password to login');
  await userEvent.click(screen.getByRole('link', { name: 'Go to login' }));
  expect(address()).toBe('/login');
  expect(got).toMatchObject([
    { path: '/api/confirmToken', body: { studentId: 5, token: 'abc' } },
    {
      path: '/api/resetPassword',
      body: { studentId: 5, token: 'abc', type: 'create', password: 'Study4JSE!' },
    },
  ]);
});

test.each([
  {
    page: 'create',
    element: <CreatePage />,
    path: '/create/:userId/:token',
    call: '/api/confirmToken',
    to: '/login',
  },
  {
    page: 'reset',
    element: <ResetPage />,
    path: '/reset/:userId/:token',
    call: '/api/confirmToken',
    to: '/forgotPassword',
  },
  {
    page: 'staff reset',
    element: <StaffResetPage />,
    path: '/admin/reset/:userId/:token',
    call: '/api/adminConfirmToken',
    to: '/adminForgotPassword',
  },
])('a bad link of $page says so and leads to $to', async ({ element, path, call, to }) => {
  fakePortal({ [call]: bad });
  show(element, { path, at: path.replace(':userId', '5').replace(':token', 'abc') });
  await screen.findByText('This link is no longer valid. Please request a new one.');
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(to);
});

test.each([
  {
    who: 'a student',
    element: <ResetPage />,
    path: '/reset/:userId/:token',
    confirm: '/api/confirmToken',
    call: '/api/forgotPasswordRequest',
  },
  {
    who: 'staff',
    element: <StaffResetPage />,
    path: '/admin/reset/:userId/:token',
    confirm: '/api/adminConfirmToken',
    call: '/api/adminForgotPasswordRequest',
  },
])(
  'a link of $who that is over sends a new one there',
  async ({ element, path, confirm, call }) => {
    const message = 'If you have already signed up, you will get an email.';
    const got = fakePortal({ [confirm]: bad, [call]: { answer: { message } } });
    show(element, { path, at: path.replace(':userId', '5').replace(':token', 'abc') });
    const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send a new link' });
    expect(send.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Email'), ' dana@student.test ');
    await userEvent.click(send);
    await screen.findByText(message);
    expect(got.at(-1)).toMatchObject({ path: call, body: { email: 'dana@student.test' } });
  },
);

test('a link of the other kind is no good here', async () => {
  fakePortal({ '/api/confirmToken': good('create') });
  show(<ResetPage />, { path: '/reset/:userId/:token', at: '/reset/5/abc' });
  await screen.findByText('This link is no longer valid. Please request a new one.');
});

test('a link that could not be checked can be looked at again', async () => {
  fakePortal({
    '/api/confirmToken': [
      { status: 503, code: 'unavailable', detail: 'A part of the system is not available.' },
      good('reset'),
    ],
  });
  show(<ResetPage />, { path: '/reset/:userId/:token', at: '/reset/5/abc' });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('Password');
});

test('the login page confirms the reset', async () => {
  fakePortal({ '/api/confirmToken': good('reset'), '/api/resetPassword': done });
  show(<ResetPage />, { path: '/reset/:userId/:token', at: '/reset/5/abc' });
  await userEvent.type(await screen.findByLabelText('Password'), 'Study4JSE!');
  await userEvent.click(save());
  expect((await screen.findByRole('link', { name: 'Go to login' })).getAttribute('href')).toBe(
    '/login?comingFromResetPass=1',
  );
});

test('a forgotten password: the form gives way to the one sentence', async () => {
  const message =
    'If you have already signed up, you will get an email with a link to reset your password.';
  fakePortal({ '/api/forgotPasswordRequest': { answer: { message } } });
  show(<ForgotPage />, { path: '/forgotPassword' });

  await userEvent.type(screen.getByLabelText('Email'), 'dana@student.test');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));

  await screen.findByText(message);
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.getByRole('link', { name: 'Return to login' }).getAttribute('href')).toBe('/login');
});

const unconfirmed: Reply = {
  answer: { valid: true, type: 'reset', firstName: 'Dana', identityNeeded: true },
};
const openUnconfirmed = (replies: Record<string, Reply | Reply[]>) => {
  const got = fakePortal({ '/api/confirmToken': unconfirmed, ...replies });
  return { got, ...show(<ResetPage />, { path: '/reset/:userId/:token', at: '/reset/5/abc' }) };
};

test('for an unconfirmed address a reset asks whose account it is', async () => {
  const detail = 'These details do not match this account.';
  const mismatch: Reply = { status: 422, code: 'identity_mismatch', detail };
  const { got } = openUnconfirmed({ '/api/resetPassword': [mismatch, done] });
  await userEvent.type(await screen.findByLabelText('Last 4 of SSN'), '4321');
  await userEvent.type(screen.getByLabelText('Date of birth'), '04152004');
  expect(save().disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Password'), 'Study4JSE!');
  await userEvent.click(save());
  await screen.findByText(detail);
  await userEvent.click(save());
  await screen.findByText('Use your new password to login');
  expect(got.at(-1)?.body).toEqual({
    studentId: 5,
    token: 'abc',
    type: 'reset',
    password: 'Study4JSE!',
    ssn: '4321',
    dob: '04/15/2004',
  });
});

test('the owner of the address takes it back, after reading the consequences', async () => {
  const message =
    'Your email address is free again. Nobody can log in with it now, and you can use it to ' +
    'sign up.';
  const { got } = openUnconfirmed({
    '/api/releaseAddress': { answer: { released: true, message } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'This is not my account' }));
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { name: 'This is not my account' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(screen.getByRole('button', { name: 'This is not my account' }));
  expect(got).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Take my address back' }));
  await screen.findByText(message);
  expect(got.at(-1)).toMatchObject({
    path: '/api/releaseAddress',
    body: { studentId: 5, token: 'abc' },
  });
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login');
});
