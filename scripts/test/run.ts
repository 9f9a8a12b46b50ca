import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { generateCode } from '../start/build.ts';
import { sentenceOf } from '../start/sentence.ts';
import { makeDemoData } from './demo-data.ts';
import { failedWith, type Outcome, sum } from './outcome.ts';
import { runCheck, runJest } from './run-stage.ts';
import { temporaryFolder } from './servers.ts';
import { COMPUTED, checkStages, type JestStage, LANES, TIMED } from './stages.ts';

// What `npm test` runs once packages are installed: every stage, or those that are named (`npm test
// -- lint types unit`; `e2e` is calls, journeys and load); any other word picks test files by their
// path (`npm test -- registrations`). The last line counts, and the exit code says whether anything
// failed.

process.on('disconnect', () => process.exit(1));

/** What two lanes take: portals with their databases, tests, a browser. */
const BYTES_FOR_ALL_LANES = 6_000_000_000;

const words = process.argv.slice(2);
const stages = [COMPUTED, ...LANES.flat(), ...TIMED];
const names = new Set(
  [...checkStages(), ...stages]
    .map(({ name }) => name)
    .concat(stages.flatMap(({ kin }) => kin ?? [])),
);
const chosen = new Set(words.filter((word) => names.has(word)));
const pattern = words.filter((word) => !names.has(word));
const outcomes: Outcome[] = [];

/** When the run has to be done, in milliseconds since 1970; a test that has not begun is skipped then. */
const endBy = Number(process.env['TESTS_END_BY'] ?? Number.POSITIVE_INFINITY);
const leftOut: string[] = [];

async function stage(name: string, work: () => Promise<Outcome>): Promise<void> {
  if (Date.now() >= endBy) {
    leftOut.push(name);
    process.stdout.write(`${name.padEnd(32)} left out: the time is over\n`);
    return;
  }
  const from = performance.now();
  const outcome = await work();
  outcomes.push(outcome);
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const { passed, failed, skipped = 0 } = outcome;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  process.stdout.write(`${name.padEnd(32)} ${counts.join(', ')} (${seconds} s)\n`);
  for (const { file, seconds: took } of outcome.slowest ?? [])
    process.stdout.write(`    ${took.toFixed(1).padStart(6)} s  ${file}\n`);
  // which, at once; what they said comes at the end
  for (const failure of outcome.failures) process.stdout.write(`  ${failure.split('\n', 1)[0]}\n`);
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

const wanted = (name: string, kin: readonly string[] = [], onlyNamed = false): boolean =>
  chosen.size === 0 ? !onlyNamed : [name, ...kin].some((one) => chosen.has(one));

/** Where several portals are wanted, the first one is filled and the others begin with copies. */
const portals = stages
  .filter(({ name, kin }) => wanted(name, kin))
  .reduce((count, one) => count + (one.portals ?? 0), 0);
let filling: Promise<string | undefined> | undefined;
async function fillOne(): Promise<string | undefined> {
  if (portals < 2 || pattern.length > 0 || process.env['PORTAL_URL']) return undefined;
  try {
    return await makeDemoData(() => {});
  } catch (error) {
    process.stdout.write(`${sentenceOf(error)}\n`); // each stage tries for itself then
    return undefined;
  }
}
async function offerDemoData(): Promise<void> {
  filling ??= fillOne();
  const folder = await filling;
  if (folder) process.env['DEMO_DATA'] = folder;
}

async function runLane(lane: readonly JestStage[]): Promise<void> {
  for (const tests of lane) {
    if (!wanted(tests.name, tests.kin, tests.onlyNamed)) continue;
    if (tests.portals) await offerDemoData();
    await stage(tests.name, () => runJest(tests, pattern));
  }
}

await generate();
if (pattern.length === 0)
  for (const check of checkStages())
    if (wanted(check.name)) await stage(check.name, () => runCheck(check));
await runLane([COMPUTED]);
if (availableParallelism() > 1 && process.availableMemory() > BYTES_FOR_ALL_LANES)
  await Promise.all(LANES.map(runLane));
else for (const lane of LANES) await runLane(lane);
await runLane(TIMED);
const demoData = await filling;
if (demoData) rmSync(demoData, { recursive: true, force: true });

const { passed, failed, skipped = 0, failures } = sum(outcomes);
if (skipped > 0) process.stdout.write(`\nskipped: ${skipped}\n`);
if (leftOut.length > 0) process.stdout.write(`\nleft out in whole: ${leftOut.join(', ')}\n`);
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
