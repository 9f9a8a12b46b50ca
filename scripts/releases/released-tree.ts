import { execFile } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { npmProgram, ROOT } from '../start/paths.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

/** File with the commit of the last release; a release moves it (docs/guides/migrations.md). */
export const RELEASED_COMMIT = join(ROOT, 'charts/portal/ci/released/commit');

/** Folders and files of a release that its services run from. */
const PARTS = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'proto', 'services'];
const ALSO = ['bff', 'scripts', 'web', 'charts'];

export interface ReleasedTree {
  readonly root: string;
  readonly commit: string;
  readonly remove: () => void;
}

const run = promisify(execFile);

/** Returns the commit of the last release; RELEASED_COMMIT tries another one. */
export const releasedCommit = (): string =>
  process.env['RELEASED_COMMIT'] ?? readFileSync(RELEASED_COMMIT, 'utf8').trim();

/** Returns why this clone has no released code, in a sentence; undefined when it has. */
export async function whyNoReleasedTree(): Promise<string | undefined> {
  const commit = releasedCommit();
  try {
    await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT });
    return undefined;
  } catch {
    return (
      `the released code (${commit.slice(0, 12)}) is not in this clone, ` +
      'so its checks are left out (git fetch --unshallow brings it)'
    );
  }
}

/**
 * Creates the code of the last release in a folder of its own: with generated code, and with the
 * packages of this repository where its lock names the same versions, otherwise with its own.
 */
export async function releasedTree(): Promise<ReleasedTree> {
  const tree = await releasedSources();
  try {
    await makeRunnable(tree.root);
    return tree;
  } catch (error) {
    tree.remove();
    throw error;
  }
}

/** The code that was released last, in a folder of its own, to be read alone. */
export async function releasedSources(): Promise<ReleasedTree> {
  const commit = releasedCommit();
  const root = temporaryFolder('released');
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'tree.tar');
    const paths = [...PARTS, ...ALSO];
    await run('git', ['archive', '--output', archive, commit, ...paths], { cwd: ROOT });
    await run('tar', ['-xf', archive, '-C', root]);
    rmSync(archive);
    return { root, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function makeRunnable(root: string): Promise<void> {
  if (needsOtherPackages(root))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root });
  else sharePackages(root);
  const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  await run(npmProgram('buf'), ['generate'], {
    cwd: join(root, 'proto'),
    env: { ...process.env, PATH },
  });
}

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
}

const lockOf = (root: string): Readonly<Record<string, Locked>> =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Returns whether a tree ran with other versions of packages than those here. */
function needsOtherPackages(root: string): boolean {
  const here = lockOf(ROOT);
  return Object.entries(lockOf(root)).some(
    ([path, { version, dev, link }]) =>
      path.includes('node_modules/') && !dev && !link && here[path]?.version !== version,
  );
}

/** Returns the folders of a tree that are packages of the product. */
function workspaces(root: string): readonly string[] {
  const { workspaces: patterns } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: readonly string[];
  };
  return patterns
    .flatMap((pattern) => {
      const parent = pattern.slice(0, -2);
      return pattern.endsWith('/*')
        ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
        : [pattern];
    })
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Links the packages here into a tree, except the product's own, which the tree has itself. */
function sharePackages(root: string): void {
  const link = (from: string, to: string): void => {
    mkdirSync(dirname(join(root, from)), { recursive: true });
    if (!existsSync(join(root, from))) symlinkSync(to, join(root, from));
  };
  const ours = new Map(
    workspaces(root).map((folder) => [
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name as string,
      folder,
    ]),
  );
  for (const [name, folder] of ours) link(`node_modules/${name}`, join(root, folder));
  for (const folder of ['', ...ours.values()]) {
    const packages = join(folder, 'node_modules');
    if (!existsSync(join(ROOT, packages))) continue;
    for (const name of readdirSync(join(ROOT, packages)))
      if (name !== '.cache' && !isWorkspaceLink(join(ROOT, packages, name)) && name !== '@portal')
        link(join(packages, name), join(ROOT, packages, name));
  }
}

/** Returns whether npm linked a name outside of a scope to a folder of the product. */
const isWorkspaceLink = (path: string): boolean =>
  lstatSync(path).isSymbolicLink() && !path.includes('.bin');
