import { afterEach, expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { answerKey } from '../shared/api/calls.ts';
import { forgetSession } from '../shared/session/session.ts';
import { fakePortal, signInAs } from '../shared/testing.tsx';
import { sessionsCall } from './api.ts';
import { prefetch } from './prefetch.ts';
import { calendarInput, shownBy } from './use-calendar-place.ts';

afterEach(() => forgetSession());

const PATH = '/api/office/sessions';
const answer = { sessions: [], marks: [], total: 0, proctors: [], counts: [] };

function prefetched(search: string) {
  const address = new URLSearchParams(search);
  const got = fakePortal({ [PATH]: { answer } });
  const client = new QueryClient();
  prefetch(client, address);
  return { address, client, queries: got.map(({ query }) => query) };
}

test.each([
  [
    'a month with the first sessions of its days',
    'day=2026-12-15&branch=13',
    { from: '2026-11-29', to: '2027-01-02', perDay: '8', locationId: '13' },
  ],
  ['a week with all of them', 'view=week&day=2026-12-15', { from: '2026-12-13', to: '2026-12-19' }],
])('%s is prefetched with the query of the page', async (_, search, query) => {
  signInAs('ROLE_SUPPORT');
  const { address, client, queries } = prefetched(search);
  expect(queries).toEqual([query]);
  // where the page looks for it
  const key = answerKey(sessionsCall, calendarInput(shownBy(address), 1, 50));
  expect(client.isFetching({ queryKey: key, exact: true })).toBe(1);
  await client.ensureQueryData({ queryKey: key, queryFn: () => Promise.reject(new Error()) });
  expect(client.getQueryData(key)).toEqual(answer);
});

test('the list is not prefetched; nor is anything without the permission', () => {
  signInAs('ROLE_SUPPORT');
  expect(prefetched('view=list').queries).toEqual([]);
  signInAs('ROLE_ADMISSIONS');
  expect(prefetched('').queries).toEqual([]);
});
