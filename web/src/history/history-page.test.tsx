import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { fakePortal, type Reply, show, signInAs } from '../shared/testing.tsx';
import type { Entry } from './api.ts';
import { HistoryPage } from './history-page.tsx';

const HISTORY = '/api/admin/studentHistory';
const CURSOR = '2025-11-10T18:04:00.000Z,payments,3';

beforeEach(() => signInAs('ROLE_ADMIN'));
afterEach(cleanup);

const edited: Entry = {
  id: 'identity-9',
  stamp: '2025-11-11T18:04:00.000Z',
  who: 'staff',
  loginname: 'rivka',
  op: 'update',
  tname: 'student',
  record: '12',
  text: 'city: Lakewood → Monsey\ndob: changed',
  origin: '203.0.113.7',
};
const registered: Entry = {
  id: 'registration-4',
  stamp: '2025-11-10T18:05:00.000Z',
  who: 'student',
  loginname: 'dana@student.test',
  op: 'insert',
  tname: 'registration',
  record: '881',
  text: 'created\ncredits: 2',
  origin: null,
};
const spent: Entry = {
  ...registered,
  id: 'payments-3',
  op: 'action',
  tname: 'package',
  text: 'spent: 2',
  stamp: '2025-11-10T18:04:00.000Z',
};
const savedFilters: Reply = {
  answer: {
    filters: [
      {
        filterId: 5,
        table: 'student-history',
        name: 'Payments by staff',
        mine: true,
        query: { kind: 'payments', who: 'staff', old: 'x' },
        sharedWith: [],
        by: 'Rivka',
      },
    ],
  },
};
const page = (entries: readonly Entry[], more: object = {}): Reply => ({
  answer: { entries, next: null, missing: [], ...more },
});

function open(...replies: Reply[]) {
  const got = fakePortal({ [HISTORY]: replies, '/api/office/filters': savedFilters });
  show(
    <StudentInView id={12}>
      <HistoryPage />
    </StudentInView>,
  );
  return got;
}
const rowsOf = async (day: string) =>
  within(await screen.findByRole('region', { name: day }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('shows by days who did what to which record', async () => {
  open(page([edited, registered, spent]));
  expect(await rowsOf('Tue, Nov 11, 2025')).toEqual([
    '1:04 PM ETrivkaStudent recordcity: Lakewood → Monsey\ndob: changedfrom 203.0.113.7',
  ]);
  expect(await rowsOf('Mon, Nov 10, 2025')).toEqual([
    '1:05 PM ETdana@student.testRegistration 881created\ncredits: 2',
    '1:04 PM ETdana@student.testCreditsspent: 2',
  ]);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('older rows come below those in view, and go on where they ended', async () => {
  const got = open(page([edited], { next: CURSOR }), page([registered]));
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await rowsOf('Mon, Nov 10, 2025');
  await rowsOf('Tue, Nov 11, 2025');
  expect(got.map(({ body }) => body)).toEqual([
    { student_id: 12 },
    { student_id: 12, before: CURSOR },
  ]);
});

test('sends the chosen filters, and none after clearing them', async () => {
  const got = open(page([edited]), page([]), page([edited]));
  await rowsOf('Tue, Nov 11, 2025');
  await userEvent.click(screen.getByRole('combobox', { name: 'What' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Payments and cards' }));
  expect(await screen.findByText('No activity.')).toBeTruthy();
  expect(got.at(-1)?.body).toEqual({ student_id: 12, kind: 'payments' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await rowsOf('Tue, Nov 11, 2025');
});

test('applies a saved filter, without fields unknown to the page', async () => {
  const got = open(page([edited]), page([]));
  await rowsOf('Tue, Nov 11, 2025');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Payments by staff' }));
  await screen.findByText('No activity.');
  expect(got.at(-1)?.body).toEqual({ student_id: 12, kind: 'payments', who: 'staff' });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Who' }).value).toBe('Staff');
});

test('says what is missing while a service does not answer, and asks again', async () => {
  open(page([edited], { missing: ['payments', 'transcripts'] }), page([edited, spent]));
  expect(
    await screen.findByText(
      'Not everything can be shown now. Missing: payments, cards and credits; transcript requests.',
    ),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await rowsOf('Mon, Nov 10, 2025');
  expect(screen.queryByText(/^Not everything/)).toBeNull();
});

test('says what went wrong', async () => {
  open({ status: 404, code: 'student_not_found', detail: 'No student found' });
  expect(await screen.findByText('Error: No student found')).toBeTruthy();
});
