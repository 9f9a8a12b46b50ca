import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { DelayLine } from './delay-line.ts';

/** Keeps the event loop busy. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('keeps the order of things when a delay ends while the event loop is busy', async () => {
  const arrived: number[] = [];
  const line = new DelayLine<number>((piece) => arrived.push(piece));
  for (const piece of [1, 2, 3]) {
    line.push(piece, 50);
    block(10);
  }
  block(10);
  for (const piece of [4, 5]) line.push(piece, 0);
  while (arrived.length < 5) await pause(5);
  expect(arrived).toEqual([1, 2, 3, 4, 5]);
});

test('hands things on at once without a delay', () => {
  const arrived: number[] = [];
  new DelayLine<number>((piece) => arrived.push(piece)).push(1, 0);
  expect(arrived).toEqual([1]);
});
