import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../testing.tsx';
import { LogButton, StudentLogButton } from './log-button.tsx';

afterEach(cleanup);

const name = 'User activity history for Dana Levy';
const entry = {
  loginname: 'rivka',
  stamp: '2026-03-02T15:12:00Z',
  op: 'update',
  tname: 'student',
  querysql: 'phone: 212-555-0100 → 212-555-0199',
  count: 1,
} as const;
const logs = [
  entry,
  { ...entry, stamp: '2026-03-01T15:12:00Z', querysql: 'state: none → NY', count: 3 },
  { ...entry, stamp: '2026-02-01T15:12:00Z', op: 'insert', querysql: 'created' } as const,
];

test('an admin sees who did what, newest first, with a count of each operation', async () => {
  signInAs('ROLE_ADMIN');
  show(<LogButton name="Dana Levy" logs={logs} />);
  await userEvent.click(screen.getByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  dialog.getByText('4 update, 1 insert');
  const [, ...rows] = dialog.getAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual(
    logs.map(({ querysql }) => querysql),
  );
});

test('a record without changes says so', async () => {
  signInAs('ROLE_ADMIN');
  show(<LogButton name="Dana Levy" logs={[]} />);
  await userEvent.click(screen.getByRole('button', { name }));
  await screen.findByText('No activity.');
});

test('the history of a student in a list is loaded when it is opened', async () => {
  signInAs('ROLE_ADMIN');
  const got = fakePortal({ '/api/admin/getStudent': { answer: { student: { logs: [entry] } } } });
  show(<StudentLogButton name="Dana Levy" studentId={12} />);
  expect(got).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name }));
  await screen.findByText(entry.querysql);
  expect(got.map(({ body }) => body)).toEqual([{ studentId: 12 }]);
});

test('without the admin role there is no icon', () => {
  signInAs('ROLE_TECH_SUPPORT');
  show(<LogButton name="Dana Levy" logs={logs} />);
  expect(screen.queryByRole('button')).toBeNull();
});
