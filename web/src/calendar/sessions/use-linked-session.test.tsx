import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { chosenState } from '../../shared/page/chosen-link.ts';
import { show } from '../../shared/testing.tsx';
import { useLinkedSession } from './use-linked-session.ts';

afterEach(cleanup);

function Calendar() {
  const navigate = useNavigate();
  const [id, setId] = useState<number | null>(null);
  useLinkedSession(setId);
  const choose = (session: number) =>
    void navigate(`/admin/calendar?session=${session}`, { replace: true, state: chosenState() });
  return (
    <>
      <button type="button" onClick={() => choose(5)}>
        Choose 5
      </button>
      <button type="button" onClick={() => void navigate('/admin/calendar?session=5&view=list')}>
        List
      </button>
      {id !== null && (
        <ModalFrame title={`Session ${id}`} opened onClose={() => setId(null)}>
          open
        </ModalFrame>
      )}
    </>
  );
}
const open = (at: string) => show(<Calendar />, { path: '/admin/calendar', at });
const closeDialog = async () => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const named = () => screen.findByRole('dialog', { name: 'Session 5' });

test('a link opens its session with the page, and Escape closes it for good', async () => {
  open('/admin/calendar?session=5');
  await named();
  await closeDialog();
  await userEvent.click(screen.getByRole('button', { name: 'List' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the session that was closed opens again each time that it is chosen', async () => {
  open('/admin/calendar?session=5');
  await named();
  for (let time = 0; time < 2; time++) {
    await closeDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Choose 5' }));
    await named();
  }
});

test('an address that names no session opens none', async () => {
  open('/admin/calendar?session=x5');
  await screen.findByRole('button', { name: 'Choose 5' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
