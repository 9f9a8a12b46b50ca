import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { verbs } from '../../ops/verbs.ts';
import { ROOT } from '../../start/paths.ts';

/** What documents may name. */
export interface Repository {
  /** Paths of files and folders, from the root, without a slash at their end. */
  readonly paths: ReadonlySet<string>;
  readonly npmScripts: ReadonlySet<string>;
  /** Verbs of `npm run ops`. */
  readonly opsVerbs: ReadonlySet<string>;
  /** Every identifier of every source that is no document. */
  readonly identifiers: ReadonlySet<string>;
  /** Whether some source that is no document has this text. */
  readonly contains: (text: string) => boolean;
  readonly documents: readonly string[];
}

/** Files whose words say nothing about the product, or that name things that must not exist. */
const NO_SOURCE =
  /\.(?:md|binpb|png|ttf|woff2|ico|pdf|gz|tgz|xlsx)$|package-lock\.json$|\/pacts?\/|checks\/documents\//;
const IDENTIFIER = /[A-Za-z_$][\w$]*/g;

function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** Reads the checkout: its files as git lists them, untracked ones included. */
export function readRepository(): Repository {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .trim()
    .split('\n')
    // a deleted file stays in the list until it is staged; links to folders are no files
    .filter((file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile());
  const sources = files.filter((path) => !NO_SOURCE.test(path)).map(textOf);
  const identifiers = new Set<string>();
  for (const source of sources)
    for (const [word] of source.matchAll(IDENTIFIER)) identifiers.add(word);
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  return {
    paths: new Set(files.flatMap((file) => [file, ...foldersOf(file)])),
    npmScripts: new Set(Object.keys(scripts)),
    opsVerbs: new Set([...Object.keys(verbs), 'help']),
    identifiers,
    contains: (text) => sources.some((source) => source.includes(text)),
    documents: files.filter((file) => file.endsWith('.md')),
  };
}

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
