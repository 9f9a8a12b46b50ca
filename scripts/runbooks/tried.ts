/** The file of a test or walk that runs a command of a runbook, and the code there that runs it. */
interface Trial {
  readonly command: string;
  readonly file: string;
  readonly words: string;
}

const OPS_TEST = 'scripts/ops/ops.parts.test.ts';
const RESTORED = 'scripts/e2e/faults/outages/operations/restored.ts';
const BLANKED = 'scripts/e2e/faults/outages/operations/blanked-again.ts';
const DEAD_LETTERS = 'scripts/runbooks/walks/dead-letters.ts';
const STAGES = 'scripts/test/stages.ts';
const CI = '.github/workflows/ci.yml';
const TOOLS = 'scripts/runbooks/walks/long-transactions.ts';
const WAITING_ROOM = 'scripts/runbooks/walks/waiting-room.ts';

/**
 * Every command of the runbooks that a test or walk runs; commands of `ops` by their verbs. Others
 * are marked "(not tried)" in the text.
 */
export const tried: readonly Trial[] = [
  { command: 'ops status', file: OPS_TEST, words: "here('status')" },
  { command: 'ops letters', file: DEAD_LETTERS, words: "ops('letters', 'registration')" },
  { command: 'ops redrive', file: DEAD_LETTERS, words: "ops('redrive', 'registration', one)" },
  { command: 'ops end', file: DEAD_LETTERS, words: "ops('end', 'registration', other)" },
  { command: 'ops restart', file: OPS_TEST, words: "kubectl('restart', 'bff')" },
  { command: 'ops backup', file: OPS_TEST, words: "here('backup', backup, 'schools')" },
  { command: 'ops restore', file: OPS_TEST, words: "here('restore', backup, 'schools', '--yes')" },
  { command: 'ops reconcile', file: RESTORED, words: "reconciled('list', backup)" },
  { command: 'ops reconcile list', file: RESTORED, words: "reconciled('list', backup)" },
  { command: 'ops reconcile apply', file: RESTORED, words: "reconciled('apply', backup)" },
  { command: 'ops help', file: 'scripts/ops/plan.test.ts', words: 'help()' },
  { command: 'ops key', file: 'scripts/ops/key.test.ts', words: "[main, 'key', 'payments']" },
  {
    command: 'ops first-admin',
    file: 'scripts/e2e/first-account.parts.test.ts',
    words: "['first-admin', '--email'",
  },
  { command: 'npm test', file: CI, words: 'run: npm test -- ' },
  { command: 'npm run test:tools', file: CI, words: 'npm run test:tools' },
  { command: 'npm run test:long', file: CI, words: 'npm run test:long' },
  { command: 'npm run tools', file: CI, words: 'npm run tools -- all' },
  { command: 'npm ci ', file: 'scripts/start/install.mjs', words: "isFresh ? 'ci'" },
  { command: 'npm run generate', file: 'scripts/test/run.ts', words: 'generateCode(' },
  { command: 'npm run lint', file: STAGES, words: "check('lint'" },
  { command: 'npm run types', file: STAGES, words: "check('types'" },
  { command: 'npm run sql', file: STAGES, words: "check('sql'" },
  {
    command: 'npm run texts',
    file: 'scripts/checks/texts/catalogues.ts',
    words: "'extract', '--clean'",
  },
  {
    command: 'npm run images',
    file: 'scripts/images/images.chart.test.ts',
    words: 'new TreeBuilder(folder)',
  },
  {
    command: 'npm run capacity',
    file: 'scripts/bench/capacity/capacity.test.ts',
    words: 'withTables(document, costs)',
  },
  { command: 'ops blanked', file: BLANKED, words: "'blanked'" },
  { command: 'ops blank-again', file: BLANKED, words: "'blank-again'" },
  {
    command: 'npm start',
    file: 'scripts/e2e/faults/start/npm-start.ts',
    words: "'npm', ['start']",
  },
  { command: 'SELECT pid, ', file: TOOLS, words: "fromRunbook('SELECT pid, '" },
  { command: 'SELECT pg_terminate_backend', file: TOOLS, words: "'SELECT pg_terminate_backend'" },
  {
    command: 'SELECT setval',
    file: 'scripts/runbooks/recovered-ids.parts.test.ts',
    words: "fromRunbook('SELECT setval')",
  },
  { command: 'ANALYZE ', file: TOOLS, words: "fromRunbook('ANALYZE '" },
  {
    command: 'SELECT name, step, ',
    file: 'scripts/runbooks/walks/payments/card-processor.ts',
    words: "fromRunbook('SELECT name, step, '",
  },
  { command: 'HSET ', file: WAITING_ROOM, words: "fromRunbook('HSET ')" },
  { command: 'HDEL ', file: WAITING_ROOM, words: "fromRunbook('HDEL ')" },
];

const VERB = /^(?:time )?(?:npm run ops --|ops) ([\w-]+)(?: +(list|apply)\b)?/;

/** Returns the trial of a command; undefined: none. */
export function trialOf(command: string): Trial | undefined {
  const [, verb, half] = VERB.exec(command) ?? [];
  if (verb === undefined) return tried.find((trial) => command.startsWith(trial.command));
  const name = ['ops', verb, half].filter(Boolean).join(' ');
  return tried.find((trial) => trial.command === name);
}
