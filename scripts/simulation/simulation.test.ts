import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simulateApart } from './apart.ts';
import { mutantNamed } from './mutate.ts';
import { type KnownSeed, planOf, readSeeds, SEEDS_FILE } from './seeds.ts';

// A process that simulates has no clock of its own, so each is a process beside the test.

const seeds = readSeeds(SEEDS_FILE);
const STEPS = 6_000;

const simulate = (seed: KnownSeed, mutant?: string) =>
  simulateApart([
    ...['--plan', JSON.stringify(seed), '--keep', ''],
    ...(mutant === undefined ? [] : ['--mutant', mutant]),
  ]);

/** Lives through worlds until the mistake is found, wherever the product has moved that. */
const untilFound = (mutant: string, keep = '') =>
  simulateApart([
    ...['--seed', '1', '--seeds', '24', '--steps', String(STEPS), '--workers', '1'],
    ...['--mutant', mutant, '--keep', keep, '--tries', '25'],
  ]);

const digestOf = (output: string) => /steps, (\w+)/.exec(output)?.[1];
const brokenIn = (output: string) => /^broken: (.*)$/m.exec(output)?.[1];

test.each(seeds)(
  'all that must hold holds in the world of seed $seed, which is the same each time',
  async (seed) => {
    const first = await simulate(seed);
    expect(first).toMatchObject({ status: 0 });
    expect(digestOf(first.output)).toMatch(/^\w{16}$/);
    const again = await simulate(seed);
    expect(digestOf(again.output)).toBe(digestOf(first.output));
  },
);

test('a world is the same by itself and after others, to every value that is asked of a database', async () => {
  const steps = ['--steps', '500', '--workers', '1', '--keep', ''];
  const digests = async (...seeds: string[]) => {
    const { status, output } = await simulateApart([...seeds, ...steps]);
    expect(status).toBe(0);
    return [...output.matchAll(/^seed (\d+): (\d+ steps, \w{16})$/gm)].map(([, seed, digest]) => ({
      seed,
      digest,
    }));
  };
  const [first, second, third] = await digests('--seed', '11', '--seeds', '3');
  expect(await digests('--seed', '13', '--seeds', '2', '--stride=-1')).toEqual([third, second]);
  expect(new Set([first?.digest, second?.digest, third?.digest]).size).toBe(3);
});

// the others: npm run simulate -- --mutants
test('a mistake is found out', async () => {
  const name = 'a refund is asked for again under another invoice number';
  const { status, output } = await untilFound(name);
  expect(status).toBe(1);
  expect(brokenIn(output)).toMatch(mutantNamed(name).breaks);
});

test('a world in which a mistake is found is kept as small as it gets, and holds without the mistake', async () => {
  const name = 'a held seat is taken once more when it is booked';
  const folder = mkdtempSync(join(tmpdir(), 'portal-seeds-'));
  try {
    const file = join(folder, 'seeds.json');
    writeFileSync(file, '[]');
    expect(await untilFound(name, file)).toMatchObject({ status: 1 });
    const [kept, ...more] = readSeeds(file) as [KnownSeed];
    expect(more).toEqual([]);
    expect(kept.found?.join()).toMatch(mutantNamed(name).breaks);
    const { steps, students, staff, misfortunes } = planOf(kept);
    expect(steps).toBeLessThan(STEPS);
    expect(students.length + staff.length).toBeLessThan(6);
    expect(misfortunes).toEqual([]);

    const broken = await simulate(kept, name);
    expect(brokenIn(broken.output)).toMatch(mutantNamed(name).breaks);
    expect(await simulate(kept)).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
