import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import { ActivityPage } from './activity-page.tsx';

const HISTORY = '/api/admin/officeHistory';

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(cleanup);

const entry = {
  id: 'identity-9',
  stamp: '2025-11-11T18:04:00.000Z',
  who: 'staff',
  loginname: 'rivka',
  op: 'update',
  tname: 'student',
  record: '12',
  text: 'city: Lakewood → Monsey',
  origin: '203.0.113.7',
  studentId: 12,
};
const reply = (entries: readonly object[]): Reply => ({
  answer: { entries, next: null, missing: [] },
});

test('shows the actions of all people with links to the students', async () => {
  fakePortal({ [HISTORY]: reply([entry, { ...entry, id: 'identity-8', studentId: null }]) });
  show(<ActivityPage />, { path: '/admin/activity' });
  const links = await screen.findAllByRole('link', { name: 'student 12' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/history/12']);
  expect(screen.getAllByText('from 203.0.113.7')).toHaveLength(2);
});

test('sends the filters of the address, and a user name as it is typed', async () => {
  const got = fakePortal({ [HISTORY]: reply([entry]) });
  const at = '/admin/activity?who=staff';
  const { address } = show(<ActivityPage />, { path: '/admin/activity', at });
  await screen.findByRole('link', { name: 'student 12' });
  await userEvent.type(screen.getByRole('textbox', { name: 'User name' }), ' rivka ');
  await waitFor(() => expect(got.at(-1)?.body).toEqual({ who: 'staff', loginName: 'rivka' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'User name' }).value).toBe('');
  expect(address()).toBe('/admin/activity');
});

test('a catalogue exam is named as one, and its kind can be filtered', async () => {
  const exam = { ...entry, id: 'catalog-4', tname: 'exam', record: '401', studentId: null };
  const got = fakePortal({
    [HISTORY]: reply([exam, { ...exam, id: 'registration-4', studentId: 12 }]),
  });
  show(<ActivityPage />, { path: '/admin/activity', at: '/admin/activity?kind=catalogue' });
  await screen.findByText('Exam 401');
  screen.getByText(/^Study materials 401/);
  expect(got[0]?.body).toEqual({ kind: 'catalogue' });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'What' }).value).toBe(
    'Exams and packages',
  );
});
