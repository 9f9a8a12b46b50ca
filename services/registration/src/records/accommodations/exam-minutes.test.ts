import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  examMinutes,
  type Granted,
  grantedOn,
  latestEnd,
  moreMinutes,
  ownEnd,
} from './exam-minutes.ts';

const granted = (about: Partial<Granted>): Granted => ({
  kind: 'extra_time',
  percent: null,
  minutes: null,
  validFrom: '2026-01-01',
  validUntil: null,
  ...about,
});
const percent = (more: number) => granted({ percent: more });
const minutes = (more: number) => granted({ minutes: more });
const breaks = (more: number) => granted({ kind: 'breaks', minutes: more });
const start = new Date('2026-03-02T14:30:00Z');
const after = (more: number) => new Date(start.getTime() + more * 60_000);

test.each<[string, number, Granted[], number]>([
  ['nothing', 95, [], 95],
  ['25 %, rounded up to a whole 5', 95, [percent(25)], 120],
  ['25 % of a whole', 120, [percent(25)], 150],
  ['50 %', 90, [percent(50)], 135],
  ['100 %', 95, [percent(100)], 190],
  ['minutes, as they are', 92, [minutes(30)], 122],
  ['the longest of several', 90, [percent(25), minutes(30), percent(50)], 135],
  ['breaks, which add up', 90, [breaks(10), breaks(15)], 115],
  ['both', 90, [percent(50), breaks(10)], 145],
  ['a room, which takes no time', 90, [granted({ kind: 'own_room' })], 90],
])('%s: %d minutes last %j as %d', (_what, duration, all, expected) => {
  expect(examMinutes(duration, all)).toBe(expected);
});

test('extra time of an exam in five-minute steps is a multiple of five, never negative', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 48 }),
      fc.array(fc.constantFrom(25, 50, 100).map(percent), { maxLength: 3 }),
      (fives, all) => {
        const { extra } = moreMinutes(fives * 5, all);
        expect(extra).toBeGreaterThanOrEqual(0);
        expect(extra % 5).toBe(0);
      },
    ),
  );
});

test('an accommodation is valid from its first to its last day', () => {
  const all = [granted({ validFrom: '2026-03-02', validUntil: '2026-03-04' })];
  const days = ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'];
  expect(days.map((day) => grantedOn(all, day).length)).toEqual([0, 1, 1, 0]);
});

test('a session ends 210 minutes after its start, later for a student who needs more', () => {
  expect(ownEnd(start, [90, 90], [])).toEqual(after(210));
  expect(ownEnd(start, [90], [percent(100)])).toEqual(after(210));
  expect(ownEnd(start, [90, 90], [percent(25)])).toEqual(after(230));
  expect(ownEnd(start, [], [percent(100)])).toEqual(after(210));
});

test('a session ends with its last student, by the accommodations of its day', () => {
  const part = (...granted: Granted[]) => ({ durations: [90, 90], granted });
  expect(latestEnd(start, [])).toEqual(after(210));
  expect(latestEnd(start, [part(percent(25)), part(percent(50)), part()])).toEqual(after(270));
  const later = granted({ percent: 100, validFrom: '2026-03-03' });
  expect(latestEnd(start, [part(later)])).toEqual(after(210));
});
