import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenIn } from './apart.ts';
import { mutantNamed } from './mutate.ts';
import { type KnownSeed, planOf, readSeeds, SEEDS_FILE } from './seeds.ts';
import { STEPS, simulateKnown, untilFound } from './testing.ts';

const digestOf = (output: string) => /steps, (\w+)/.exec(output)?.[1];

test.each(readSeeds(SEEDS_FILE))('the world of seed $seed is the same each time', async (seed) => {
  const [first, again] = [await simulateKnown(seed), await simulateKnown(seed)];
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

    const broken = await simulateKnown(kept, name);
    expect(brokenIn(broken.output)).toMatch(mutantNamed(name).breaks);
    expect(await simulateKnown(kept)).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
