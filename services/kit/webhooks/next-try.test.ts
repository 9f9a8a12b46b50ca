import { expect, test } from '@jest/globals';
import { MAX_TRIES, pauseBeforeNextTry, retryAfterMs } from './next-try.ts';

const seconds = (ms: number | null) => ms && ms / 1000;
const now = new Date('2026-11-26T12:00:00Z');

test.each([
  { failed: 1, least: 5, most: 6 },
  { failed: 2, least: 300, most: 360 },
  { failed: 3, least: 1800, most: 2160 },
  { failed: 4, least: 7200, most: 8640 },
  { failed: 5, least: 18_000, most: 21_600 },
  { failed: 6, least: 36_000, most: 43_200 },
  { failed: 7, least: 36_000, most: 43_200 },
])('after $failed failed tries the pause is $least to $most s (R-597)', (row) => {
  expect(seconds(pauseBeforeNextTry(row.failed, 0))).toBe(row.least);
  expect(seconds(pauseBeforeNextTry(row.failed, 1))).toBe(row.most);
  expect(seconds(pauseBeforeNextTry(row.failed, 0.5))).toBe((row.least + row.most) / 2);
});

test('the eighth failed try was the last', () => {
  expect(MAX_TRIES).toBe(8);
  expect(pauseBeforeNextTry(8, 0)).toBeNull();
  expect(pauseBeforeNextTry(8, 0, 60_000)).toBeNull();
});

test.each([
  { requested: 60, pause: 60, what: 'longer than the schedule: as requested' },
  { requested: 3, pause: 5, what: 'shorter: as the schedule says' },
  { requested: 3600, pause: 3600, what: 'an hour' },
  { requested: 86_400, pause: 3600, what: 'a day: an hour' },
  { requested: -5, pause: 5, what: 'nonsense' },
])('Retry-After of $requested s is $pause s: $what', ({ requested, pause }) => {
  expect(seconds(pauseBeforeNextTry(1, 0, requested * 1000))).toBe(pause);
});

test.each([
  { status: 503, header: '120', seconds: 120 },
  { status: 429, header: '0', seconds: 0 },
  { status: 429, header: ' 7 ', seconds: 7 },
  { status: 503, header: 'Thu, 26 Nov 2026 12:02:00 GMT', seconds: 120 },
  { status: 503, header: 'Thu, 26 Nov 2026 11:00:00 GMT', seconds: 0 },
  { status: 500, header: '120', seconds: null },
  { status: 302, header: '120', seconds: null },
  { status: 503, header: undefined, seconds: null },
  { status: 503, header: '-1', seconds: null },
  { status: 503, header: '1e9', seconds: null },
  { status: 503, header: '12.5', seconds: null },
  { status: 503, header: '99999999999', seconds: null },
  { status: 503, header: 'soon', seconds: null },
  { status: 503, header: '', seconds: null },
])('Retry-After $header of a $status asks for $seconds s', (row) => {
  expect(seconds(retryAfterMs(row.status, row.header, now))).toBe(row.seconds);
});
