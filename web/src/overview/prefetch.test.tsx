import { afterEach, expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { OverviewPage } from './overview-page.tsx';
import { prefetch } from './prefetch.ts';

afterEach(() => {
  cleanup();
  forgetSession();
});

const chart = { answer: { series: [], total: 0, asOf: '2099-12-09T14:30:00Z' } };
const replies = {
  '/api/office/chart': chart,
  '/api/office/overview': {
    answer: { sessionsToday: [], queues: [], missing: [], asOf: '2099-12-09T14:30:00Z' },
  },
};
/** Returns the prefetched calls, in any order of the address parameters. */
const prefetched = (search: string): string[] => {
  const got = fakePortal(replies);
  prefetch(new QueryClient(), new URLSearchParams(search));
  return textsOf(got);
};
const textsOf = (got: ReturnType<typeof fakePortal>): string[] =>
  got.map(({ path, query }) => `${path} ${JSON.stringify(Object.entries(query).sort())}`).sort();

test.each(['', '?days=7', '?from=2026-01-01&to=2026-03-31', '?from=2026-03-31&to=2026-01-01'])(
  'prefetches the calls of the page for the address "%s"',
  async (search) => {
    signInAs('ROLE_SUPER_ADMIN');
    const got = fakePortal(replies);
    show(<OverviewPage />, { path: '/admin/overview', at: `/admin/overview${search}` });
    await screen.findByText('No sessions today.');
    const byPage = textsOf(got);
    expect(byPage.length).toBeGreaterThan(0);
    await waitFor(() => expect(prefetched(search)).toEqual(byPage));
  },
);

test('without the permission for statistics nothing is prefetched', () => {
  signInAs('ROLE_ADMISSIONS');
  expect(prefetched('')).toEqual([]);
});
