import { basename, dirname, matchesGlob, normalize } from 'node:path';
import type { Page, Piece } from './page.ts';
import type { Repository } from './repository.ts';

/** Folders and files that a build or a running portal makes and git ignores. */
const BUILT = [
  'proto/gen',
  'bff/contract/gen',
  'web/dist',
  'node_modules',
  'secrets.json',
  'addresses.json',
];

/** Names of other programs and of older releases. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'ACCESS_KEY_ID',
  'ACCESS_SECRET_KEY',
  'ACTOR_SECRET',
  'archive_timeout',
  'max_prepared_statements',
  'retryPolicy',
  'too many clients',
  // typed by a person in an example
  'bnos chaya',
]);

const EXTENSION = /\.(?:cjs|css|grit|html|js|json|md|mjs|po|prisma|proto|sh|sql|ts|tsx|yaml|yml)$/;
const PATH = /^[\w.@<>*{},-]+(?:\/[\w.@<>*{},-]+)*\/?$/;
const PLACEHOLDER = /<[^<>/]+>/g;
const IDENTIFIER = /^(?:[\w$]+\.)*[A-Za-z_$][\w$]*(?:\(.*\))?$/;
const TELLING = /[a-z][A-Z]|_/;
const VARIABLE = /(?<![\w<$-])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9](?![\w>-])/g;
const SETTING = /(?:^|\s)([A-Z][A-Z0-9_]+)=/g;
const NPM = /\bnpm (?:run (?:-s )?([\w:-]+)|(test|start)\b)/g;
/** Words of `npm test --` that name no test file: stages and rounds of the long suite. */
const STAGES = ['lint', 'types', 'checks', 'faults', 'rolling', 'again'];
const TESTS = /\bnpm (?:test|run test:(?:unit|long)) -- ([\w./ -]*)/g;
const OPS = /(?:npm run ops --|(?:^|\s)ops) ([a-z][a-z-]*)/g;

/** Names of files that each service, or each area of the pages, has in some folder. */
const OF_EACH: ReadonlySet<string> = new Set([
  'blank-rows.ts',
  'consumers.ts',
  'events.proto',
  'events.verify.test.ts',
  'personal-rows.ts',
  'prefetch.ts',
  'rebuild.ts',
  'replaces.json',
  'rpc.ts',
  'schema.prisma',
]);

