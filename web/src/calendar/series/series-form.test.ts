import { expect, test } from '@jest/globals';
import { emptySession } from '../sessions/session-form.ts';
import { countLeft, newSeries } from './series-form.ts';

const session = { ...emptySession('2026-12-06'), locationId: 13, proctor: 'Ada' };
const when = { endDate: '2026-12-31', weekdays: ['7'], everyWeeks: 2, skip: ['fast' as const] };

test('a series sends its session without a day, and the changes of single days', () => {
  const exceptions = { '2026-12-13': { time: null }, '2026-12-20': { time: '18:00' } };
  expect(newSeries(session, when, { exceptions, draft: true, dryRun: false })).toEqual({
    template: {
      sessionType: '21',
      testSessionTime: '09:30',
      locationId: 13,
      seats: 20,
      gender: '2',
      limitTo1Test: false,
      proctor: 'Ada',
      draft: true,
    },
    startDate: '2026-12-06',
    endDate: '2026-12-31',
    weekdays: [7],
    everyWeeks: 2,
    skip: ['fast'],
    exceptions: [
      { date: '2026-12-13', action: 'skip' },
      { date: '2026-12-20', action: 'time', testSessionTime: '18:00' },
    ],
    dryRun: false,
  });
});

test('a day left out by hand is not counted', () => {
  const entry = (date: string, made = true) => ({
    date,
    made,
    testSessionTime: '09:30',
    startsAt: `${date}T14:30:00Z`,
    leftOut: made ? null : 'Shabbat',
    marks: [],
    placeName: null,
  });
  const entries = [entry('2026-12-06'), entry('2026-12-12', false), entry('2026-12-13')];
  expect(countLeft(entries, {})).toBe(2);
  expect(countLeft(entries, { '2026-12-13': { time: null } })).toBe(1);
  expect(countLeft(entries, { '2026-12-13': { time: '18:00' } })).toBe(2);
});
