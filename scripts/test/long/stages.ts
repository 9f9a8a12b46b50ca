/** A stage of the long suite: a command of this repository whose exit code is the answer. */
export interface LongStage {
  readonly name: string;
  /** Arguments of npm. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Words after `npm test --`. */
const tests = (...words: readonly string[]): readonly string[] => ['test', '--', ...words];

/** Instants at which dates are special: clock changes, ends of months and years, holidays. */
const CLOCKS = [
  '2026-11-01T05:59:00Z',
  '2026-12-31T23:59:30Z',
  '2027-01-01T05:00:10Z',
  '2027-03-14T06:59:30Z',
  '2027-04-22T03:30:00Z',
  '2027-06-30T23:59:50Z',
  '2027-07-04T16:00:00Z',
  '2027-10-02T22:30:00Z',
  '2028-02-29T12:00:00Z',
  '2028-03-12T07:00:00Z',
  '2029-02-28T23:59:00Z',
  '2031-09-18T14:00:00Z',
];

/** 10,000 worlds take hours: a run that is stopped loses those of one stage. */
const WORLDS_OF_STAGE = 1_000;
/** Events of a world: enough to find each mutant within 24 worlds. */
const WORLD_STEPS = 6_000;
const WORLDS_FROM = Array.from({ length: 10 }, (_, stage) => 1 + stage * WORLDS_OF_STAGE);

/** Everything that `npm test` and `npm run test:tools` leave out, short stages first. */
export const LONG_STAGES: readonly LongStage[] = [
  { name: 'mutants of the simulation', args: ['run', 'simulate', '--', '--mutants'] },
  {
    name: 'long tests of rules and parts',
    args: tests('unit', 'parts', '\\.long\\.test\\.'),
    env: { LONG_TESTS: '1' },
  },
  {
    name: 'hostile inputs of every call',
    args: tests('every-call', 'calls', '(hostile|long)-input\\.test\\.'),
    env: { LONG_TESTS: '1' },
  },
  {
    name: 'long faults',
    args: tests('faults', '\\.long\\.test\\.'),
    env: { LONG_TESTS: '1', TEST_LIMIT_MINUTES: '120' },
  },
  {
    name: 'long tests of tools',
    args: ['run', 'test:tools', '--', '\\.long\\.test\\.'],
    env: { LONG_TESTS: '1', TEST_LIMIT_MINUTES: '120' },
  },
  {
    name: 'journeys on every device',
    args: tests('journeys'),
    env: { EVERY_DEVICE: '1', TEST_LIMIT_MINUTES: '120' },
  },
  {
    name: 'each file alone',
    args: tests('unit', 'every-call', 'web', 'parts'),
    env: { TESTS_ALONE: '1', TEST_LIMIT_MINUTES: '180' },
  },
  { name: 'a whole run at strict costs', args: ['test'], env: { STRICT_COSTS: '1' } },
  ...CLOCKS.map((instant) => ({
    name: `rules and parts at ${instant}`,
    args: tests('unit', 'every-call', 'parts'),
    env: { TEST_CLOCK: instant },
  })),
  { name: 'rolling update', args: tests('rolling') },
  { name: 'runbooks', args: ['run', 'runbooks'] },
  { name: 'chaos', args: ['run', 'chaos', '--', '--minutes', '20'] },
  { name: 'fuzz', args: ['run', 'fuzz', '--', '--cases', '100000'] },
  ...WORLDS_FROM.map((seed) => ({
    name: `simulated worlds ${seed} to ${seed + WORLDS_OF_STAGE - 1}`,
    args: [
      'run',
      'simulate',
      '--',
      `--seed=${seed}`,
      `--seeds=${WORLDS_OF_STAGE}`,
      `--steps=${WORLD_STEPS}`,
    ],
  })),
];
