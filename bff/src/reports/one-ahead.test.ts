import { expect, test } from '@jest/globals';
import { begun } from './one-ahead.ts';

const turn = () => new Promise((done) => setImmediate(done));

test('one item is asked for ahead, no more, and an early end stops the source', async () => {
  let asked = 0;
  let stopped = false;
  async function* source() {
    try {
      for (;;) yield ++asked;
    } finally {
      stopped = true;
    }
  }
  const items = await begun(source());
  await turn();
  expect(asked).toBe(2);
  for await (const item of items ?? []) if (item === 3) break;
  await turn();
  expect([asked, stopped]).toEqual([4, true]);
});

test('nothing is nothing', async () => {
  async function* none() {}
  expect(await begun(none())).toBeNull();
});

test('what fails first fails before anything was begun, what fails later where it is', async () => {
  async function* failing(after: number) {
    for (let n = 0; n < after; n++) yield n;
    throw new Error('away');
  }
  await expect(begun(failing(0))).rejects.toThrow('away');
  const seen: number[] = [];
  const read = async () => {
    for await (const item of (await begun(failing(3))) ?? []) seen.push(item);
  };
  await expect(read()).rejects.toThrow('away');
  expect(seen).toEqual([0, 1, 2]);
});
