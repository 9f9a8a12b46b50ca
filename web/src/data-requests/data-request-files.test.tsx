import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import type { DataRequest } from './api.ts';
import { DataRequestsPage } from './data-requests-page.tsx';

afterEach(cleanup);

const request = (about: Partial<DataRequest>): DataRequest => ({
  requestId: '019a-1',
  studentId: 12,
  student: 'Dana Levi',
  kind: 'export',
  by: 'Test Staff',
  at: '2026-03-09T12:00:00Z',
  state: 'ready',
  until: '2026-03-16T12:00:00Z',
  reason: null,
  ...about,
});
const open = async (role: string, about: Partial<DataRequest>) => {
  signInAs(role);
  fakePortal({
    '/api/office/dataRequests': { answer: { items: [request(about)], total: 1 } },
    '/api/office/filters': { answer: { filters: [] } },
  });
  show(<DataRequestsPage />);
  const [, row] = await screen.findAllByRole('row');
  return within(row as HTMLElement);
};

test.each(['JSON', 'PDF'])('an export that is ready is fetched as %s', async (format) => {
  const row = await open('ROLE_ADMIN', {});
  const link = row.getByRole('link', { name: new RegExp(`^${format} of Dana Levi, `) });
  expect(link.getAttribute('href')).toBe(
    `/api/myData?student_id=12&requestId=019a-1&format=${format.toLowerCase()}`,
  );
  expect(link.hasAttribute('download')).toBe(true);
});

test.each(['preparing', 'expired'] as const)('one that is %s is not fetched', async (state) => {
  const row = await open('ROLE_ADMIN', { state });
  expect(row.queryByRole('link', { name: / of Dana Levi/ })).toBeNull();
  expect(row.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});

test('a blanking that waits is withdrawn by super admins alone, and has no files', async () => {
  const waiting = { kind: 'blanking', state: 'waiting' } as const;
  const row = await open('ROLE_SUPER_ADMIN', waiting);
  row.getByRole('button', { name: 'Withdraw: Dana Levi' });
  expect(row.queryByRole('link', { name: / of Dana Levi/ })).toBeNull();
  cleanup();
  const ofAdmin = await open('ROLE_ADMIN', waiting);
  expect(ofAdmin.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});
