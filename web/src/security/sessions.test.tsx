import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import type { Security } from './api.ts';
import { Sessions } from './sessions.tsx';

afterEach(cleanup);

const session = (sessionKey: string, current = false): Security['sessions'][number] => ({
  sessionKey,
  device: `Firefox ${sessionKey}`,
  ip: '192.0.2.7',
  current,
  since: '2026-09-14T12:00:00Z',
  lastSeen: '2026-09-15T12:00:00Z',
  remembered: false,
});

test('ending all other sessions asks first, and counts them', async () => {
  signInAs('ROLE_ADMIN');
  const got = fakePortal({ '/api/office/security': { answer: {} } });
  const sessions = [session('a', true), session('b'), session('c')];
  show(<Sessions security={{ sessions } as Security} />);
  await userEvent.click(screen.getByRole('button', { name: 'End all others' }));
  const asks = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }));
  asks.getByText(/^2 devices are signed out at once/);
  expect(got).toEqual([]);
  await userEvent.click(asks.getByRole('button', { name: 'End 2 sessions' }));
  await waitFor(() => expect(got.map(({ body }) => body)).toEqual([{ action: 'endOthers' }]));
});
