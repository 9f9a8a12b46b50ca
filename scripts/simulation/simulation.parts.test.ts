import { expect, test } from '@jest/globals';
import { brokenIn, simulateApart } from './apart.ts';
import { mutantNamed } from './mutate.ts';
import { readSeeds, SEEDS_FILE } from './seeds.ts';
import { simulateKnown, untilFound } from './testing.ts';

test.each(readSeeds(SEEDS_FILE))('all rules hold in the world of seed $seed', async (seed) => {
  expect(await simulateKnown(seed)).toMatchObject({ status: 0 });
});

test('a world is the same alone and after others, with equal SQL parameters', async () => {
  const digests = async (seeds: { seed: number; seeds: number; stride?: number }) => {
    const { status, output } = await simulateApart({ ...seeds, steps: 50, workers: 1, keep: '' });
    expect(status).toBe(0);
    return [...output.matchAll(/^seed (\d+): (\d+ steps, \w{16})$/gm)].map(([, seed, digest]) => ({
      seed,
      digest,
    }));
  };
  const [first, second] = await digests({ seed: 19, seeds: 2 });
  expect(await digests({ seed: 20, seeds: 2, stride: -1 })).toEqual([second, first]);
  expect(first?.digest).not.toBe(second?.digest);
});

// for all mutants: npm run simulate -- --mutants
test('finds a mistake', async () => {
  const name = 'a retried refund has another invoice number';
  const { status, output } = await untilFound(name);
  expect(status).toBe(1);
  expect(brokenIn(output)).toMatch(mutantNamed(name).breaks);
});
