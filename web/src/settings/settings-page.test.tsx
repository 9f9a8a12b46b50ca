import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import type { Settings } from './api.ts';
import { SettingsPage } from './settings-page.tsx';

afterEach(() => {
  cleanup();
  forgetSession();
});

const known: Settings = {
  offerHours: 24,
  waitingList: true,
  twoFactorRoles: ['ROLE_ADMIN'],
  lowBalance: 500,
  version: 3,
  changedBy: 'Simon Adler',
};
function open(role: string, replies: Reply[] = []) {
  signInAs(role);
  // the call that reads and the one that saves have one path
  const got = fakePortal({ '/api/office/settings': [{ answer: known }, ...replies] });
  show(<SettingsPage />, { path: '/admin/settings' });
  return got;
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

test('without the permission the settings are text, with their last author', async () => {
  open('ROLE_ADMIN');
  await screen.findByText('$500.00');
  screen.getByText('Simon Adler');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a super admin saves what was changed, with the version that was seen', async () => {
  const saved = { ...known, offerHours: 12, version: 4 };
  const got = open('ROLE_SUPER_ADMIN', [{ answer: saved }]);
  const hours = await screen.findByLabelText(/Hours to accept/);
  expect(save().disabled).toBe(true);
  await userEvent.clear(hours);
  await userEvent.type(hours, '12');
  await userEvent.click(save());
  await waitFor(() => expect(save().disabled).toBe(true));
  expect(got.find(({ body }) => body !== null)?.body).toEqual({
    offerHours: '12',
    waitingList: true,
    twoFactorRoles: ['ROLE_ADMIN'],
    lowBalance: '500',
    version: 3,
  });
});

test('a refusal is shown at its field, and typed values stay', async () => {
  const errors = [{ path: 'offerHours', message: 'Must be 1 to 72 hours' }];
  const refused = { status: 422, code: 'invalid', detail: 'Please check.', errors };
  open('ROLE_SUPER_ADMIN', [refused]);
  const hours = await screen.findByLabelText<HTMLInputElement>(/Hours to accept/);
  await userEvent.clear(hours);
  await userEvent.type(hours, '99');
  await userEvent.click(save());
  await screen.findByText('Must be 1 to 72 hours');
  expect(hours.value).toBe('99');
});

test('a concurrent change is shown with its author; conflicts need a choice', async () => {
  const current = { ...known, offerHours: 6, lowBalance: 900, version: 4 };
  const refused = {
    status: 409,
    code: 'changed',
    detail: 'Miriam Katz changed this meanwhile.',
    current,
  };
  const got = open('ROLE_SUPER_ADMIN', [refused, { answer: { ...current, offerHours: 48 } }]);
  const hours = await screen.findByLabelText(/Hours to accept/);
  await userEvent.clear(hours);
  await userEvent.type(hours, '48');
  await userEvent.click(save());
  const dialog = await screen.findByRole('dialog', { name: 'Changed meanwhile' });
  const rows = within(dialog).getAllByRole('row').slice(1);
  // the stored values, and the ones that 'Use mine' would save: the stored amount, own hours
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Hours to accept a place', '6', '48'],
    ['Low school balance', '$900.00', '$900.00'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Use mine' }));
  await waitFor(() =>
    expect(
      got
        .map(({ body }) => body)
        .filter(Boolean)
        .at(-1),
    ).toMatchObject({
      offerHours: '48',
      lowBalance: '900',
      version: 4,
    }),
  );
});
