import { availableParallelism } from 'node:os';
import { atOnce, brokenIn, simulateApart } from './apart.ts';
import { MUTANTS } from './mutants.ts';

/** The rarest of them show in one of forty or fifty worlds. */
const SEEDS = 300;
const STEPS = 6_000;

/** Returns 0 if every mistake of mutants.ts is found within `SEEDS` worlds, else 1. */
export async function proveMutants(first: number): Promise<number> {
  let missed = 0;
  await atOnce(MUTANTS, availableParallelism(), async ({ name, breaks }) => {
    const worlds = { seed: first, seeds: SEEDS, steps: STEPS, workers: 1 };
    const { status, output } = await simulateApart({ ...worlds, mutant: name });
    const broken = brokenIn(output) ?? '';
    const seed = /^seed (\d+):.*\n(?!seed)/m.exec(output)?.[1];
    const isFound = status === 1 && breaks.test(broken);
    if (!isFound) missed++;
    const found = isFound ? `found by seed ${seed}` : 'NOT FOUND';
    process.stdout.write(`${found}: ${name}\n  ${broken || output.slice(-2_000)}\n`);
  });
  process.stdout.write(`${MUTANTS.length} mutants, ${missed} not found\n`);
  return missed === 0 ? 0 : 1;
}
