import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';

// A process that simulates has no clock of its own, so each is a process beside the test.

const PATIENCE_MS = 300_000;
const seeds = JSON.parse(readFileSync(`${ROOT}/scripts/simulation/seeds.json`, 'utf8')) as {
  seed: number;
  steps: number;
}[];

function simulate(seed: number, steps: number, ...more: string[]) {
  const args = ['scripts/simulation/main.ts', '--seed', seed, '--steps', steps, '--seeds', 1];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args.map(String), ...more], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
    maxBuffer: 2 ** 28,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, said: `${stdout}${stderr}`, digest: /steps, (\w+)/.exec(stdout)?.[1] };
}

test.each(seeds)(
  'all that must hold holds in the world of seed $seed, which is the same each time',
  ({ seed, steps }) => {
    const first = simulate(seed, steps);
    expect(first).toMatchObject({ status: 0 });
    expect(simulate(seed, steps).digest).toBe(first.digest);
  },
  PATIENCE_MS,
);

test(
  'a seat that is booked and not taken is found out',
  () => {
    const { status, said } = simulate(1, 4000, '--mutant', 'seat-not-taken');
    expect(status).toBe(1);
    expect(said).toContain('seats left are capacity less seated and held');
  },
  PATIENCE_MS,
);
