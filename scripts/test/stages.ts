import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { npmProgram, ROOT } from '../start/paths.ts';

/** A program whose exit code is the answer. */
export interface CheckStage {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Projects of Jest that run together, in the order of sequencer.mjs. */
export interface JestStage {
  readonly name: string;
  /** Other names that stand for it and its kin. */
  readonly kin?: readonly string[];
  readonly projects: readonly string[];
  /** How many test files at once. */
  readonly workers: number;
  readonly patienceMinutes: number;
  /** How many portals with demo data it brings up. */
  readonly portals?: number;
  /** Runs where it is named and not by itself: it takes longer than all else is worth waiting for. */
  readonly onlyNamed?: boolean;
}

const check = (
  name: string,
  program: string,
  args: readonly string[],
  more: Partial<CheckStage> = {},
): CheckStage => ({
  name,
  command: npmProgram(program),
  args,
  ...more,
});

/** The prisma folders of the services. */
function prismaFolders(): readonly string[] {
  return readdirSync(join(ROOT, 'services'))
    .map((service) => `services/${service}/prisma`)
    .filter((folder) => existsSync(join(ROOT, folder, 'schema.prisma')));
}

/** The checks that are no tests, in order. */
export function checkStages(): readonly CheckStage[] {
  const proto = { cwd: join(ROOT, 'proto') };
  // Validation needs no engine; this keeps Prisma from fetching one.
  const offline = { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  return [
    check('lint', 'biome', [
      'check',
      '--config-path=scripts/checks',
      '--diagnostic-level=warn',
      '--error-on-warnings',
      '.',
    ]),
    check('types', 'tsc', ['--noEmit', '-p', 'scripts/checks/tsconfig.json']),
    check('types of web', 'tsc', ['--noEmit', '-p', 'web/tsconfig.json']),
    check('sql', 'node', ['scripts/checks/sql/main.ts']),
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
    ...prismaFolders().map((folder) =>
      check(`prisma validate ${folder.split('/')[1]}`, 'prisma', ['validate', '--schema', folder], {
        env: { ...offline, DATABASE_URL: 'postgres://localhost/none' },
      }),
    ),
  ];
}

/** What only computes: it fills every core by itself, and beside it nothing would end sooner. */
export const COMPUTED: JestStage = {
  name: 'unit',
  projects: ['unit', 'web'],
  workers: 2,
  patienceMinutes: 30,
};

/** What people do in a browser, on a portal of its own. */
const journeys = (side: 'student' | 'office'): JestStage => ({
  name: `journeys-${side}`,
  kin: ['e2e', 'journeys'],
  projects: [`journeys-${side}`],
  workers: 1,
  patienceMinutes: 60,
  portals: 1,
});

/**
 * The tests of running parts. The lanes run side by side, each its stages one after the other and
 * with servers of its own: calls and databases in the first, what waits for processes to die and for
 * pages to come in the second.
 */
export const LANES: readonly (readonly JestStage[])[] = [
  [
    { name: 'parts', projects: ['parts'], workers: 2, patienceMinutes: 60 },
    {
      name: 'calls',
      kin: ['e2e'],
      projects: ['calls'],
      workers: 1,
      patienceMinutes: 60,
      portals: 1,
    },
    journeys('office'),
  ],
  [
    { name: 'faults', projects: ['faults'], workers: 2, patienceMinutes: 60, portals: 7 },
    { name: 'pact', projects: ['pact', 'verify'], workers: 1, patienceMinutes: 30 },
    { name: 'charts', projects: ['charts'], workers: 1, patienceMinutes: 60 },
    { name: 'fuzz', projects: ['fuzz'], workers: 1, patienceMinutes: 30, portals: 1 },
    journeys('student'),
  ],
];

/** What is timed or takes both cores, and comes when nothing else runs. */
export const TIMED: readonly JestStage[] = [
  {
    name: 'load',
    kin: ['e2e'],
    projects: ['load'],
    workers: 1,
    patienceMinutes: 30,
    portals: 1,
  },
  {
    name: 'rolling',
    projects: ['rolling'],
    workers: 1,
    patienceMinutes: 60,
    onlyNamed: true,
  },
];
