import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../start/paths.ts';
import { type Plan, wholeWorld } from './world/plan.ts';

/** A world that a test lives through; figures that it does not state are those of a whole world. */
export interface KnownSeed extends Partial<Plan> {
  readonly seed: number;
  readonly steps: number;
  /** The rules that were broken when it was found. */
  readonly found?: readonly string[];
}

/** Worlds that broke in the past. */
export const SEEDS_FILE = `${ROOT}/scripts/simulation/seeds.json`;

export const planOf = ({ found: _, ...known }: KnownSeed): Plan => ({
  ...wholeWorld(known.seed, known.steps),
  ...known,
});

export const readSeeds = (file: string): KnownSeed[] =>
  JSON.parse(readFileSync(file, 'utf8')) as KnownSeed[];

const LINE = 100;
const spaced = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\s+/g, ' ')
    .replace(/\[ (.*) \]/, '[$1]');

/** Formats a list as the formatter does: on one line if it fits. */
function listed(key: string, value: unknown): string {
  const line = `    "${key}": ${spaced(value)}`;
  if (!Array.isArray(value) || line.length < LINE) return line;
  const lines = value.map((one) => `      ${JSON.stringify(one)}`).join(',\n');
  return `    "${key}": [\n${lines}\n    ]`;
}

/** Adds a world to those of the file. */
export function addSeed(file: string, seed: KnownSeed): void {
  const texts = [...readSeeds(file), seed].map((one) => {
    const lines = Object.entries(one).map(([key, value]) => listed(key, value));
    return `  {\n${lines.join(',\n')}\n  }`;
  });
  writeFileSync(file, `[\n${texts.join(',\n')}\n]\n`);
}
