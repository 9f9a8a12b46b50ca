import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';
import { simulateApart } from './apart.ts';
import { mutantNamed } from './mutate.ts';

// A process that simulates has no clock of its own, so each is a process beside the test.

const PATIENCE_MS = 300_000;
const seeds = JSON.parse(readFileSync(`${ROOT}/scripts/simulation/seeds.json`, 'utf8')) as {
  seed: number;
  steps: number;
}[];

function simulate(seed: number, steps: number, ...more: string[]) {
  const numbers = { seed, steps, seeds: 1, workers: 1 };
  const args = Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return simulateApart([...args, ...more]);
}

const digestOf = (output: string) => /steps, (\w+)/.exec(output)?.[1];

test.each(seeds)(
  'all that must hold holds in the world of seed $seed, which is the same each time',
  async ({ seed, steps }) => {
    const first = await simulate(seed, steps);
    expect(first).toMatchObject({ status: 0 });
    expect(digestOf(first.output)).toMatch(/^\w{16}$/);
    const again = await simulate(seed, steps);
    expect(digestOf(again.output)).toBe(digestOf(first.output));
  },
  PATIENCE_MS,
);

// the others: npm run simulate -- --mutants
test.each([
  'a held seat is taken once more when it is booked',
  'a charge is tried again under another invoice number',
])(
  'a mistake is found out: %s',
  async (name) => {
    const { status, output } = await simulate(1, 6000, '--mutant', name);
    expect(status).toBe(1);
    expect(/^broken: (.*)$/m.exec(output)?.[1]).toMatch(mutantNamed(name).breaks);
  },
  PATIENCE_MS,
);
