import { describe, expect, test } from '@jest/globals';
import { makeKey, publicOf } from '@portal/kit/auth/token-keys';
import { withNext, withOnly } from './rotate-key.ts';

const [now, stale, next, bff] = [
  publicOf(makeKey('payments')),
  publicOf(makeKey('payments')),
  publicOf(makeKey('payments')),
  publicOf(makeKey('bff')),
];

describe('the public keys of all services while one changes its own', () => {
  test('hold its current and its next key, and none of an interrupted change', () => {
    expect(withNext([bff, now, stale], now.kid, next)).toEqual([bff, now, next]);
  });

  test('hold only the next when the change is over, and those of others', () => {
    expect(withOnly([now, bff, next], next)).toEqual([bff, next]);
  });
});
