import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';
import type { AdminUser } from './api.ts';
import { UsersPage } from './users-page.tsx';

afterEach(cleanup);

const aUser = (more: Partial<AdminUser>): AdminUser => ({
  id: 7,
  loginname: 'rivka',
  logintype: 'staff',
  email: 'rivka@staff.test',
  roles: ['ROLE_ADMIN'],
  realName: 'Rivka Stern',
  comment: null,
  selectedSchool: null,
  schoolName: null,
  active: true,
  hasPassword: true,
  lastLogin: '2026-03-02T15:12:00Z',
  ...more,
});
const rivka = aUser({});
const invited = aUser({
  id: 8,
  loginname: 'miriam',
  realName: 'Miriam Gold',
  email: 'miriam@staff.test',
  hasPassword: false,
  lastLogin: null,
});
const above = aUser({ id: 9, loginname: 'simon', roles: ['ROLE_SUPER_ADMIN'] });
const choices = {
  roles: [
    { id: 'ROLE_SCHOOL_ADMIN', name: 'School admin' },
    { id: 'ROLE_ADMIN', name: 'Admin' },
    { id: 'ROLE_SUPPORT', name: 'Support' },
  ],
  loginTypes: [
    { id: 'staff', name: 'Staff' },
    { id: 'school', name: 'School' },
  ],
  schools: [{ id: 151, name: 'Bais Rivka' }],
};

function open(replies: Record<string, Reply | Reply[]> = {}) {
  const got = fakePortal({
    '/api/admin/getAllUsers': { answer: { users: [rivka, invited, above] } },
    '/api/admin/getAllRoles': { answer: choices },
    '/api/office/resetSecondFactor': { answer: { users: [] } },
    ...replies,
  });
  show(<UsersPage />, { path: '/admin/users' });
  return got;
}
const sentTo = (got: ReturnType<typeof open>, path: string) =>
  got.filter((one) => one.path === path).map(({ body }) => body);

test('users are found by text within their login name, full name or address', async () => {
  open();
  await screen.findByText('rivka');
  await userEvent.type(screen.getByRole('searchbox'), 'GOLD');
  expect(screen.queryByText('rivka')).toBeNull();
  screen.getByText('miriam');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('searchbox'), 'nobody');
  screen.getByText('No results found.');
});

test('a user with a role that the caller cannot give has no buttons', async () => {
  open();
  await screen.findByRole('button', { name: 'Edit rivka' });
  expect(screen.queryByRole('button', { name: 'Edit simon' })).toBeNull();
});

test('the link is sent again only to a user without a password', async () => {
  const got = open({
    '/api/admin/updateUser': { answer: { user: invited, users: [invited] } },
  });
  await screen.findByRole('button', { name: 'Edit rivka' });
  expect(screen.queryByRole('button', { name: 'Send link again to rivka' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send link again to miriam' }));
  await waitFor(() =>
    expect(sentTo(got, '/api/admin/updateUser')).toEqual([{ userId: 8, resendLink: true }]),
  );
});

test('a school admin is saved with a school; server errors are at their fields', async () => {
  const got = open({
    '/api/admin/createUser': [
      {
        status: 422,
        code: 'invalid',
        detail: 'Login name invalid',
        errors: [{ path: 'loginName', message: 'Login name invalid' }],
      },
      { answer: { user: invited, users: [rivka, invited] } },
    ],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add new admin' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add new admin' }));
  await userEvent.type(await dialog.findByLabelText(/Login name/), 'miriam');
  await userEvent.type(dialog.getByLabelText(/Full name/), 'Miriam Gold');
  await userEvent.type(dialog.getByLabelText(/Email/), 'miriam@staff.test');
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await userEvent.click(dialog.getByLabelText('School admin'));
  expect(save.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('combobox', { name: /^School/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Bais Rivka' }));
  await userEvent.click(save);
  await dialog.findByText('Login name invalid');
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const wish = {
    loginName: 'miriam',
    realName: 'Miriam Gold',
    email: 'miriam@staff.test',
    loginType: 'staff',
    roles: ['ROLE_SCHOOL_ADMIN'],
    selectedSchool: 151,
  };
  expect(sentTo(got, '/api/admin/createUser')).toEqual([wish, wish]);
});

test('an address pasted with its name fills in the names that were not typed', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add new admin' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add new admin' }));
  const typedIn = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value;
  await userEvent.click(await dialog.findByLabelText(/Email/));
  await userEvent.paste('Miriam Gold <miriam@staff.test>');
  expect([/Login name/, /Full name/, /Email/].map(typedIn)).toEqual([
    'miriam',
    'Miriam Gold',
    'miriam@staff.test',
  ]);
  await userEvent.clear(dialog.getByLabelText(/Login name/));
  await userEvent.type(dialog.getByLabelText(/Login name/), 'mgold');
  await userEvent.type(dialog.getByLabelText(/Email/), 's');
  expect(typedIn(/Login name/)).toBe('mgold');
});

test('an edit says that it logs the account out; a refusal keeps typed values', async () => {
  const got = open({
    '/api/admin/updateUser': {
      status: 409,
      code: 'own_account',
      detail: 'You cannot change your own account.',
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit rivka' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit rivka' }));
  await userEvent.type(dialog.getByLabelText('Comment'), 'Until June');
  expect(dialog.queryByText('Saving logs rivka out everywhere.')).toBeNull();
  await userEvent.click(dialog.getByLabelText('Active'));
  dialog.getByText('Saving logs rivka out everywhere.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('You cannot change your own account.');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Until June');
  expect(sentTo(got, '/api/admin/updateUser')).toEqual([
    { userId: 7, roles: ['ROLE_ADMIN'], active: false, comment: 'Until June' },
  ]);
});
