// Jest for every kind of test. Where a file lies and how it is named says what it needs
// (../test-files.ts):
//   x.test.ts(x)           nothing but this process (web: jsdom)          project unit / web
//   bff/…/every-call/**    the same, for seconds: each call of the BFF    project every-call
//   x.parts.test.ts        real PostgreSQL, NATS and Redis (TEST_*_URL)   a project of that name
//   x.pact.test.ts(x)      writes a pact; events with a real database     project pact
//   x.verify.test.ts       verifies written pacts against the provider    project verify
//   x.chart.test.ts        helm and its kin                               project charts
//   scripts/e2e/**         a running portal (PORTAL_URL and its kin)      one project a folder
//   scripts/rolling/**     replicas that it starts                        project rolling
//   x.long.test.ts         as its kind, but in the long suite alone (LONG_TESTS=1)
//   x.alone.test.ts        as its kind, in a process of its own
//   x.exclusive.test.ts    as its kind, while no other file of its stage runs
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../start/paths.ts';
import { patternOf, testFiles } from '../test-files.ts';

const rootDir = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const setUp = (name) => join(rootDir, `scripts/test/jest/${name}.ts`);

if (Number(process.versions.node.split('.')[0]) < 26) {
  throw new Error(
    'Tests run on the Node of this repository: put node_modules/.bin first on PATH ' +
      '(npm scripts do), e.g. PATH="$PWD/node_modules/.bin:$PATH".',
  );
}

process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE; // of workers and all that tests start
process.env.LOG_LEVEL ??= 'silent'; // refusals and retries are what many tests provoke

const base = {
  rootDir,
  runner: join(rootDir, 'scripts/test/runner/runner.ts'),
  transform: {}, // the workers load modules by hooks of their own
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/\\.data', '<rootDir>/web/dist', '<rootDir>/\\.git/'],
  watchPathIgnorePatterns: ['<rootDir>/\\.data'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/\\.data', '<rootDir>/web/dist'],
};

const withServers = {
  globalSetup: setUp('servers-setup'),
  globalTeardown: setUp('servers-teardown'),
};
/** Whole portals start, die and come back within one test: on a busy machine that takes minutes. */
const slow = { testEnvironmentOptions: { timeoutMs: 300_000 } };
const withPortal = {
  ...slow,
  globalSetup: setUp('portal-setup'),
  globalTeardown: setUp('portal-teardown'),
};

/** What each kind needs. */
const projects = {
  unit: { testEnvironmentOptions: { fixedDate: true } },
  'every-call': { testEnvironmentOptions: { fixedDate: true } },
  web: { testEnvironmentOptions: { fixedDate: true, page: true } },
  parts: withServers,
  pact: { ...withServers, globalSetup: setUp('pacts-setup') },
  verify: { ...withServers, testEnvironmentOptions: { last: true } },
  charts: slow,
  calls: withPortal,
  'journeys-student': withPortal,
  'journeys-office': withPortal,
  load: withPortal,
  rolling: slow,
  fuzz: slow,
  faults: slow,
};

const files = testFiles();
export default {
  rootDir,
  testTimeout: 120_000, // a busy machine may need a minute for the work of seconds
  testSequencer: join(rootDir, 'scripts/test/jest/sequencer.mjs'),
  projects: Object.entries(projects).map(([displayName, project]) => ({
    ...base,
    ...project,
    displayName,
    testRegex: patternOf(displayName, files),
  })),
};
