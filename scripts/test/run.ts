import { rmSync } from 'node:fs';
import { generateCode } from '../start/build.ts';
import { sentenceOf } from '../start/sentence.ts';
import { failedWith, type Outcome, sum } from './outcome.ts';
import { runCheck, runJest } from './run-stage.ts';
import { temporaryFolder } from './servers.ts';
import { checkStages, JEST_STAGES } from './stages.ts';

// What `npm test` runs once packages are installed: every stage, or those that are named (`npm test -- lint types unit`); any other word
// picks test files by their path (`npm test -- registrations`). The last line counts, and the exit code says whether anything failed.

process.on('disconnect', () => process.exit(1));

const words = process.argv.slice(2);
const names = new Set([...checkStages(), ...JEST_STAGES].map(({ name }) => name));
const chosen = new Set(words.filter((word) => names.has(word)));
const pattern = words.filter((word) => !names.has(word));
const outcomes: Outcome[] = [];

async function stage(name: string, work: () => Promise<Outcome>): Promise<void> {
  const from = performance.now();
  const outcome = await work();
  outcomes.push(outcome);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const { passed, failed } = outcome;
  process.stdout.write(`${name.padEnd(32)} ${passed} passed${failed > 0 ? `, ${failed} failed` : ''} (${seconds} s)\n`);
}

/** Code from the protos comes before everything that imports it. */
async function generate(): Promise<void> {
  const dataDir = temporaryFolder('generate');
  try {
    await generateCode({ dataDir, report: (line) => process.stdout.write(`${line}\n`) });
  } catch (error) {
    outcomes.push(failedWith(sentenceOf(error)));
    process.stdout.write(`${sentenceOf(error)}\n`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const wanted = (name: string): boolean => chosen.size === 0 || chosen.has(name);

await generate();
if (pattern.length === 0) for (const check of checkStages()) if (wanted(check.name)) await stage(check.name, () => runCheck(check));
for (const tests of JEST_STAGES) if (wanted(tests.name)) await stage(tests.name, () => runJest(tests, pattern));

const { passed, failed, failures } = sum(outcomes);
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
