import { expect, test } from '@jest/globals';
import type { Granted } from './exam-minutes.ts';
import { isTooShort, minutesThatFit, needsSpecialPlace } from './special-place.ts';

const grants = (kind: string, about: Partial<Granted> = {}): Granted => ({
  kind,
  percent: null,
  minutes: null,
  validFrom: '2026-01-01',
  validUntil: null,
  ...about,
});
const DAY = '2026-12-07';

test.each<[Granted[], boolean]>([
  [[], false],
  [[grants('extra_time', { percent: 50 }), grants('large_print')], false],
  [[grants('own_room')], true],
  [[grants('breaks', { minutes: 10 }), grants('reader')], true],
  [[grants('own_room', { validFrom: '2026-12-08' })], false],
  [[grants('own_room', { validUntil: '2026-12-06' })], false],
  [[grants('own_room', { validUntil: DAY })], true],
])('a student with %j needs a special place: %s', (granted, needs) => {
  expect(needsSpecialPlace(granted, DAY)).toBe(needs);
});

/** 18:00 in New York; the branch closes at 22:00, 240 minutes later. */
const evening = {
  startsAt: new Date('2026-12-07T23:00:00Z'),
  closesAt: new Date('2026-12-08T03:00:00Z'),
};
const double = [grants('extra_time', { percent: 100 })];

test.each<[number[], Granted[], boolean]>([
  [[120], [], false],
  [[120], double, false],
  [[120, 5], double, true],
  [[210], [], false],
])('exams of %j minutes with %j are too long for the evening: %s', (durations, granted, short) => {
  expect(isTooShort({ ...evening, durations, granted })).toBe(short);
});

test('a session that ends too late for all is allowed without accommodations', () => {
  const late = { ...evening, closesAt: new Date('2026-12-08T02:00:00Z') };
  expect(isTooShort({ ...late, durations: [105], granted: double })).toBe(false);
  expect(isTooShort({ ...late, durations: [110], granted: double })).toBe(true);
});

test('as many minutes are offered as still fit before closing', () => {
  expect(minutesThatFit({ ...evening, durations: [], granted: double }, 210)).toBe(120);
  expect(minutesThatFit({ ...evening, durations: [60], granted: double }, 150)).toBe(60);
  expect(minutesThatFit({ ...evening, durations: [], granted: [] }, 210)).toBe(210);
  expect(minutesThatFit({ ...evening, durations: [120], granted: double }, 90)).toBe(0);
});
