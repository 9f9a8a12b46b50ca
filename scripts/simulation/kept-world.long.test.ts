import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simulateApart } from './apart.ts';
import { mutantNamed } from './mutate.ts';
import { type KnownSeed, planOf, readSeeds, SEEDS_FILE } from './seeds.ts';

// A process that simulates has no real clock, so each simulation is a child process of the test.

const STEPS = 6_000;

const simulate = (seed: KnownSeed, mutant?: string) =>
  simulateApart([
    '--plan',
    JSON.stringify(seed),
    '--keep',
    '',
    ...(mutant === undefined ? [] : ['--mutant', mutant]),
  ]);

/** Lives through worlds until the mistake is found, whichever world shows it in today's product. */
const untilFound = (mutant: string, keep: string) =>
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
    keep,
    '--tries',
    '25',
  ]);

const brokenIn = (output: string) => /^broken: (.*)$/m.exec(output)?.[1];

const digestOf = (output: string) => /steps, (\w+)/.exec(output)?.[1];

test.each(readSeeds(SEEDS_FILE))('the world of seed $seed is the same each time', async (seed) => {
  const [first, again] = [await simulate(seed), await simulate(seed)];
  expect(digestOf(first.output)).toMatch(/^\w{16}$/);
  expect(digestOf(again.output)).toBe(digestOf(first.output));
});

test('a world that shows a mistake is kept small, and holds without the mistake', async () => {
  const name = 'booking a held seat takes a second one';
  const folder = mkdtempSync(join(tmpdir(), 'portal-seeds-'));
  try {
    const file = join(folder, 'seeds.json');
    writeFileSync(file, '[]');
    expect(await untilFound(name, file)).toMatchObject({ status: 1 });
    const [kept, ...more] = readSeeds(file) as [KnownSeed];
    expect(more).toEqual([]);
    expect(kept.found?.join()).toMatch(mutantNamed(name).breaks);
    const { steps, students, staff, faults } = planOf(kept);
    expect(steps).toBeLessThan(STEPS);
    expect(students.length + staff.length).toBeLessThan(6);
    expect(faults).toEqual([]);

    const broken = await simulate(kept, name);
    expect(brokenIn(broken.output)).toMatch(mutantNamed(name).breaks);
    expect(await simulate(kept)).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
