import { execFileSync, spawn } from 'node:child_process';
import { ROOT } from '../../start/paths.ts';
import { type LongResult, type LongRound, remaining, summaryOf } from './results.ts';
import { readRound, writeRound } from './round-file.ts';
import { LONG_STAGES, type LongStage } from './stages.ts';

// `npm run test:long`: every stage of the long suite that has not passed in this round, one after
// the other; each result is written to docs/testing/long-suite.json at once, so that a run that is
// stopped continues there. `npm run test:long -- chaos fuzz` runs these stages;
// `npm run test:long -- again` starts a new round. Exit code 1 while a stage remains.

const MINUTE_MS = 60_000;
const names = LONG_STAGES.map(({ name }) => name);
const today = (): string => Temporal.Now.plainDateISO('America/New_York').toString();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commit that is tested, and whether the checkout has other changes. */
function commitHere(): string {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/testing/long-suite.json');
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
}

/** Runs a stage and prints its output; gives its result. */
function run({ args, env }: LongStage): Promise<Pick<LongResult, 'hasPassed' | 'said'>> {
  const child = spawn('npm', args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    said = lines.findLast((one) => one.trim() !== '') ?? said;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ hasPassed: code === 0, said: said.trim() }));
  });
}

const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== 'again' && !names.includes(word));
if (unknown.length > 0) {
  process.stderr.write(
    `No stage is called ${unknown.join(', ')}; there are: ${names.join(', ')}\n`,
  );
  process.exit(2);
}
let round: LongRound = words.includes('again') ? { begun: today(), results: {} } : readRound();
const chosen = words.filter((word) => word !== 'again');
const left = chosen.length > 0 ? chosen : remaining(names, round);
for (const stage of LONG_STAGES.filter(({ name }) => left.includes(name))) {
  say(`\n${stage.name}: npm ${stage.args.join(' ')}`);
  const from = performance.now();
  const commit = commitHere();
  const outcome = await run(stage);
  const minutes = Math.round(((performance.now() - from) / MINUTE_MS) * 10) / 10;
  const result: LongResult = { commit, date: today(), ...outcome, minutes };
  round = { ...round, results: { ...round.results, [stage.name]: result } };
  writeRound(round);
  say(`${stage.name}: ${outcome.hasPassed ? 'passed' : 'FAILED'} after ${minutes} minutes`);
}
say(`\n${summaryOf(names, round)}`);
const rest = remaining(names, round);
for (const name of rest) say(`  remains: ${name}`);
process.exitCode = rest.length > 0 ? 1 : 0;
