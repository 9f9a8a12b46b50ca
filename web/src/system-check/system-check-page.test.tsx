import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { SystemCheckPage } from './system-check-page.tsx';

const checked = {
  checkedAt: '2025-11-20T14:30:00Z',
  device: 'Chrome on Windows',
  browser: null,
  camera: null,
  microphone: null,
  network: null,
  screen: 'second_screen',
};

test('lists checks that cannot run here, with advice, and stores them', async () => {
  signInAs('ROLE_STUDENT');
  const got = fakePortal({
    '/api/getSystemCheck': { answer: { check: null } },
    '/api/saveSystemCheck': [
      { status: 503, code: 'unavailable', detail: 'Please try again in a moment.' },
      { answer: { check: checked } },
    ],
    '/mark.svg': { answer: null },
    '/documents/user-manual.pdf': 'lost',
  });
  show(<SystemCheckPage />);
  await userEvent.click(screen.getByRole('button', { name: 'Start the check' }));
  // jsdom is no browser for an exam, and has no camera
  await screen.findByText(/^This computer is not ready/);
  screen.getByText(
    /^The online exam needs a current Chrome, Edge or Firefox\. Update your browser/,
  );
  screen.getByText(/^This browser cannot use a camera\. Open this page in/);
  screen.getByText(/^The connection was lost\. Make sure that you are online/);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText(/^The result is saved/);
  const saved = got.filter(({ path }) => path === '/api/saveSystemCheck');
  expect(saved).toHaveLength(2);
  expect(saved[1]?.body).toMatchObject({
    browser: 'unsupported',
    camera: 'unsupported',
    microphone: 'unsupported',
    network: 'offline',
  });
});

test('shows the last check until a new one begins', async () => {
  signInAs('ROLE_STUDENT');
  fakePortal({ '/api/getSystemCheck': { answer: { check: checked } } });
  show(<SystemCheckPage />);
  await screen.findByText(/The computer is not ready for the online exam/);
  expect(document.body.textContent).toContain(
    'More than one screen is connected. Checked Thu, Nov 20, 2025, 9:30 AM ET on Chrome on ' +
      'Windows.',
  );
});
