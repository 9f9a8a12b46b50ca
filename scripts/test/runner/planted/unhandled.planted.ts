import { test } from '@jest/globals';

const soon = (): Promise<void> => new Promise((next) => setImmediate(() => setImmediate(next)));
test('fails by an unhandled promise', async () => {
  void Promise.reject(new Error('not handled'));
  await soon();
});
test('fails by an error thrown outside', async () => {
  setImmediate(() => {
    throw new Error('thrown outside');
  });
  await soon();
});
