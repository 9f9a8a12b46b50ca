// Jest for every kind of test. A file's name says what it needs:
//   x.test.ts(x)           nothing but this process (web: jsdom)          project unit / web
//   x.parts.test.ts        real PostgreSQL, NATS and Redis (TEST_*_URL)   project parts
//   x.pact.test.ts(x)      writes a pact; events with a real database     project pact
//   x.verify.test.ts       verifies written pacts against the provider    project verify
//   x.chart.test.ts        real helm where it is to be had                 project charts
//   scripts/e2e/**         a running portal (PORTAL_URL and its kin)      project calls / journeys / load; faults and rolling start their own
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = join(dirname(fileURLToPath(import.meta.url)), '../../..');

if (Number(process.versions.node.split('.')[0]) < 26) {
  throw new Error(
    'Tests run on the Node of this repository: put node_modules/.bin first on PATH (npm scripts do), e.g. PATH="$PWD/node_modules/.bin:$PATH".',
  );
}

process.env.LOG_LEVEL ??= 'silent'; // refusals and retries are what many tests provoke

const swc = (parser) => [
  '@swc/jest',
  {
    jsc: {
      target: 'esnext',
      parser: { syntax: 'typescript', ...parser },
      transform: { react: { runtime: 'automatic' } },
    },
    sourceMaps: 'inline',
  },
];

const base = {
  rootDir,
  testEnvironment: join(rootDir, 'scripts/test/jest/node-environment.mjs'),
  transform: { '\\.ts$': swc({}), '\\.tsx$': swc({ tsx: true }) },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  moduleNameMapper: {
    '\\.(css|svg|png|woff2)$': join(rootDir, 'scripts/test/jest/empty-asset.mjs'),
    // as in the English pages
    '^@lingui/(core|react)/macro$': join(rootDir, 'web/src/shared/language/english.tsx'),
  },
  modulePathIgnorePatterns: ['<rootDir>/\\.data', '<rootDir>/web/dist', '<rootDir>/\\.git/'],
  watchPathIgnorePatterns: ['<rootDir>/\\.data'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/\\.data', '<rootDir>/web/dist'],
};

const SPECIAL = [
  '\\.chart\\.test\\.ts$',
  '\\.parts\\.test\\.tsx?$',
  '\\.pact\\.test\\.tsx?$',
  '\\.verify\\.test\\.tsx?$',
  '<rootDir>/scripts/e2e/',
];
const browserLike = {
  testEnvironment: join(rootDir, 'scripts/test/jest/browser-environment.mjs'),
  setupFiles: [join(rootDir, 'scripts/test/jest/browser-setup.mjs')],
};
const withServers = {
  globalSetup: join(rootDir, 'scripts/test/jest/servers-setup.ts'),
  globalTeardown: join(rootDir, 'scripts/test/jest/servers-teardown.ts'),
};
const withPacts = { globalSetup: join(rootDir, 'scripts/test/jest/pacts-setup.ts') };
const withPortal = {
  globalSetup: join(rootDir, 'scripts/test/jest/portal-setup.ts'),
  globalTeardown: join(rootDir, 'scripts/test/jest/portal-teardown.ts'),
};

/** What the projects are and where their tests lie. */
const projects = [
  {
    displayName: 'unit',
    testMatch: ['**/*.test.ts'],
    testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...SPECIAL, '<rootDir>/web/'],
  },
  {
    displayName: 'web',
    ...browserLike,
    testMatch: ['<rootDir>/web/**/*.test.ts', '<rootDir>/web/**/*.test.tsx'],
    testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...SPECIAL],
  },
  { displayName: 'parts', ...withServers, testMatch: ['**/*.parts.test.ts'] },
  {
    displayName: 'pact',
    ...withServers,
    ...withPacts,
    testMatch: ['**/*.pact.test.ts', '**/*.pact.test.tsx'],
  },
  { displayName: 'verify', ...withServers, testMatch: ['**/*.verify.test.ts'] },
  { displayName: 'charts', testMatch: ['**/*.chart.test.ts'] },
  { displayName: 'calls', ...withPortal, testMatch: ['<rootDir>/scripts/e2e/calls/**/*.test.ts'] },
  ...['student', 'office'].map((side) => ({
    displayName: `journeys-${side}`,
    ...withPortal,
    testMatch: [`<rootDir>/scripts/e2e/journeys/${side}/**/*.test.ts`],
  })),
  { displayName: 'load', ...withPortal, testMatch: ['<rootDir>/scripts/e2e/load/**/*.test.ts'] },
  { displayName: 'rolling', testMatch: ['<rootDir>/scripts/e2e/rolling/**/*.test.ts'] },
  { displayName: 'fuzz', testMatch: ['<rootDir>/scripts/e2e/fuzz/**/*.test.ts'] },
  { displayName: 'faults', testMatch: ['<rootDir>/scripts/e2e/faults/**/*.test.ts'] },
];

export default {
  rootDir,
  workerThreads: false,
  testTimeout: 600_000, // for what hangs: a busy machine may need minutes for what takes seconds
  testSequencer: join(rootDir, 'scripts/test/jest/sequencer.mjs'),
  projects: projects.map((project) => ({ ...base, ...project })),
};
