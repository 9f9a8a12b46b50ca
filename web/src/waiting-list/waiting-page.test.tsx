import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { FakeEventSource } from '../shared/live/testing/fake-event-source.ts';
import { fakePortal, show, signInAs } from '../shared/testing.tsx';
import { WaitingListPage } from './waiting-page.tsx';

const LINES = '/api/office/waitingList';
const PAGE = '/admin/waiting-list';

beforeEach(() => signInAs('ROLE_SUPPORT'));
afterEach(cleanup);

const waiting = {
  waitingId: 4,
  testSessionId: 3,
  registrationId: 881,
  studentId: 12,
  examId: 101,
  studentName: 'Dana Levi',
  subject: 'Ethics',
  locationName: 'Brooklyn',
  position: 1,
  date: '2026-12-01',
  testSessionTime: '10:00',
  state: 'waiting',
  offeredAt: null,
  joinedAt: '2026-11-20T15:00:00Z',
  offerUntil: null,
  needsSpecial: false,
  skipped: null,
};

const onePage = [
  { items: [waiting], total: 1 },
  { items: [], total: 0 },
];

function open(at: string, pages: readonly object[] = onePage) {
  const got = fakePortal({
    [LINES]: pages.map((answer) => ({ answer })),
    '/api/getAllActiveLocations': { answer: [{ id: 13, name: 'Brooklyn' }] },
    '/api/office/filters': {
      answer: {
        filters: [
          {
            filterId: 5,
            table: 'waiting-list',
            name: 'Offers',
            mine: false,
            query: { state: 'offered' },
            sharedWith: ['ROLE_SUPPORT'],
            by: 'Rivka',
          },
        ],
      },
    },
  });
  const { address } = show(<WaitingListPage />, { path: PAGE, at });
  const requests = () => got.filter(({ path }) => path === LINES).map(({ query }) => query);
  return { requests, address };
}

test('the filters of the address are sent, and unknown ones are not', async () => {
  const { requests } = open(`${PAGE}?branch=13&state=gone`);
  await screen.findByText('Dana Levi');
  expect(requests()).toEqual([{ locationId: '13', pageSize: '200' }]);
  cleanup();
  const other = open(`${PAGE}?branch=here&state=offered`);
  await screen.findByText('Dana Levi');
  expect(other.requests()).toEqual([{ state: 'offered', pageSize: '200' }]);
});

test('a saved filter is applied, is in the address, and may find no entry', async () => {
  const { requests, address } = open(`${PAGE}?branch=13`);
  await screen.findByText('Dana Levi');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Offers by Rivka' }));
  await screen.findByText('No results found.');
  expect(requests().at(-1)).toEqual({ state: 'offered', pageSize: '200' });
  expect(address()).toBe(`${PAGE}?state=offered`);
});

test('a branch is chosen by its name', async () => {
  const { address } = open(PAGE);
  await screen.findByText('Dana Levi');
  await userEvent.click(screen.getByRole('combobox', { name: 'Branch' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Brooklyn' }));
  await waitFor(() => expect(address()).toBe(`${PAGE}?branch=13`));
});

test('more entries are on the next page; another branch starts at page 1 (O-09)', async () => {
  const { requests } = open(PAGE, [
    { items: [waiting], total: 201 },
    { items: [{ ...waiting, waitingId: 5, studentName: 'Miri Adler' }], total: 201 },
  ]);
  await screen.findByText('Dana Levi');
  await userEvent.click(screen.getByRole('button', { name: '2' }));
  await screen.findByText('Miri Adler');
  expect(screen.queryByText('Dana Levi')).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Branch' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Brooklyn' }));
  await waitFor(() => expect(requests()).toHaveLength(3));
  expect(requests()).toEqual([
    { pageSize: '200' },
    { page: '2', pageSize: '200' },
    { locationId: '13', pageSize: '200' },
  ]);
});

test('changed entries and moved sessions reload at once; bookings do not (O-09)', async () => {
  const uninstall = FakeEventSource.install();
  try {
    const offered = { ...waiting, state: 'offered', offerUntil: '2026-11-30T15:00:00Z' };
    const { requests } = open(PAGE, [
      { items: [waiting], total: 1 },
      { items: [offered], total: 1 },
      { items: [{ ...offered, locationName: 'Lakewood' }], total: 1 },
    ]);
    await screen.findByText('Dana Levi');
    await waitFor(() => FakeEventSource.last);
    expect(FakeEventSource.last.url).toMatch(/^\/api\/office\/sessionEvents\?age=\d+$/);
    const announce = (...topics: string[]) =>
      act(() => FakeEventSource.last.says('changed', { topics }));
    act(() => FakeEventSource.last.says('ready'));
    announce('sessionDay');
    announce('waiting');
    await screen.findByText(/^Offered until /);
    announce('calendar');
    await screen.findByText(/^Lakewood, /);
    expect(requests()).toHaveLength(3);
  } finally {
    cleanup();
    uninstall();
  }
});
