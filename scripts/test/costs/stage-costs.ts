import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedWith, type Outcome } from '../outcome.ts';

/** The CPU time of each stage in calibration loops, as it was when its figure was last changed. */
export type StageCosts = Readonly<Record<string, number>>;

/** A stage that costs so many times its figure is named; at the higher factor it fails. */
const NOTICE = 1.2;
const FAILURE = 1.5;
const ROUNDS = 5;

/** A fixed piece of work of the kinds that tests consist of: strings, objects and hashes. */
function loop(): void {
  const rows = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `row ${id * 7919}` }));
  const text = JSON.stringify(rows.sort((one, other) => (one.name < other.name ? -1 : 1)));
  createHash('sha256')
    .update(JSON.stringify(JSON.parse(text)))
    .digest();
}

/** The CPU time of one calibration loop on this machine at this moment, in seconds. */
export function calibrate(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    loop();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return Math.min(...times);
}

/** Reads the committed figures. */
export const stageCosts = (): StageCosts =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'stage-costs.json'), 'utf8')) as StageCosts;

/** Calibration loops of a stage, compared with its figure. */
export interface Cost {
  readonly loops: number;
  /** Text to print; undefined when the cost is near its figure. */
  readonly notice?: string;
  readonly failure?: Outcome;
}

/**
 * Compares the CPU time of a stage with its figure, both in calibration loops, so that the speed of
 * the machine cancels out. Fails at 1.5 times the figure, or at 1.2 times where `isStrict`.
 */
export function costOf(
  stage: string,
  cpuSeconds: number,
  loopSeconds: number,
  { costs, isStrict }: { costs: StageCosts; isStrict: boolean },
): Cost {
  const loops = Math.round(cpuSeconds / loopSeconds);
  const figure = costs[stage];
  if (figure === undefined || loops <= figure * NOTICE) return { loops };
  const notice =
    `${stage} cost ${loops} calibration loops, ${(loops / figure).toFixed(2)} times ` +
    `the ${figure} of scripts/test/costs/stage-costs.json`;
  const isFailure = loops > figure * (isStrict ? NOTICE : FAILURE);
  return { loops, notice, ...(isFailure ? { failure: failedWith(notice) } : {}) };
}
