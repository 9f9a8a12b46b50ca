import { expect, test } from '@jest/globals';
import { simulateApart } from './apart.ts';
import { mutantNamed } from './mutate.ts';
import { type KnownSeed, readSeeds, SEEDS_FILE } from './seeds.ts';

// A process that simulates has no real clock, so each simulation is a child process of the test.

const seeds = readSeeds(SEEDS_FILE);
const STEPS = 6_000;

const simulate = (seed: KnownSeed) => simulateApart(['--plan', JSON.stringify(seed), '--keep', '']);

/** Lives through worlds until the mistake is found, whichever world shows it in today's product. */
const untilFound = (mutant: string) =>
  simulateApart([
    '--seed',
    '1',
    '--seeds',
    '24',
    '--steps',
    String(STEPS),
    '--workers',
    '1',
    '--mutant',
    mutant,
    '--keep',
    '',
  ]);

const brokenIn = (output: string) => /^broken: (.*)$/m.exec(output)?.[1];

test.each(seeds)('all rules hold in the world of seed $seed', async (seed) => {
  expect(await simulate(seed)).toMatchObject({ status: 0 });
});

test('a world is the same alone and after others, with equal SQL parameters', async () => {
  const steps = ['--steps', '50', '--workers', '1', '--keep', ''];
  const digests = async (...seeds: string[]) => {
    const { status, output } = await simulateApart([...seeds, ...steps]);
    expect(status).toBe(0);
    return [...output.matchAll(/^seed (\d+): (\d+ steps, \w{16})$/gm)].map(([, seed, digest]) => ({
      seed,
      digest,
    }));
  };
  const [first, second] = await digests('--seed', '19', '--seeds', '2');
  expect(await digests('--seed', '20', '--seeds', '2', '--stride=-1')).toEqual([second, first]);
  expect(first?.digest).not.toBe(second?.digest);
});

// for all mutants: npm run simulate -- --mutants
test('finds a mistake', async () => {
  const name = 'a retried refund has another invoice number';
  const { status, output } = await untilFound(name);
  expect(status).toBe(1);
  expect(brokenIn(output)).toMatch(mutantNamed(name).breaks);
});
