// Students who arrive within a minute, and whether they were let in in the order in which they came:
// `node scripts/load/run-arrivals.ts`, with the settings of arrivals.js from the environment.
import { fairnessOf, readWaited } from './fairness.ts';
import { runScenario } from './run-k6.ts';

/** Who waits asks every few seconds shortly before it is their turn. */
const MARGIN_MS = 10_000;
const OVERTAKEN_SHARE = 0.01;

const { ok, text } = await runScenario(process.env, 'arrivals.js');
const { waited, overtakenShare, mostPassedBy } = fairnessOf(readWaited(text), MARGIN_MS);
const isFair = overtakenShare <= OVERTAKEN_SHARE;
process.stdout.write(
  text
    .split('\n')
    .filter((line) => !line.includes('arrival '))
    .join('\n'),
);
process.stdout.write(
  `  ${isFair ? 'fair' : 'missed: fairness'}: of ${waited} who waited ${(100 * overtakenShare).toFixed(2)} % were passed by (at most 1 %), one by ${mostPassedBy}\n`,
);
process.exit(ok && isFair ? 0 : 1);