/** Returns a path without its anchor and end, as a pattern where it has placeholders. */
const pathOf = (text: string): string =>
  text.replace(PLACEHOLDER, '*').replace(/#.*$/, '').replace(/\/$/, '');

/** Returns the paths that a text names, from a page's own folders or, without a pattern, others. */
function pathsOf(
  text: string,
  { paths }: Repository,
  own: readonly string[],
  others: Iterable<string> = [],
): string[] {
  const path = pathOf(text);
  const from = (folder: string): string => normalize(`${folder}/${path}`);
  if (!/[*{]/.test(path)) return [...own, ...others].map(from).filter((one) => paths.has(one));
  const patterns = own.map(from);
  return [...paths].filter((one) => patterns.some((pattern) => matchesGlob(one, pattern)));
}

/** The top of the repository and the folder of a page. */
const ownFolders = (page: string): readonly string[] => ['.', dirname(page)];

/**
 * Returns the folders that a page names, by themselves or in the path of a file, and its own. The
 * page may name what is in them without their path.
 */
function foldersNamedBy({ path, spans }: Page, repository: Repository): ReadonlySet<string> {
  const texts = spans
    .map(({ text }) => text)
    .filter((text) => text.includes('/') && PATH.test(pathOf(text)));
  const withParents = (one: string): string[] => [one, dirname(one)];
  const own = ownFolders(path);
  const named = (others: Iterable<string>): ReadonlySet<string> =>
    new Set(texts.flatMap((text) => pathsOf(text, repository, own, others)).flatMap(withParents));
  return new Set([...own, ...named(named([]))]);
}

/** Why a path names nothing; null: it names something, or is no path of the repository. */
function pathFault(
  text: string,
  page: string,
  repository: Repository,
  folders: ReadonlySet<string>,
): string | null {
  const path = pathOf(text);
  if (!PATH.test(path) || BUILT.some((folder) => path.startsWith(folder))) return null;
  if (!path.includes('/')) return null;
  const [top = ''] = path.split('/');
  const { paths } = repository;
  const isOurs = EXTENSION.test(path) || paths.has(top) || paths.has(`${dirname(page)}/${top}`);
  if (!isOurs || pathsOf(text, repository, ownFolders(page), folders).length > 0) return null;
  return `${text} does not exist`;
}

/**
 * Returns a fault for each file that a page names without a folder and that lies in none of the
 * folders which it names: a reader would look for it in the wrong place.
 */
function bareNameFaults(page: Page, repository: Repository, folders: ReadonlySet<string>): Piece[] {
  const isBareName = ({ text }: Piece): boolean =>
    !text.includes('/') && EXTENSION.test(text) && PATH.test(pathOf(text));
  const bare = page.spans
    .filter(isBareName)
    .filter(({ text }) => !BUILT.includes(text) && !OF_EACH.has(text));
  const paths = [...repository.paths];
  const names = new Set(
    paths.filter((path) => folders.has(dirname(path))).map((path) => basename(path)),
  );
  // a pattern tells how files are called, wherever they are
  return bare.filter(({ text }) =>
    /[*<{]/.test(text)
      ? !paths.some((path) => matchesGlob(basename(path), pathOf(text)))
      : !names.has(text),
  );
}

/** Why an identifier is unknown; null: a source has it, or it is a plain word. */
function identifierFault(text: string, { identifiers }: Repository): string | null {
  if (!IDENTIFIER.test(text) || EXTENSION.test(text)) return null;
  const name = text.replace(/\(.*$/s, '').split('.').at(-1) ?? '';
  return !TELLING.test(name) || identifiers.has(name) || OF_OTHERS.has(name)
    ? null
    : `no source has ${name}`;
}

const isInTestFile = (word: string, paths: ReadonlySet<string>): boolean =>
  word.startsWith('-') ||
  [...paths].some((path) => /\.test\.tsx?$/.test(path) && path.includes(word));

/** Log lines and names of jobs: several lower-case words in code style or single quotes. */
const PHRASE = /^[a-z]{2,}(?: [a-z]+)+$/;
const QUOTED = /'([a-z]{2,}(?: [a-z]+)+)'/g;
const PROGRAM = /^(?:docker|git|helm|kubectl|nats|npm|ops|time) /;

function phraseFaults(page: Page, { contains }: Repository): Piece[] {
  const quoted = page.paragraphs.flatMap(({ text, line }) =>
    [...text.replaceAll('\n', ' ').matchAll(QUOTED)].map(([, phrase = '']) => ({
      text: phrase,
      line,
    })),
  );
  return [...page.spans.filter(({ text }) => PHRASE.test(text)), ...quoted].filter(
    ({ text }) => !PROGRAM.test(text) && !OF_OTHERS.has(text) && !contains(text),
  );
}

function commandFaults(
  text: string,
  { npmScripts, opsVerbs, identifiers, paths }: Repository,
): string[] {
  const scripts = [...text.matchAll(NPM)].map(([, script, short]) => script ?? short ?? '');
  const variables = [...text.matchAll(VARIABLE)].map(([name]) => name);
  const settings = [...text.matchAll(SETTING)].map(([, name = '']) => name);
  const named = new Set([...variables, ...settings]);
  return [
    ...scripts.filter((name) => !npmScripts.has(name)).map((name) => `no npm script ${name}`),
    ...[...text.matchAll(TESTS)]
      .flatMap(([, words = '']) => words.trim().split(/\s+/))
      .filter((word) => !STAGES.includes(word) && !isInTestFile(word, paths))
      .map((word) => `no test file has ${word} in its path`),
    ...[...text.matchAll(OPS)]
      .map(([, verb = '']) => verb)
      .filter((verb) => !opsVerbs.has(verb))
      .map((verb) => `no verb ${verb} of npm run ops`),
    ...[...named]
      .filter((name) => !identifiers.has(name) && !OF_OTHERS.has(name))
      .map((name) => `no source has ${name}`),
  ];
}

/** Returns a fault for each path, npm script, variable or identifier of a page that is unknown. */
export function nameFaults(page: Page, repository: Repository): readonly string[] {
  const folders = foldersNamedBy(page, repository);
  const at = ({ line }: Piece, fault: string): string => `${page.path}:${line}: ${fault}`;
  const spans = page.spans.flatMap((piece) =>
    [
      pathFault(piece.text, page.path, repository, folders),
      identifierFault(piece.text, repository),
      ...commandFaults(piece.text, repository),
    ]
      .filter((fault) => fault !== null)
      .map((fault) => at(piece, fault)),
  );
  const code = page.code.flatMap((piece) => {
    const words = piece.text.split(/[\s'"=:,;()]+/).filter((word) => word.includes('/'));
    return [
      ...words
        .filter((word) => repository.paths.has(word.split('/')[0] ?? ''))
        .map((word) => pathFault(word, page.path, repository, folders)),
      ...commandFaults(piece.text, repository),
    ]
      .filter((fault) => fault !== null)
      .map((fault) => at(piece, fault));
  });
  const bare = bareNameFaults(page, repository, folders).map((piece) =>
    at(piece, `no folder that the page names has ${piece.text}`),
  );
  const phrases = phraseFaults(page, repository).map((piece) =>
    at(piece, `no source has "${piece.text}"`),
  );
  return [...new Set([...spans, ...code, ...bare, ...phrases])];
}
