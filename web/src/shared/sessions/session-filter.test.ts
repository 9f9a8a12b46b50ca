import { expect, test } from '@jest/globals';
import type { Session } from '@portal/contract/sessions/sessions';
import { nearestFirst } from './nearest-first.ts';
import { everything, matching, nextFree, openByDay, partOf, partsOf } from './session-filter.ts';

const at = (date: string, testSessionTime: string, more: Partial<Session> = {}) =>
  ({
    testSessionId: Number(date.slice(-2) + testSessionTime.slice(0, 2)),
    date,
    testSessionTime,
    closed: false,
    durationLeft: 210,
    remainingSeats: 5,
    hasASeat: false,
    ...more,
  }) as Session;
const exam = { testSessionId: null, examDuration: 120 };
const sessions = [
  at('2099-12-01', '09:30', { closed: true }),
  at('2099-12-01', '12:00'),
  at('2099-12-03', '18:15'),
];

test.each([
  ['00:00', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'afternoon'],
  ['16:59', 'afternoon'],
  ['17:00', 'evening'],
])('%s is in the %s', (time, part) => {
  expect(partOf(at('2099-12-01', time))).toBe(part);
});

test('returns the times of day of the sessions in their order', () => {
  expect(partsOf([...sessions].reverse())).toEqual(['morning', 'afternoon', 'evening']);
  expect(partsOf(sessions.slice(2))).toEqual(['evening']);
});

test('a day and a time of day narrow the list, alone and together', () => {
  const ids = (filter: Parameters<typeof matching>[1]) =>
    matching(sessions, filter).map(({ testSessionId }) => testSessionId);
  expect(ids(everything)).toEqual([109, 112, 318]);
  expect(ids({ day: '2099-12-01', part: 'any' })).toEqual([109, 112]);
  expect(ids({ day: null, part: 'evening' })).toEqual([318]);
  expect(ids({ day: '2099-12-01', part: 'evening' })).toEqual([]);
});

test('the next free one is the first that can be chosen, and days say how many can', () => {
  expect(nextFree(sessions, exam)?.testSessionId).toBe(112);
  expect([...openByDay(sessions, exam)]).toEqual([
    ['2099-12-01', 1],
    ['2099-12-03', 1],
  ]);
  expect(nextFree(sessions, { ...exam, examDuration: 211 })).toBeUndefined();
});

test('the last branch comes first, then those of the own city, the others as they came', () => {
  const branch = (id: number, city: string | null) => ({ id, name: `${id}`, city });
  const branches = [
    branch(1, 'Monsey'),
    branch(2, null),
    branch(3, ' brooklyn'),
    branch(4, 'Boro'),
  ];
  const order = (about: Parameters<typeof nearestFirst>[1]) =>
    nearestFirst(branches, about).map(({ id }) => id);
  expect(order({ last: 4, city: 'Brooklyn' })).toEqual([4, 3, 1, 2]);
  expect(order({ last: undefined, city: null })).toEqual([1, 2, 3, 4]);
  expect(order({ last: undefined, city: '' })).toEqual([1, 2, 3, 4]);
});
