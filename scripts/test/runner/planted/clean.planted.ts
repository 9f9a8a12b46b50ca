import { expect, test } from '@jest/globals';
import { afterTest } from '@portal/kit/testing/after-test';

test('finds nothing of the file before', () => {
  expect('leftBehind' in globalThis).toBe(false);
  expect(process.env['LEFT_BEHIND']).toBeUndefined();
  expect(process.cwd()).not.toBe('/');
  expect('mock' in console.info).toBe(false);
  expect('clock' in setTimeout).toBe(false);
});
test('notes what is to be done at its end', () => {
  afterTest(() => Object.assign(console, { cleanedUp: true }));
});
test('comes after that was done', () => {
  expect('cleanedUp' in console).toBe(true);
  Reflect.deleteProperty(console, 'cleanedUp');
});
