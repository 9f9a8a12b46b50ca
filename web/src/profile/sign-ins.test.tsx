import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import { SignIns } from './sign-ins.tsx';

afterEach(cleanup);

const signIn = (n: number, over: object = {}) => ({
  id: String(n).repeat(43),
  device: 'Chrome on Windows',
  startedAt: '2026-11-22T15:00:00.000Z',
  lastUsedAt: `2026-11-22T1${n}:30:00.000Z`,
  isThis: false,
  ...over,
});
const [here, phone, other] = [
  signIn(1, { isThis: true }),
  signIn(2, { device: 'Safari on iOS' }),
  signIn(3, { device: null }),
];
function open(end: Reply) {
  const got = fakePortal({
    '/api/getSignIns': { answer: { signIns: [here, phone, other] } },
    '/api/endSignIns': end,
  });
  show(<SignIns />);
  return () => got.filter(({ path }) => path === '/api/endSignIns').map(({ body }) => body);
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('every device is named, and this one cannot be logged out here', async () => {
  open({ answer: { signIns: [] } });
  await screen.findByText('This device');
  expect(rows()).toEqual([
    'Chrome on WindowsThis device',
    expect.stringMatching(/^Safari on iOSLast used Sun, Nov 22, .*Log out$/),
    expect.stringMatching(/^Unknown deviceLast used Sun, Nov 22, .*Log out$/),
  ]);
  const [first] = screen.getAllByRole('listitem');
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
});

test('one is logged out, and the focus stays near', async () => {
  const requests = open({ answer: { signIns: [here, other] } });
  await userEvent.click(await screen.findByRole('button', { name: /^Log out Safari on iOS/ }));
  await screen.findByText('Unknown device');
  expect(rows()).toHaveLength(2);
  expect(requests()).toEqual([{ id: phone.id }]);
  expect(document.activeElement).toBe(
    screen.getByRole('heading', { name: 'Where you are logged in' }),
  );
});

test('all others are logged out by one press', async () => {
  const requests = open({ answer: { signIns: [here] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
  expect(requests()).toEqual([{}]);
  expect(rows()).toEqual(['Chrome on WindowsThis device']);
});

test('a failure is said, and nothing is taken off the list', async () => {
  open({ status: 422, code: 'invalid', detail: 'Not now.' });
  await userEvent.click(await screen.findByRole('button', { name: /^Log out Safari on iOS/ }));
  await screen.findByText('Not now.');
  expect(rows()).toHaveLength(3);
});
