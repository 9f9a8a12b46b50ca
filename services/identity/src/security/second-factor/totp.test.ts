import { expect, test } from '@jest/globals';
import { newTotpSecret, setupOf, stepOf } from './totp.ts';

// The secret of RFC 6238, whose table says the codes (of 8 digits: these are the last 6).
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);
const step = Math.floor(1_111_111_109 / 30);

test.each([
  { code: '081804', now: 1_111_111_109, lastStep: null, step, what: 'of this moment' },
  { code: '081804', now: 1_111_111_109 - 30, lastStep: null, step, what: 'of the next step' },
  { code: '081804', now: 1_111_111_109 + 30, lastStep: null, step, what: 'of the step before' },
  { code: '081804', now: 1_111_111_109 - 60, lastStep: null, step: null, what: 'two steps early' },
  { code: '081804', now: 1_111_111_109 + 60, lastStep: null, step: null, what: 'two steps late' },
  { code: '081804', now: 1_111_111_109, lastStep: step, step: null, what: 'used before' },
  { code: '081804', now: 1_111_111_109, lastStep: step + 1, step: null, what: 'older than used' },
  { code: '081804', now: 1_111_111_109, lastStep: step - 1, step, what: 'newer than used' },
  { code: '081805', now: 1_111_111_109, lastStep: null, step: null, what: 'wrong' },
  { code: '07081804', now: 1_111_111_109, lastStep: null, step: null, what: 'of eight digits' },
  { code: '08180', now: 1_111_111_109, lastStep: null, step: null, what: 'too short' },
  { code: '', now: 1_111_111_109, lastStep: null, step: null, what: 'empty' },
])('a code $what: step $step (R-584)', ({ code, now, lastStep, step: expected }) => {
  expect(stepOf(code, secret, { lastStep, now: at(now) })).toBe(expected);
});

test('an app gets a secret of 160 bits, as text and as an address', () => {
  const made = newTotpSecret();
  expect(made).toHaveLength(20);
  const { secret: typed, otpauth } = setupOf(secret, 'rivka');
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const url = new URL(otpauth);
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'JSE portal',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
