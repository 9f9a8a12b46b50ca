// The file tree of an image, made from deploy/Dockerfile without a container engine: instruction by
// instruction, each stage in a folder of its own. What an engine does beside that (the base image,
// its users) is not done.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { ROOT } from '../start/paths.ts';
import { type Dockerfile, filledIn, parseDockerfile, type Stage } from './dockerfile.ts';

/** The folder of every stage; here it is a local folder. */
const WORKDIR = '/portal';

/** A finished image: its files, its environment and its command. */
export interface Tree {
  root: string;
  env: Readonly<Record<string, string>>;
  user: string;
  command: readonly string[];
}

/**
 * Builds trees below a folder; stages that several images share are built once. Takes a minute or
 * two for all images.
 */
export class TreeBuilder {
  readonly #folder: string;
  readonly #file: Dockerfile = parseDockerfile(
    readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'),
  );
  readonly #built = new Map<string, Tree>();
  readonly #seen = dockerignore.default().add(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Builds the tree of an image: `docker build --build-arg PART=<part>`. */
  build(part: string): Tree {
    const last = this.#file.stages.at(-1) as Stage;
    return this.#stage(last, { ...this.#file.args, PART: part });
  }

  /** Builds a stage that all images share, e.g. the one that builds the page. */
  stage(name: string): Tree {
    const stage = this.#named(name);
    if (!stage || this.#isOfPart(stage)) throw new Error(`no stage ${name} for all parts`);
    return this.#stage(stage, this.#file.args);
  }

  #named(name: string): Stage | undefined {
    return this.#file.stages.find((stage) => stage.name === name);
  }

  /** Returns whether a stage or its base has ARG PART, so that it differs for each image. */
  #isOfPart(stage: Stage): boolean {
    const onto = this.#named(stage.from);
    return (
      stage.from.includes('PART') ||
      stage.instructions.some(({ name, text }) => name === 'ARG' && text === 'PART') ||
      (onto !== undefined && this.#isOfPart(onto))
    );
  }

  #stage(stage: Stage, args: Readonly<Record<string, string>>): Tree {
    const key = this.#isOfPart(stage) ? `${stage.name}-${args.PART}` : stage.name;
    const before = this.#built.get(key);
    if (before) return before;
    const onto = this.#named(filledIn(stage.from, args));
    const base = onto && this.#stage(onto, args);
    if (stage.instructions.length === 0 && base) return base;
    const root = join(this.#folder, key.replaceAll(' ', '-'));
    mkdirSync(root, { recursive: true });
    if (base) linkInto(base.root, root);
    const tree = {
      root,
      env: { ...base?.env },
      user: base?.user ?? 'root',
      command: base?.command ?? [],
    };
    // an argument is known from its ARG on
    const known: Record<string, string> = {};
    for (const { name, text } of stage.instructions) {
      if (name === 'ARG') known[text] = args[text] ?? '';
      else if (name === 'ENV') Object.assign(tree.env, envOf(filledIn(text, known)));
      else if (name === 'USER') tree.user = text;
      else if (name === 'CMD') tree.command = JSON.parse(text) as string[];
      else if (name === 'RUN') this.#run(text, tree, known);
      else if (name === 'COPY') this.#copy(filledIn(text, known), root, args);
      else if (name === 'WORKDIR' && text !== WORKDIR) throw new Error(`another folder: ${text}`);
    }
    this.#built.set(key, tree);
    return tree;
  }

  #run(text: string, tree: Tree, args: Readonly<Record<string, string>>): void {
    const script = text.replace(/--mount=\S+\s+/g, '');
    // users are the engine's: here they would be made on this machine
    if (/^groupadd /.test(script)) return;
    const { NODE_ENV: _, ...env } = process.env;
    execFileSync('sh', ['-ec', script], {
      cwd: tree.root,
      env: {
        ...env,
        ...tree.env,
        ...args,
        npm_config_prefer_offline: 'true',
        npm_config_loglevel: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  #copy(text: string, root: string, args: Readonly<Record<string, string>>): void {
    const words = text.split(/\s+/);
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : '';
    const to = words.pop() as string;
    const stage = from ? this.#named(from) : undefined;
    if (from && !stage) throw new Error(`no stage ${from}`);
    const source = stage ? this.#stage(stage, args).root : ROOT;
    for (const word of words) {
      const file = stage ? join(source, relative(WORKDIR, word)) : resolve(source, word);
      if (!existsSync(file)) throw new Error(`COPY of what is not there: ${word}`);
      const isFolder = statSync(file).isDirectory();
      const target = resolve(root, to);
      const place = isFolder || !to.endsWith('/') ? target : join(target, basename(file));
      mkdirSync(dirname(place), { recursive: true });
      if (stage) linkInto(file, place);
      else copyInto(file, place, (path) => this.#isSeen(path));
    }
  }

  /** Returns whether the build sees a file of the repository, by .dockerignore. */
  #isSeen(path: string): boolean {
    const of = relative(ROOT, path);
    // enters a folder: something in it may be included again
    return of === '' || statSync(path).isDirectory() || !this.#seen.ignores(of);
  }
}

/** From stage to stage: files are not written again, so they need not be there twice. */
function linkInto(from: string, to: string): void {
  const isFolder = statSync(from).isDirectory();
  if (isFolder) mkdirSync(to, { recursive: true });
  execFileSync('cp', ['--archive', '--link', '--force', isFolder ? `${from}/.` : from, to]);
}

/** Copies a folder's content into a folder as COPY does, with links unchanged. */
function copyInto(from: string, to: string, isSeen: (path: string) => boolean): void {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (path) => basename(path) !== 'node_modules' && isSeen(path),
  });
}

function envOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );
}

/** Every file of a tree with its size, by its path in it; links are not followed. */
export function filesOf(root: string): Map<string, number> {
  const files = new Map<string, number>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      files.set(relative(root, path), statSync(path).size);
    }
  return files;
}
