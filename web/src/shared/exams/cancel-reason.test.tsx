import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StudentInView } from '../api/student-for-staff.tsx';
import { show } from '../testing.tsx';
import { useCancelReason } from './cancel-reason.tsx';

afterEach(cleanup);

function Asks({ onTaken }: { onTaken: (sent: object | null) => void }) {
  const reason = useCancelReason();
  return (
    <>
      {reason.field}
      <button type="button" onClick={() => onTaken(reason.take())}>
        Confirm
      </button>
    </>
  );
}

test('staff cancel with a reason, and not without', async () => {
  const taken: unknown[] = [];
  show(
    <StudentInView id={5}>
      <Asks onTaken={(sent) => taken.push(sent)} />
    </StudentInView>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  screen.getByText('Please select a cancelling reason');
  await userEvent.click(screen.getByRole('radio', { name: 'Emergency' }));
  expect(screen.queryByText('Please select a cancelling reason')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(taken).toEqual([null, { adminCancelReason: 4 }]);
});

test('a student needs no reason', async () => {
  const taken: unknown[] = [];
  show(<Asks onTaken={(sent) => taken.push(sent)} />);
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(taken).toEqual([{}]);
});
