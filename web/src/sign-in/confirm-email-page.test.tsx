import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

async function confirm(reply: Reply) {
  const got = fakePortal({ '/api/confirmEmailChange': reply });
  show(<ConfirmEmailPage />, { path: '/email/:userId/:token', at: '/email/5/abc' });
  expect(got).toEqual([]); // programs that look at mails open links too
  await userEvent.click(screen.getByRole('button', { name: 'Confirm this address' }));
  return got;
}

test('the address is confirmed by a press, and is the login from then on', async () => {
  const got = await confirm({ answer: { email: 'moved@student.test' } });
  await screen.findByText('moved@student.test');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  expect(got[0]?.body).toEqual({ studentId: 5, token: 'abc' });
});

test('an expired link leads to the page that sends a new one', async () => {
  await confirm({
    status: 422,
    code: 'token_invalid',
    detail: 'This link is no longer valid. Please request a new one.',
  });
  await screen.findByText('This link is no longer valid. Please request a new one.');
  const again = screen.getByRole('link', { name: 'Ask for a new link in My account' });
  expect(again.getAttribute('href')).toBe('/myaccount');
  expect(screen.queryByRole('button', { name: 'Confirm this address' })).toBeNull();
});

test('offers a retry after a temporary error', async () => {
  await confirm({ status: 503, code: 'unavailable', detail: 'Please try again in a moment.' });
  await screen.findByText('Please try again in a moment.');
  screen.getByRole('button', { name: 'Confirm this address' });
});
