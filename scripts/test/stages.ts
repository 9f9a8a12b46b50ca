import { join } from 'node:path';
import { npmProgram, ROOT } from '../start/paths.ts';
import type { Project } from './test-files.ts';

/** A program whose exit code is the answer. */
export interface CheckStage {
  readonly name: string;
  /** Further names that select it. */
  readonly kin: readonly string[];
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Kinds of tests that one Jest runs, with the servers that each needs. */
export interface JestStage {
  readonly name: string;
  /** Further names that select it. */
  readonly kin?: readonly string[];
  readonly projects: readonly Project[];
  /** Number of concurrent test files. */
  readonly workers: number;
  readonly env?: Readonly<Record<string, string>>;
  /** True when it starts one or more portals with demo data. */
  readonly hasPortal?: boolean;
  /** True when it measures times: it begins when everything before it has ended. */
  readonly isTimed?: boolean;
}

const check = (
  name: string,
  program: string,
  args: readonly string[],
  more: Partial<CheckStage> = {},
): CheckStage => ({
  name,
  kin: ['checks'],
  command: npmProgram(program),
  args,
  ...more,
});

/** Each of the compiler's four checkers would check the types of shared modules again. */
const ONE_CHECKER = ['--noEmit', '--singleThreaded'];

/** The checks that are no tests, in order. */
export function checkStages(): readonly CheckStage[] {
  const proto = { cwd: join(ROOT, 'proto') };
  return [
    check('lint', 'biome', ['check', '--diagnostic-level=warn', '--error-on-warnings', '.']),
    check('types', 'tsc', [...ONE_CHECKER, '-p', 'scripts/tsconfig.json']),
    check('types of web', 'tsc', [...ONE_CHECKER, '-p', 'web/tsconfig.json']),
    check('sql', 'node', ['scripts/checks/sql/main.ts']),
    check('texts', 'node', ['scripts/checks/texts/main.ts']),
    check('documents', 'node', ['scripts/checks/documents/main.ts']),
    check('words', 'node', ['scripts/checks/words/main.ts']),
    check('imports', 'depcruise', [
      '--config',
      'scripts/checks/imports.cjs',
      'services',
      'bff',
      'web/src',
      'scripts',
      'proto',
    ]),
    check('buf lint', 'buf', ['lint'], proto),
    check('buf breaking', 'buf', ['breaking', '--against', 'agreed.binpb'], proto),
    check('schemas', 'node', ['scripts/checks/sql/validate-schemas.ts']),
  ];
}

/** What only computes: together they fill every core until the last file of both. */
const COMPUTED: readonly Lane[] = [
  [
    { name: 'unit', projects: ['unit'], workers: 2 },
    { name: 'every-call', projects: ['every-call'], workers: 2 },
  ],
  [{ name: 'web', projects: ['web'], workers: 2 }],
];

/** One set of PostgreSQL, NATS and Redis serves tests of services, pacts and their verification. */
const PARTS: JestStage = {
  name: 'parts',
  kin: ['pact'],
  projects: ['parts', 'pact', 'verify'],
  workers: 4,
};

const CALLS: JestStage = {
  name: 'calls',
  kin: ['e2e'],
  projects: ['calls'],
  workers: 1,
  hasPortal: true,
};
const JOURNEYS: JestStage = {
  name: 'journeys',
  kin: ['e2e', 'journeys-student', 'journeys-office'],
  projects: ['journeys-student', 'journeys-office'],
  workers: 2,
  hasPortal: true,
};
/** Its tests wait more than they compute; each worker has a portal of its own. */
const FAULTS: JestStage = { name: 'faults', projects: ['faults'], workers: 2, hasPortal: true };

/** Stages that follow each other. */
export type Lane = readonly JestStage[];

/**
 * The tests of `npm test`: the lanes of a row run side by side. A row begins when no file of the row
 * before waits any more, so that its servers start while the last files run.
 */
export const TESTS: readonly (readonly Lane[])[] = [
  COMPUTED,
  [[PARTS]],
  [[JOURNEYS], [FAULTS, CALLS]],
];

/** The tests of `npm run test:tools`, which need helm, k6 and schemathesis; timed ones are last. */
export const TOOL_TESTS: readonly (readonly Lane[])[] = [
  [
    [{ name: 'charts', projects: ['charts'], workers: 1 }],
    [{ name: 'fuzz', projects: ['fuzz'], workers: 1, hasPortal: true }],
  ],
  [[{ name: 'load', projects: ['load'], workers: 1, hasPortal: true, isTimed: true }]],
];

/** What runs where it is named: it takes longer than all else. */
export const ROLLING: JestStage = {
  name: 'rolling',
  projects: ['rolling'],
  workers: 1,
  isTimed: true,
  // the code that was released last may not know the clock of tests
  env: { TEST_CLOCK_OFFSET_MS: '0', DEMO_DATA: '' },
};
