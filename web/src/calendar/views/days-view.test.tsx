import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { show } from '../../shared/testing.tsx';
import type { OfficeSession } from '../api.ts';
import { weeksOfMonth } from './calendar-days.ts';
import { DaysView } from './days-view.tsx';

afterEach(cleanup);

const DAY = '2099-12-09';
const sessions = (count: number): OfficeSession[] =>
  Array.from({ length: count }, (_, n) => ({
    testSessionId: n + 1,
    sessionType: '21',
    state: 'open',
    date: DAY,
    testSessionTime: '09:30',
    startsAt: '2099-12-09T14:30:00Z',
    endsAt: '2099-12-09T18:00:00Z',
    title: null,
    address: null,
    locationId: 13,
    locationName: `Place ${n + 1}`,
    schoolId: null,
    schoolName: null,
    gender: '3',
    limitTo1Test: false,
    seats: 12,
    taken: 1,
    held: 0,
    remainingSeats: 11,
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
  }));

function showMonth(
  count: number,
  onMore?: (day: string) => void,
  counts?: { date: string; sessions: number }[],
): HTMLElement[] {
  const never = () => {};
  const keys = { onDay: never, onOpen: never, onMove: never, ...(onMore ? { onMore } : {}) };
  const of = { weeks: weeksOfMonth(DAY), day: DAY, marks: [], month: DAY.slice(0, 7) };
  show(<DaysView {...of} {...keys} sessions={sessions(count)} {...(counts ? { counts } : {})} />);
  return within(screen.getByRole('gridcell', { selected: true })).getAllByRole('button');
}

test('a day of the month shows eight sessions, then the first ones and a count (O-02)', () => {
  expect(showMonth(8, () => {})).toHaveLength(8);
  cleanup();
  const shown = showMonth(33, () => {}).map(({ textContent }) => textContent);
  expect(shown).toHaveLength(8);
  expect(shown.at(-1)).toBe('26 more');
});

test('announces the number of sessions with the first of a day', () => {
  const shown = showMonth(8, () => {}, [{ date: DAY, sessions: 40 }]);
  expect(shown).toHaveLength(8);
  expect(shown.at(-1)?.textContent).toBe('33 more');
  screen.getByText('Wednesday, December 9, 2099, 40 sessions');
  cleanup();
  expect(showMonth(8, () => {}, [{ date: DAY, sessions: 8 }])).toHaveLength(8);
});

test('the button for the others leads to that day', () => {
  const onMore = jest.fn();
  showMonth(33, onMore);
  fireEvent.click(
    screen.getByRole('button', { name: '26 more sessions on Wednesday, December 9, 2099' }),
  );
  expect(onMore).toHaveBeenCalledWith(DAY);
});

test('where nothing leads to the others, all are shown', () => {
  expect(showMonth(33)).toHaveLength(33);
});
