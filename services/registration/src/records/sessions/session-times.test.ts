import { expect, test } from '@jest/globals';
import { shownFrom } from './list-open-sessions.ts';
import { closingMoment, isClosed, overlaps, shownUntil } from './session-times.ts';

const open = {
  startsAt: new Date('2026-12-10T15:00:00Z'),
  closedByStaff: false,
  closingDate: null,
  closingTime: null,
};

test.each([
  {
    closing: 'at its time in winter',
    closingDate: '2026-12-07',
    closingTime: '14:00',
    moment: '2026-12-07T19:00:00.000Z',
  },
  {
    closing: 'at its time in summer',
    closingDate: '2026-07-07',
    closingTime: '14:00',
    moment: '2026-07-07T18:00:00.000Z',
  },
  {
    closing: 'at the end of the day without a time',
    closingDate: '2026-12-07',
    closingTime: null,
    moment: '2026-12-08T05:00:00.000Z',
  },
  {
    closing: 'at the end of the day that has 23 hours',
    closingDate: '2026-03-08',
    closingTime: null,
    moment: '2026-03-09T04:00:00.000Z',
  },
])('a session closes $closing', ({ closingDate, closingTime, moment }) => {
  expect(closingMoment({ closingDate, closingTime })?.toISOString()).toBe(moment);
});

test.each([
  { session: 'without a closing date', more: {}, now: '2026-12-10T14:59:59Z', closed: false },
  { session: 'that has begun', more: {}, now: '2026-12-10T15:00:00Z', closed: true },
  {
    session: 'closed by staff',
    more: { closedByStaff: true },
    now: '2026-12-01T00:00:00Z',
    closed: true,
  },
  {
    session: 'on its closing day',
    more: { closingDate: '2026-12-07' },
    now: '2026-12-08T04:59:59Z',
    closed: false,
  },
  {
    session: 'after its closing day',
    more: { closingDate: '2026-12-07' },
    now: '2026-12-08T05:00:00Z',
    closed: true,
  },
])('a session $session is closed: $closed', ({ more, now, closed }) => {
  expect(isClosed({ ...open, ...more }, new Date(now))).toBe(closed);
});

test("a session is shown 3.5 hours, a school or shipped one to its last date's end", () => {
  const startsAt = new Date('2026-12-10T15:00:00Z');
  expect(shownUntil({ startsAt, lastDate: null }).toISOString()).toBe('2026-12-10T18:30:00.000Z');
  expect(shownUntil({ startsAt, lastDate: '2026-12-14' }).toISOString()).toBe(
    '2026-12-15T05:00:00.000Z',
  );
});

test('two sittings meet when less than 210 minutes lie between their starts', () => {
  const a = new Date('2026-12-10T15:00:00Z');
  expect(overlaps(a, new Date('2026-12-10T18:29:59Z'))).toBe(true);
  expect(overlaps(a, new Date('2026-12-10T18:30:00Z'))).toBe(false);
  expect(overlaps(new Date('2026-12-10T18:29:59Z'), a)).toBe(true);
});

test.each([
  { now: '2026-12-10T13:00:00Z', shown: '2026-12-10T09:30:01.000Z' },
  { now: '2026-12-10T06:00:00Z', shown: '2026-12-10T05:00:00.000Z' },
])('the list of sessions begins with those of today that are not over ($now)', ({ now, shown }) => {
  expect(shownFrom(new Date(now)).toISOString()).toBe(shown);
});
