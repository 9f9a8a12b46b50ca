import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { CalendarPage } from './calendar-page.tsx';

afterEach(cleanup);

const session = {
  testSessionId: 7,
  sessionType: '21',
  state: 'open',
  date: '2099-12-02',
  testSessionTime: '09:30',
  startsAt: '2099-12-02T14:30:00Z',
  title: null,
  address: null,
  endsAt: '2099-12-02T18:00:00Z',
  locationId: 13,
  locationName: 'Brooklyn',
  schoolId: null,
  schoolName: null,
  gender: '3',
  limitTo1Test: false,
  seats: 12,
  taken: 3,
  held: 0,
  remainingSeats: 9,
  waiting: 0,
  specialPlaces: 0,
  specialTaken: 0,
  rooms: [],
  proctor: null,
  closingDate: null,
  closingTime: null,
  closedByStaff: false,
  remark: null,
  version: 4,
  seriesId: null,
  marks: [],
  actions: [],
};
const answerOf = (...sessions: object[]) => ({
  answer: { sessions, marks: [], total: sessions.length, proctors: [] },
});

test('does not call a day empty while its sessions are loading', async () => {
  signInAs('ROLE_ADVISOR');
  fakePortal({
    '/api/office/sessions': [answerOf(session), answerOf()],
    '/api/getAllActiveLocations': { answer: [] },
    '/api/getActiveSchools': { answer: [] },
    '/api/office/catalogue': { answer: { part: 'vendors', items: [] } },
    '/api/office/filters': { answer: { filters: [] } },
  });
  const answer = globalThis.fetch;
  show(<CalendarPage />, { path: '/admin/calendar', at: '/admin/calendar?day=2099-12-02' });
  await screen.findByRole('button', { name: /Brooklyn/ });
  const day = (date: string) => document.querySelector(`[data-day="${date}"]`)?.textContent;
  expect(day('2099-12-15')).toMatch(/no sessions/);

  const { promise, resolve } = Promise.withResolvers<void>();
  globalThis.fetch = async (...args) => {
    await promise;
    return answer(...args);
  };
  await userEvent.click(screen.getByRole('button', { name: 'Forward' }));
  await waitFor(() => expect(day('2100-01-15')).toMatch(/loading/));
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('No sessions in this time.')).toBeNull();
  resolve();
  await screen.findByText('No sessions in this time.');
  expect(day('2100-01-15')).toMatch(/no sessions/);
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false');
});
