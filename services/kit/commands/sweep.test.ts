import { expect, test } from '@jest/globals';
import { register } from 'prom-client';
import type { Database } from '../database/database.ts';
import { sweepJob } from './sweep.ts';

test('reports the rows that break each invariant, and removes repaired ones', async () => {
  let seats: number[] = [7, 8];
  const job = sweepJob({ within: () => ({}) } as unknown as Database, {
    seats: async () => seats,
    money: async () => [],
  });
  const shown = async () => {
    await job.run();
    const found = await register.getSingleMetric('portal_invariant_broken')?.get();
    return found?.values.map(({ labels, value }) => [labels['invariant'], value]);
  };
  expect(await shown()).toEqual([
    ['seats', 2],
    ['money', 0],
  ]);
  seats = [];
  expect(await shown()).toEqual([
    ['seats', 0],
    ['money', 0],
  ]);
});
