import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openSecret, sealSecret } from './seal-secret.ts';

const before = process.env.WEBHOOKS_SECRET;
beforeEach(() => {
  process.env.WEBHOOKS_SECRET = 'first';
});
afterEach(() => {
  if (before === undefined) delete process.env.WEBHOOKS_SECRET;
  else process.env.WEBHOOKS_SECRET = before;
});

test('a sealed secret does not show, and opens again', () => {
  const sealed = sealSecret('whsec_abc');
  expect(sealed.toString('latin1')).not.toContain('abc');
  expect(openSecret(sealed)).toBe('whsec_abc');
  expect(sealSecret('whsec_abc').equals(sealed)).toBe(false);
});

test('a modified secret does not open', () => {
  const sealed = sealSecret('whsec_abc');
  for (const at of [5, 17, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openSecret(changed)).toThrow('authenticate');
  }
});

test('a replaced key opens its secrets as long as it follows the new one', () => {
  const sealed = sealSecret('whsec_abc');
  process.env.WEBHOOKS_SECRET = 'second first';
  expect(openSecret(sealed)).toBe('whsec_abc');
  expect(openSecret(sealSecret('new'))).toBe('new');
  process.env.WEBHOOKS_SECRET = 'second';
  expect(() => openSecret(sealed)).toThrow('WEBHOOKS_SECRET lacks the key of a webhook');
  process.env.WEBHOOKS_SECRET = '';
  expect(() => sealSecret('x')).toThrow('WEBHOOKS_SECRET is not set');
});
