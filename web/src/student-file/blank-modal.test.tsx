import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { fakePortal, type Got, show, signInAs } from '../shared/testing.tsx';
import { FileDrawer } from './file-drawer.tsx';

beforeEach(() => signInAs('ROLE_SUPER_ADMIN'));
afterEach(cleanup);

const answer = {
  blankOn: '2026-03-12T12:00:00Z',
  blanked: ['Names'],
  kept: ['Payments'],
  creditsForfeited: 0,
};
const file = {
  '/api/myData': { answer: { requests: [] } },
  '/api/office/studentFile': {
    answer: { bars: null, notes: null, accommodations: null, attendance: null },
  },
};
const open = async (reply: object) => {
  const sent = fakePortal({
    ...file,
    '/api/office/blankStudent': reply as never,
  });
  show(
    <StudentInView id={12}>
      <FileDrawer opened onClose={() => {}} />
    </StudentInView>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Blank person' }));
  return { sent, dialog: within(await screen.findByRole('dialog', { name: 'Blank person' })) };
};

const ordersIn = (sent: readonly Got[]) =>
  sent.filter(({ path }) => path === '/api/office/blankStudent').map(({ body }) => body);

test('shows the removed and the kept data; blanking needs a reason and a typed name', async () => {
  const { sent, dialog } = await open({ answer });
  await dialog.findByText('Names');
  dialog.getByText('Payments');
  const button = dialog.getByRole('button', { name: 'Blank in 72 hours' });
  expect(button.hasAttribute('disabled')).toBe(true);
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Asked for');
  await userEvent.type(dialog.getByLabelText(/^Type the first and last name/), 'Dana Levi');
  await userEvent.click(button);
  await waitFor(() =>
    expect(ordersIn(sent)).toContainEqual({
      student_id: 12,
      reason: 'Asked for',
      confirmName: 'Dana Levi',
      forfeitCredits: false,
    }),
  );
});

test('blocking reasons are shown, without a way to resolve them here', async () => {
  const { dialog } = await open({
    status: 409,
    code: 'cannot_blank',
    detail: 'This cannot be done yet.',
    reasons: ['A payment is not finished.'],
  });
  await dialog.findByText('This cannot be done yet.');
  dialog.getByText('A payment is not finished.');
  dialog.getByRole('button', { name: 'Try again' });
  expect(dialog.queryByRole('button', { name: 'Blank in 72 hours' })).toBeNull();
});

test('one that is ordered already is withdrawn under Data requests', async () => {
  const { dialog } = await open({
    status: 409,
    code: 'blanking_waits',
    detail: 'This has been ordered already. It can be withdrawn under Data requests.',
  });
  await dialog.findByText(/^This has been ordered already\./);
  const link = dialog.getByRole('link', { name: 'Data requests' });
  expect(link.getAttribute('href')).toBe('/admin/data-requests');
  expect(dialog.queryByRole('button', { name: 'Blank in 72 hours' })).toBeNull();
});

test('a refusal for a blanked student offers no retry', async () => {
  const { dialog } = await open({
    status: 409,
    code: 'already_blanked',
    detail: "This person's data has been removed.",
  });
  await dialog.findByText("This person's data has been removed.");
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a checkbox confirms that remaining credits are forfeited', async () => {
  const { sent, dialog } = await open({
    status: 409,
    code: 'has_credits',
    detail: 'The student has 2 credits.',
  });
  await userEvent.click(await dialog.findByLabelText('The student has 2 credits. Give them up'));
  await waitFor(() =>
    expect(ordersIn(sent)).toContainEqual({
      student_id: 12,
      dryRun: true,
      forfeitCredits: true,
    }),
  );
});

test('admins prepare data, and may not blank a person', async () => {
  signInAs('ROLE_ADMIN');
  fakePortal(file);
  show(
    <StudentInView id={12}>
      <FileDrawer opened onClose={() => {}} />
    </StudentInView>,
  );
  await screen.findByText('Nobody has asked for the data.');
  expect(screen.queryByRole('button', { name: 'Blank person' })).toBeNull();
});

test('the dialog replaces the file, which returns with the focus where it was', async () => {
  await open({ answer });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  const drawer = within(await screen.findByRole('dialog', { name: 'Student file' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  const button = drawer.getByRole('button', { name: 'Blank person' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});
