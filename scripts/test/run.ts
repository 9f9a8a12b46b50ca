import { randomInt } from 'node:crypto';
import { generateCode } from '../start/build.ts';
import { COMPILE_CACHE } from '../start/paths.ts';
import { messageOf } from '../start/user-error.ts';
import { calibrate, costOf, stageCosts } from './costs/stage-costs.ts';
import { prepareDemoData } from './demo-data.ts';
import { errorsWithoutEvidence, evidenceIn } from './error-evidence.ts';
import { exceptions, notAllowed } from './left-out.ts';
import { summaryOf } from './long/results.ts';
import { readRound } from './long/round-file.ts';
import { LONG_STAGES } from './long/stages.ts';
import { failedWith, type Outcome, sum } from './outcome.ts';
import { endStages, runCheck, runJest } from './run-stage.ts';
import {
  type CheckStage,
  checkStages,
  type JestStage,
  type Lane,
  ROLLING,
  TESTS,
  TOOL_TESTS,
} from './stages.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { startTestClock } from './test-clock.ts';
import type { Project } from './test-files.ts';
import { demandTestPrograms, demandTools } from './test-programs.ts';

// Run by `npm test` once packages are installed: runs every stage, or the named ones (`npm test --
// lint types unit`; `e2e` is calls and journeys); any other word picks test files by their path
// (`npm test -- registrations`). `tools` runs the tests that need helm, k6 and schemathesis
// instead. A run that is not complete fails; its last line counts.

process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;

const MINUTE_MS = 60_000;
/** A run that takes longer has failed: TEST_LIMIT_MINUTES, or an hour. */
const LIMIT_MS = Number(process.env['TEST_LIMIT_MINUTES'] ?? 60) * MINUTE_MS;

const from = performance.now();
const today = (): string => Temporal.Now.plainDateISO('America/New_York').toString();
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const words = process.argv.slice(2);
const isTools = words[0] === 'tools';
const rows = isTools ? TOOL_TESTS : TESTS;
const stages = [...rows.flat(2), ROLLING];
const checks = isTools ? [] : checkStages();
const names = new Set([...checks, ...stages].flatMap(namesOf));
const chosen = new Set(words.filter((word) => names.has(word)));
const pattern = words.filter((word) => !names.has(word) && word !== 'tools');
const seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 31));

/** Only complete stages with their usual files have a figure to compare with. */
const isUsual =
  pattern.length === 0 &&
  ['LONG_TESTS', 'EVERY_DEVICE', 'TESTS_ALONE'].every((name) => process.env[name] === undefined);
const costs = isUsual ? stageCosts() : {};
/** STRICT_COSTS=1, set by the long suite, fails a stage that costs a fifth more than its figure. */
const isStrict = process.env['STRICT_COSTS'] === '1';

/** Kinds of tests that replace Date, and need no test clock. */
const REPLACING_DATE: readonly Project[] = ['unit', 'every-call', 'web'];

const outcomes: Outcome[] = [];
const notBegun = new Set<string>();
let isOver = false;

type Stage = CheckStage | JestStage;
function namesOf(stage: Stage): readonly string[] {
  return [stage.name, ...('kin' in stage ? (stage.kin ?? []) : [])];
}
const isChosen = (stage: Stage): boolean =>
  chosen.size === 0 ? stage.name !== ROLLING.name : namesOf(stage).some((one) => chosen.has(one));

async function stage(name: string, work: () => Promise<Outcome>): Promise<void> {
  if (isOver) return;
  notBegun.delete(name);
  const begun = performance.now();
  const loopBefore = calibrate();
  const outcome = await work();
  outcomes.push(outcome);
  const loopSeconds = (loopBefore + calibrate()) / 2;
  const { passed, failed, leftOut = [], cpuSeconds = 0 } = outcome;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(leftOut.length > 0 ? [`${leftOut.length} left out`] : []),
  ];
  const cost = costOf(name, cpuSeconds, loopSeconds, { costs, isStrict });
  say(
    `${name.padEnd(32)} ${counts.join(', ')} ` +
      `(${seconds(begun)}, ${cpuSeconds.toFixed(0)} s CPU, ${cost.loops} loops)`,
  );
  if (cost.notice) say(`    ${cost.notice}`);
  if (cost.failure) outcomes.push(cost.failure);
  for (const { file, seconds: took } of outcome.slowest ?? [])
    say(`    ${took.toFixed(1).padStart(6)} s  ${file}`);
  // the names at once; the messages come at the end
  for (const failure of outcome.failures) say(`  ${failure.split('\n', 1)[0]}`);
}

/** Runs tasks, at most `most` of them concurrently. */
async function sideBySide(work: readonly (() => Promise<void>)[], most: number): Promise<void> {
  const left = [...work];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) await one();
  };
  await Promise.all(Array.from({ length: most }, next));
}

