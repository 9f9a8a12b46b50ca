import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { addSeed, type KnownSeed, planOf, readSeeds } from './seeds.ts';
import { wholeWorld } from './world/plan.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-seeds-'));
const file = join(folder, 'seeds.json');
beforeEach(() => writeFileSync(file, '[{ "seed": 1, "steps": 4000 }]'));
afterAll(() => rmSync(folder, { recursive: true }));

test('adds a world after the existing ones', () => {
  const seed: KnownSeed = {
    ...wholeWorld(7, 300),
    faults: Array.from({ length: 12 }, (_, index) => `call ${index}`),
    found: ['no seat stays held'],
  };
  addSeed(file, seed);
  expect(readSeeds(file)).toEqual([{ seed: 1, steps: 4000 }, seed]);
});

test('a known seed without other figures is a whole world', () => {
  expect(planOf({ seed: 7, steps: 300, found: ['x'] })).toEqual(wholeWorld(7, 300));
  expect(planOf({ seed: 7, steps: 300, staff: [], faults: [] })).toEqual({
    ...wholeWorld(7, 300),
    staff: [],
    faults: [],
  });
});
