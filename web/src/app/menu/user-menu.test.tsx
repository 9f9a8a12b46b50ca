import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { credits } from '../../exams/page/testing.tsx';
import { fakePortal, show } from '../../shared/testing.tsx';
import { UserMenu } from './user-menu.tsx';

afterEach(cleanup);

function open() {
  fakePortal({
    '/api/getStudentInfo': {
      answer: { student: { firstName: 'Dana', collegeId: 1, gender: '2' }, creditsInfo: credits },
    },
    '/api/getCreditsInfo': { answer: credits },
  });
  show(<UserMenu />);
  return screen.findByRole('button', { name: /^Hi, Dana/ });
}

test('the first press loads and opens the menu; later ones close and open it', async () => {
  const closed = await open();
  expect(closed.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(closed);
  await screen.findByRole('menuitem', { name: 'My account' });
  screen.getByRole('menuitem', { name: 'Logout' });
  const pill = screen.getByRole('button', { name: /^Hi, Dana/ });
  expect(pill.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(pill);
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await userEvent.click(pill);
  await screen.findByRole('menuitem', { name: 'My account' });
});

test('it opens by keyboard, and Escape leads back to its button', async () => {
  const closed = await open();
  closed.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'My account' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Hi, Dana/ })),
  );
});
