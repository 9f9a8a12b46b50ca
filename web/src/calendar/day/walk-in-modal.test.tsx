import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../../shared/testing.tsx';
import type { OfficeSession } from '../api.ts';
import { WalkInModal } from './walk-in-modal.tsx';

afterEach(cleanup);

const session = { testSessionId: 7, startsAt: '2099-12-09T14:30:00Z' } as OfficeSession;

test.each([
  { owes: 'the additional fee alone', expected: 50, proctorFee: 0, said: '$50.00' },
  { owes: 'both fees', expected: 65, proctorFee: 15, said: '$65.00' },
])('at the door it is said what $owes comes to', async ({ expected, proctorFee, said }) => {
  signInAs('ROLE_SUPPORT');
  const student = {
    id: 9,
    firstName: 'Dana',
    lastName: 'Levi',
    ssn: '4821',
    dob: '2004-04-15',
    schoolName: 'Bais Rivka',
  };
  const registration = { id: 5, examName: 'Biology', active: true, examTaken: null };
  fakePortal({
    '/api/admin/suggestStudents': { answer: [student, { ...student, id: 10, ssn: '4822' }] },
    '/api/admin/getStudent': { answer: { student: { registrations: [registration] } } },
    '/api/office/addWalkIn': {
      status: 409,
      code: 'fees_due',
      detail: 'Please pay the fees first.',
      expected,
      proctorFee,
    },
  });
  show(<WalkInModal session={session} onClose={() => {}} />);
  await userEvent.type(await screen.findByLabelText('Student'), 'Levi');
  await userEvent.click(
    await screen.findByRole('button', { name: /4821 · 04\/15\/2004 · Bais Rivka/ }),
  );
  await userEvent.click(await screen.findByRole('combobox', { name: 'Exam' }));
  await userEvent.click(await screen.findByText('Biology'));
  await userEvent.click(screen.getByRole('button', { name: 'Add walk-in' }));
  expect((await screen.findByRole('status')).textContent).toBe(`${said} has to be paid first.`);
  screen.getByText('Please pay the fees first.');
});
