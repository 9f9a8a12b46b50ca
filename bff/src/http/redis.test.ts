import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { answerWithin } from './redis.ts';

/** Nothing happens in this process for half a second. */
function standStill(): void {
  const until = performance.now() + 500;
  while (performance.now() < until);
}

test('a pause of the whole machine extends the time of Redis once, not twice', async () => {
  const late = Promise.withResolvers<string>();
  const answers = [late.promise, new Promise<string>(() => {})].map((one) => answerWithin(one, 50));
  const settled = Promise.allSettled(answers);
  standStill();
  await pause(1);
  late.resolve('PONG');
  expect(await settled).toMatchObject([
    { status: 'fulfilled', value: 'PONG' },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ]);
});

test('without a pause, a silent Redis is waited for as long as given', async () => {
  const begun = performance.now();
  await expect(answerWithin(new Promise(() => {}), 50)).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(performance.now() - begun).toBeGreaterThan(45);
});
