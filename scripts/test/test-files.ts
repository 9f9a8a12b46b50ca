import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../start/paths.ts';

/** The kinds of tests; each is a project of Jest. */
export type Project =
  | 'unit'
  | 'every-call'
  | 'web'
  | 'parts'
  | 'pact'
  | 'verify'
  | 'charts'
  | 'calls'
  | 'journeys-student'
  | 'journeys-office'
  | 'faults'
  | 'fuzz'
  | 'load'
  | 'rolling';

/** Kinds of test files by their paths; the first match counts. */
const KINDS: readonly (readonly [RegExp, Project])[] = [
  [/^scripts\/e2e\/calls\//, 'calls'],
  [/^scripts\/e2e\/journeys\/student\//, 'journeys-student'],
  [/^scripts\/e2e\/journeys\/office\//, 'journeys-office'],
  [/^scripts\/e2e\/faults\//, 'faults'],
  [/^scripts\/e2e\/fuzz\//, 'fuzz'],
  [/^scripts\/e2e\/load\//, 'load'],
  [/^scripts\/rolling\//, 'rolling'],
  [/\.parts\.(\w+\.)?test\.tsx?$/, 'parts'],
  [/\.pact\.(\w+\.)?test\.tsx?$/, 'pact'],
  [/\.verify\.(\w+\.)?test\.tsx?$/, 'verify'],
  [/\.chart\.(\w+\.)?test\.ts$/, 'charts'],
  [/^web\//, 'web'],
  [/^bff\/src\/testing\/every-call\//, 'every-call'],
  [/^(?!scripts\/e2e\/)/, 'unit'],
];

const NOT_OURS = /(^|\/)(node_modules|dist|\.data|\.git)(\/|$)/;

/** Returns whether the name of a test file has this word: `x.long.test.ts`. */
const isNamed =
  (word: string) =>
  (path: string): boolean =>
    new RegExp(`\\.${word}\\.\\w+\\.tsx?$`).test(path);

/** The long suite (LONG_TESTS=1) alone runs these. */
export const isLong = isNamed('long');
/** These run in a process of their own. */
export const isAlone = isNamed('alone');
/** These run while no other file of their stage does. */
export const isExclusive = isNamed('exclusive');

/** Returns the kind of a test file by its path from the root; throws when no kind is there. */
export function projectOf(path: string): Project {
  const kind = KINDS.find(([place]) => place.test(path));
  if (!kind) throw new Error(`${path} lies where no stage looks for tests`);
  return kind[1];
}

/** Every test file of the repository that this run is about, by its path from the root. */
export const testFiles = (withLong = process.env['LONG_TESTS'] === '1'): readonly string[] =>
  globSync('**/*.test.{ts,tsx}', { cwd: ROOT, exclude: (path) => NOT_OURS.test(path) })
    .filter((path) => withLong || !isLong(path))
    .sort();

/** The files of one kind as a pattern of whole paths, for Jest. */
export const patternOf = (project: Project, files = testFiles()): string =>
  `^(${files
    .filter((path) => projectOf(path) === project)
    .map((path) => join(ROOT, path).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')})$`;
