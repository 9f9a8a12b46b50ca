import { expect, test } from '@jest/globals';
import { createProgress } from './progress.ts';

/** A queue that moves `perSecond` for so many seconds. */
function moved(perSecond: number, seconds: number) {
  const progress = createProgress();
  for (let now = 0; now <= seconds * 1000; now += 500)
    progress.note({ called: Math.floor((perSecond * now) / 1000), isQueued: true }, now);
  return progress;
}

test('how fast it moved is known after two seconds', () => {
  expect(createProgress().perSecond(0)).toBeNull();
  expect(moved(20, 1).perSecond(1000)).toBeNull();
  expect(moved(20, 2).perSecond(2000)).toBe(20);
});

test('it is that of the last half minute', () => {
  const progress = moved(20, 100);
  for (let now = 100_000; now <= 130_000; now += 500)
    progress.note({ called: 2000 + (now - 100_000) / 100, isQueued: true }, now);
  expect(progress.perSecond(130_000)).toBe(10);
});

test('a queue that has just begun is not taken for a slow one', () => {
  const progress = createProgress();
  for (let now = 0; now <= 60_000; now += 1000) progress.note({ called: 7, isQueued: false }, now);
  for (let now = 61_000; now <= 65_000; now += 1000)
    progress.note({ called: 7 + (now - 60_000) / 50, isQueued: true }, now);
  expect(progress.perSecond(65_000)).toBe(20);
});

test('a halted queue has no rate', () => {
  expect(moved(0, 60).perSecond(60_000)).toBe(0);
});

test('which numbers were called so long ago is known for a quarter of an hour', () => {
  const progress = moved(1, 1200);
  expect(progress.calledBefore(600_000, 1_200_000)).toBe(600);
  expect(progress.calledBefore(1_000_000, 1_200_000)).toBe(0);
});

test('restarted counters discard the notes of the ones before', () => {
  const progress = moved(20, 60);
  progress.note({ called: 3, isQueued: true }, 61_000);
  expect([progress.perSecond(61_000), progress.calledBefore(30_000, 61_000)]).toEqual([null, 0]);
});
