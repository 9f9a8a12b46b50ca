import { afterEach, expect, test } from '@jest/globals';
import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { ChangeWaitingModal } from './change-waiting-modal.tsx';

afterEach(cleanup);

const entry: WaitingEntry = {
  waitingId: 3,
  testSessionId: 7,
  registrationId: 5,
  studentId: 9,
  examId: 2,
  studentName: 'Levi Dana',
  subject: 'Biology',
  locationName: 'Brooklyn',
  date: '2099-12-09',
  testSessionTime: '09:30',
  position: 2,
  state: 'waiting',
  joinedAt: '2099-11-09T14:30:00Z',
  offeredAt: null,
  offerUntil: null,
  needsSpecial: false,
  skipped: null,
};

test('a move uses the chosen position, and is disabled while the field is empty', async () => {
  signInAs('ROLE_ADMIN');
  const got = fakePortal({ '/api/office/changeWaiting': { answer: { entries: [entry] } } });
  let closed = 0;
  show(
    <ChangeWaitingModal
      entry={entry}
      action="move"
      onClose={() => {
        closed += 1;
      }}
    />,
  );
  const position = await screen.findByLabelText(/New position/);
  await userEvent.type(screen.getByLabelText(/Reason/), 'By phone');
  await userEvent.clear(position);
  const button = screen.getByRole('button', { name: 'Move in line' });
  expect(button).toHaveProperty('disabled', true);
  await userEvent.type(position, '4');
  await userEvent.click(button);
  await waitFor(() => expect(closed).toBe(1));
  expect(got.find(({ path }) => path === '/api/office/changeWaiting')?.body).toEqual({
    waitingId: 3,
    action: 'move',
    position: 4,
    reason: 'By phone',
  });
});
