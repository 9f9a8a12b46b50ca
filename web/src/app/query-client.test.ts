import { expect, test } from '@jest/globals';
import { CallFailure } from '../shared/api/client.ts';
import { retryRead, retryReadAfter } from './query-client.ts';

const away = (retryAfterMs = 0) => new CallFailure(503, { code: 'unavailable' }, retryAfterMs);

test('a read that found a service down is retried four times, with growing pauses', () => {
  expect([0, 1, 2, 3, 4].map((count) => retryRead(count, away()))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect([0, 1, 2, 3].map((count) => retryReadAfter(count, away()))).toEqual([
    1000, 2000, 4000, 8000,
  ]);
});

test('never retries sooner than the server requested', () => {
  expect([0, 1, 2].map((count) => retryReadAfter(count, away(3000)))).toEqual([3000, 3000, 4000]);
});

test.each([400, 401, 403, 404, 409, 422, 500])(
  'a read that was answered with %d is not tried again',
  (status) => {
    expect(retryRead(0, new CallFailure(status, {}))).toBe(false);
  },
);