/** Runs a lane; `allBegun` comes when no file of its last stage waits any more. */
function runLane(lane: Lane): { readonly allBegun: Promise<void>; readonly end: Promise<void> } {
  const { promise: allBegun, resolve } = Promise.withResolvers<void>();
  const runStages = async (): Promise<void> => {
    for (const tests of lane) {
      const onAllBegun = (): void => (tests === lane.at(-1) ? resolve() : undefined);
      await stage(tests.name, () => runJest(tests, { pattern, seed, onAllBegun }));
    }
  };
  const end = runStages()
    .catch((error: unknown) => void outcomes.push(failedWith(messageOf(error))))
    .finally(resolve);
  return { allBegun, end };
}

/** Runs rows of lanes: each begins when no file of the row before waits any more. */
async function runRows(wanted: readonly (readonly Lane[])[]): Promise<void> {
  const ends: Promise<void>[] = [];
  const needsDemoData =
    wanted.flat(2).some(({ hasPortal }) => hasPortal) && !process.env['PORTAL_URL'];
  let demoData: Promise<string> | undefined;
  try {
    for (const lanes of wanted) {
      const row = lanes.flat();
      if (row.some(({ isTimed }) => isTimed)) await Promise.all(ends);
      if (isOver) return;
      if (row.some(({ projects }) => projects.some((one) => !REPLACING_DATE.includes(one)))) {
        startTestClock();
        // beside tests of services, which leave cores idle
        if (needsDemoData) demoData ??= prepareDemoData(say);
        demoData?.catch(() => {}); // the row that needs it throws the error
      }
      if (row.some(({ hasPortal }) => hasPortal)) process.env['DEMO_DATA'] = await demoData;
      const begun = lanes.map(runLane);
      ends.push(...begun.map(({ end }) => end));
      await Promise.all(begun.map(({ allBegun }) => allBegun));
    }
  } finally {
    await Promise.all(ends); // also when the demo data could not be made
  }
}

/** Fails the run for each error of a service that no assertion of it has held for. */
function demandEvidence(folder: string): void {
  for (const code of errorsWithoutEvidence(evidenceIn(folder)))
    outcomes.push(failedWith(`no assertion has held for the error ${code}`));
}

async function runAll(): Promise<void> {
  const wanted = [...rows, [[ROLLING]]].map((row) => row.map((lane) => lane.filter(isChosen)));
  const wantedChecks = pattern.length === 0 ? checks.filter(isChosen) : [];
  for (const { name } of [...wantedChecks, ...wanted.flat(2)]) notBegun.add(name);
  // before any stage that imports it
  await inTemporaryFolder('generate', (dataDir) => generateCode({ dataDir, report: say }));
  if (isTools) {
    process.env['TEST_CLOCK_OFFSET_MS'] ??= '0'; // k6 and schemathesis know the real time alone
    demandTools(wanted.flat(2));
  }
  await inTemporaryFolder('programs', (dataDir) =>
    demandTestPrograms(wanted.flat(2), { dataDir, report: say }),
  );
  await sideBySide(
    wantedChecks.map((check) => () => stage(check.name, () => runCheck(check))),
    2,
  );
  const isWhole = !isTools && chosen.size === 0 && pattern.length === 0;
  if (!isWhole) return await runRows(wanted);
  await inTemporaryFolder('evidence', async (folder) => {
    process.env['EVIDENCE_FOLDER'] = folder;
    await runRows(wanted);
    demandEvidence(folder);
  });
}

/** Prints the result of the run and exits. */
function finish(): never {
  const { passed, failed, leftOut, failures, cpuSeconds } = sum(outcomes);
  const wrong = notAllowed(leftOut, exceptions(), today());
  const all = [...failures, ...wrong, ...[...notBegun].map((name) => `${name} did not begin`)];
  for (const failure of all) say(`\nFAILED ${failure}`);
  const ran = passed + failed;
  say(
    `\n${seconds(from)}, ${cpuSeconds.toFixed(0)} s CPU in ${outcomes.length} stages; ` +
      `order of short files: TEST_SEED=${seed}`,
  );
  if (!isTools && chosen.size === 0 && pattern.length === 0) {
    say('What needs helm, k6 and schemathesis is not in this run: npm run test:tools');
    const names = LONG_STAGES.map(({ name }) => name);
    say(summaryOf(names, readRound()));
  }
  say(`${ran + leftOut.length} known = ${ran} run + ${leftOut.length} left out`);
  const more = wrong.length + notBegun.size;
  say(`${passed} passed, ${failed + more} failed`);
  process.exit(failed + more > 0 ? 1 : 0);
}

const limit = setTimeout(() => {
  isOver = true;
  for (const doing of endStages())
    outcomes.push(failedWith(`the run took longer than ${LIMIT_MS / MINUTE_MS} minutes: ${doing}`));
  finish();
}, LIMIT_MS);
const stop = (): void => {
  endStages();
  process.exit(1);
};
process.on('disconnect', stop).on('SIGINT', stop).on('SIGTERM', stop);

try {
  await runAll();
} catch (error) {
  outcomes.push(failedWith(messageOf(error)));
}
clearTimeout(limit);
finish();
