import { describe, expect, test } from '@jest/globals';
import { makeKey, publicOf } from '@portal/kit/auth/token-keys';
import { withNext, withOnly } from './rotate-key.ts';

const [now, stale, next, bff] = [
  publicOf(makeKey('payments')),
  publicOf(makeKey('payments')),
  publicOf(makeKey('payments')),
  publicOf(makeKey('bff')),
];

describe('the public keys of all parts while one changes its own', () => {
  test('hold the key that it signs with and the next, and none of a change that was cut off', () => {
    expect(withNext([bff, now, stale], now.kid, next)).toEqual([bff, now, next]);
  });

  test('hold only the next when the change is over, and those of others', () => {
    expect(withOnly([now, bff, next], next)).toEqual([bff, next]);
  });
});
