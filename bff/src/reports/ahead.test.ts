import { expect, test } from '@jest/globals';
import { ahead, begun } from './ahead.ts';

const turn = () => new Promise((done) => setImmediate(done));
const itself = async <T>(item: T): Promise<T> => item;

async function* numbers() {
  for (let n = 1; ; n++) yield n;
}

test('items come in their order, whichever is made first', async () => {
  const waiting = new Map<number, () => void>();
  const made = ahead(
    numbers(),
    (n) => new Promise<number>((done) => waiting.set(n, () => done(n))),
    3,
  );
  const all = [made.next(), made.next(), made.next()];
  await turn();
  for (const n of [3, 1, 2]) waiting.get(n)?.();
  expect((await Promise.all(all)).map(({ value }) => value)).toEqual([1, 2, 3]);
  await made.return(undefined);
});

test('no more are begun than may be at once, and an early end stops the source', async () => {
  let begins = 0;
  let stopped = false;
  async function* source() {
    try {
      yield* numbers();
    } finally {
      stopped = true;
    }
  }
  const work = async (n: number) => {
    begins += 1;
    return n;
  };
  const items = await begun(ahead(source(), work, 3));
  await turn();
  expect(begins).toBe(4);
  for await (const item of items ?? []) if (item === 2) break;
  await turn();
  expect([begins, stopped]).toEqual([5, true]);
});

test('nothing is nothing', async () => {
  async function* none() {}
  expect(await begun(ahead(none(), itself, 2))).toBeNull();
});

test('an early failure comes before the start, a later one at its item', async () => {
  async function* failing(after: number) {
    for (let n = 0; n < after; n++) yield n;
    throw new Error('away');
  }
  await expect(begun(ahead(failing(0), itself, 2))).rejects.toThrow('away');
  const seen: number[] = [];
  const read = async () => {
    for await (const item of (await begun(ahead(failing(3), itself, 2))) ?? []) seen.push(item);
  };
  await expect(read()).rejects.toThrow('away');
  expect(seen).toEqual([0, 1, 2]);
});

test('failed work rejects in its turn', async () => {
  const work = async (n: number) => {
    if (n === 3) throw new Error('broken');
    return n;
  };
  const seen: number[] = [];
  const read = async () => {
    for await (const item of ahead(numbers(), work, 3)) seen.push(item);
  };
  await expect(read()).rejects.toThrow('broken');
  expect(seen).toEqual([1, 2]);
});
