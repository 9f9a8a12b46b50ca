import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../testing.tsx';
import type { SecondFactor } from './api.ts';
import { SecondStep } from './second-step.tsx';

afterEach(cleanup);

const PATH = '/api/admin/secondFactor';
const app: SecondFactor = { methods: ['totp', 'recovery'], options: null, mustSetUp: false };
function open(replies: Reply | Reply[], step = app) {
  const got = fakePortal({ [PATH]: replies });
  const [onDone, onOver] = [jest.fn(), jest.fn()];
  show(<SecondStep step={step} onDone={onDone} onOver={onOver} />);
  return { got, onDone, onOver };
}
const codeField = () => screen.findByLabelText<HTMLInputElement>('Enter the code of your app');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the code of an app is six digits that a phone may fill in, and signs in', async () => {
  const { got, onDone } = open({ answer: {} });
  const field = await codeField();
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
  await userEvent.type(field, '12 34x');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(true);
  await userEvent.type(field, '56');
  await userEvent.click(screen.getByLabelText('Remember this device for 30 days'));
  await press('Login');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(got.map(({ body }) => body)).toEqual([{ method: 'totp', code: '123456', remember: true }]);
});

test('a wrong code is said and can be mended; a recovery code is another way', async () => {
  const wrong = { status: 422, code: 'code_wrong', detail: 'This code is not correct.' };
  const { got, onDone } = open([wrong, { answer: {} }]);
  await userEvent.type(await codeField(), '123456');
  await press('Login');
  await screen.findByText('This code is not correct.');
  await press('Use a recovery code');
  expect(screen.queryByText('This code is not correct.')).toBeNull();
  await userEvent.type(screen.getByLabelText('Use a recovery code'), 'abcde 23456');
  await press('Login');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(got.at(-1)?.body).toEqual({ method: 'recovery', code: 'abcde 23456', remember: false });
});

test('a sign-in that is over leads back to the password', async () => {
  const over = { status: 401, code: 'pending_over', detail: 'Please sign in again.' };
  const { onOver } = open(over);
  await userEvent.type(await codeField(), '123456');
  await press('Login');
  await screen.findByText('Please sign in again.');
  await press('Sign in again');
  expect(onOver).toHaveBeenCalledTimes(1);
});

test('a browser without passkeys offers the other methods alone', async () => {
  open({ answer: {} }, { methods: ['passkey', 'totp'], options: {}, mustSetUp: false });
  await codeField();
  expect(screen.queryByRole('button', { name: 'Use your passkey' })).toBeNull();
});
