import { afterEach, expect, jest, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../shared/api/student-for-staff.tsx';
import { LeaveSessionModal } from '../shared/exams/cancel/leave-session-modal.tsx';
import { fakePortal, type Reply, show } from '../shared/testing.tsx';

afterEach(cleanup);

const exam = {
  id: 101,
  subject: 'Biology',
  registration_id: 9001,
  testSessionId: 77,
  proctor_fee_if_moved: 0,
  actions: [],
} as unknown as Exam;

async function leave(reply: Reply) {
  const got = fakePortal({
    '/api/cancelSession': reply,
    '/api/getAllExamsAccordingStudent': {
      answer: { exams: [], memberHasntRegistered2years: false },
    },
    '/api/getSessionsByStudentId': { answer: [] },
  });
  const onClose = jest.fn();
  show(<LeaveSessionModal exam={exam} onClose={onClose} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
  return { got, onClose };
}

test('a session is given up by registration, and the dialog closes', async () => {
  const { got, onClose } = await leave({ answer: { exam: { ...exam, testSessionId: null } } });
  expect(got[0]).toMatchObject({ path: '/api/cancelSession', body: { registrationId: 9001 } });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a refusal that will not change offers only to close', async () => {
  const { onClose } = await leave({
    status: 409,
    code: 'no_session',
    detail: 'This exam has no session.',
  });
  await screen.findByText('This exam has no session.');
  expect([
    screen.queryByRole('button', { name: 'Confirm' }),
    screen.queryByRole('button', { name: 'Keep session' }),
  ]).toEqual([null, null]);
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  { who: 'the office', isForStaff: true },
  { who: 'a student', isForStaff: false },
])('explains to $who how the reasons affect the fee: $isForStaff', async ({ isForStaff }) => {
  fakePortal({});
  const dialog = <LeaveSessionModal exam={exam} onClose={() => {}} />;
  show(isForStaff ? <StudentInView id={12}>{dialog}</StudentInView> : dialog);
  await screen.findByRole('button', { name: 'Confirm' });
  expect(screen.queryByText(/After a no show a proctor fee is lost/) !== null).toBe(isForStaff);
});

test('offers a retry after a temporary error', async () => {
  await leave({ status: 500, code: 'internal', detail: 'Something went wrong. Please try again.' });
  await screen.findByText('Something went wrong. Please try again.');
  await screen.findByRole('button', { name: 'Confirm' });
  screen.getByRole('button', { name: 'Keep session' });
});
