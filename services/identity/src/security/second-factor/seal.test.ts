import { afterEach, expect, test } from '@jest/globals';
import { currentName, seal, unseal } from './seal.ts';

const before = process.env.FACTOR_SECRET;
const use = (secret: string) => {
  process.env.FACTOR_SECRET = secret;
};
afterEach(() => use(before ?? ''));

const [old, next] = ['last-year-0123456789', 'this-year-0123456789'];
const secret = Buffer.from('12345678901234567890');

test('a sealed secret opens for its account alone, and does not show', () => {
  use(next);
  const sealed = seal(7, secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(unseal(7, sealed)).toEqual(secret);
  expect(() => unseal(8, sealed)).toThrow();
  expect(seal(7, secret)).not.toEqual(sealed);
});

test('one changed bit is noticed', () => {
  use(next);
  const sealed = seal(7, secret);
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(7, sealed)).toThrow();
});

test('while the key is replaced the new one seals and both open', () => {
  use(old);
  const sealed = seal(7, secret);
  use(`${next} ${old}`);
  expect(unseal(7, sealed)).toEqual(secret);
  const anew = seal(7, secret);
  expect(anew.subarray(0, 4)).toEqual(currentName());
  expect(sealed.subarray(0, 4)).not.toEqual(currentName());
  use(next);
  expect(unseal(7, anew)).toEqual(secret);
  expect(() => unseal(7, sealed)).toThrow('FACTOR_SECRET lacks the key of a second factor');
});
