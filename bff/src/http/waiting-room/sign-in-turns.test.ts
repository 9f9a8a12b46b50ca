import { expect, test } from '@jest/globals';
import { createSignInTurns } from './sign-in-turns.ts';

/** Sign-ins that end when the test says so, each after 100 ms of its clock. */
function someTurns(atOnce: number, longestMs = 1000) {
  let now = 0;
  const turns = createSignInTurns(atOnce, longestMs, () => now);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const signIn = (n: number) =>
    turns.run(async () => {
      begun.push(n);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      return n;
    });
  const settle = () => new Promise<void>((next) => setImmediate(next));
  return {
    turns,
    begun,
    signIn,
    settle,
    async endNext() {
      now += 100;
      ends.shift()?.();
      await settle();
    },
    later: (ms: number) => {
      now += ms;
    },
  };
}

test('so many are done at once, the others in the order in which they came', async () => {
  const { begun, signIn, endNext, settle } = someTurns(2);
  const all = [1, 2, 3, 4].map(signIn);
  await settle();
  expect(begun).toEqual([1, 2]);
  await endNext();
  expect(begun).toEqual([1, 2, 3]);
  for (let n = 0; n < 3; n++) await endNext();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('a sign-in that would wait too long is sent back, and takes no turn', async () => {
  const { turns, signIn, settle, endNext } = someTurns(1, 150);
  const all = Array.from({ length: 5 }, (_, n) => signIn(n));
  await settle();
  // four wait for 50 ms each, as one is taken to need before any is known
  expect(turns.expectedWaitMs()).toBe(200);
  await expect(signIn(6)).rejects.toMatchObject({ status: 429, code: 'waiting_room' });
  expect(turns.inside()).toBe(5);
  for (let n = 0; n < 5; n++) await endNext();
  await Promise.all(all);
  expect([turns.inside(), turns.expectedWaitMs()]).toEqual([0, 0]);
});

test('one that fails gives its turn to the next', async () => {
  const { turns } = someTurns(1);
  const failed = turns.run(() => Promise.reject(new Error('wrong password')));
  await expect(failed).rejects.toThrow('wrong password');
  await expect(turns.run(async () => 'next')).resolves.toBe('next');
});

test('recent sign-ins are counted by the second', async () => {
  const { turns, signIn, endNext, later, settle } = someTurns(4);
  const all = Array.from({ length: 6 }, (_, n) => signIn(n));
  await settle();
  for (let n = 0; n < 6; n++) await endNext();
  await Promise.all(all);
  expect(turns.perSecond()).toBe(2);
  later(3001);
  expect(turns.perSecond()).toBe(0);
});
