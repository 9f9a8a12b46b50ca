import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { belongsTo, isAlive, signalAll } from '../processes/process-of.ts';
import { UserError } from '../user-error.ts';
import { lockOwner, tryLock, unlock } from './lock.ts';

const TIMEOUT_MS = 8_000;

/**
 * As `mkdir -p`; Node's own tries for ever where the kernel says that nothing can be there (/proc).
 */
function makeFolder(path: string, mode = 0o755): void {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path, { mode });
}

/**
 * Lets the user postgres pass through to its own folder; the others in there are for their owner
 * alone.
 */
function letThrough(dataDir: string): void {
  const { uid, mode } = statSync(dataDir);
  if (process.getuid?.() === 0 && uid === 0) chmodSync(dataDir, (mode & 0o777) | 0o001);
}

/**
 * Creates the data folder and its subfolders. Returns its real path. Throws UserError when the
 * folder cannot be written.
 */
export function prepareDataFolder(dataDir: string): string {
  try {
    makeFolder(dataDir);
    letThrough(dataDir);
    for (const part of ['logs', 'run', 'mail', 'nats', 'redis', 'sandbox'])
      makeFolder(join(dataDir, part), 0o700);
    accessSync(dataDir, constants.W_OK);
    const probe = join(dataDir, 'run', `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UserError(
      `The data folder ${dataDir} cannot be written (${code}): make it writable, ` +
        'or choose another one with DATA_DIR=<folder>.',
    );
  }
  return realpathSync(dataDir);
}

const ownerFile = (dataDir: string): string => join(dataDir, 'run/owner.json');

/** The process that has this data folder now, if any. */
export const ownerOf = (dataDir: string): number | undefined => lockOwner(ownerFile(dataDir));

/** Takes the data folder for this process; a portal that already runs on it is a sentence. */
export function claimDataFolder(dataDir: string): void {
  if (!tryLock(ownerFile(dataDir))) {
    throw new UserError(
      `The portal already runs on ${dataDir} (process ${ownerOf(dataDir)}): stop it, ` +
        'or start a second copy with another DATA_DIR and PORT.',
    );
  }
  writeFileSync(join(dataDir, 'run/portal.pid'), `${process.pid}\n`);
}

/** Gives the data folder back. */
export function releaseDataFolder(dataDir: string): void {
  rmSync(join(dataDir, 'run/portal.pid'), { force: true });
  unlock(ownerFile(dataDir));
}

/**
 * Processes that a start left behind when it was killed: those of its pid files that are alive and
 * really its own.
 */
function leftBehind(dataDir: string): readonly { readonly name: string; readonly pid: number }[] {
  const run = join(dataDir, 'run');
  return readdirSync(run)
    .filter((file) => file.endsWith('.pid') && file !== 'portal.pid')
    .map((file) => ({
      name: basename(file, '.pid'),
      pid: Number(readFileSync(join(run, file), 'utf8')),
    }))
    .filter(({ pid }) => pid > 1 && pid !== process.pid && isAlive(pid) && belongsTo(pid, dataDir));
}

/**
 * Ends what an earlier start left behind, then forgets its pids. Only for the owner of the folder.
 */
export async function clearLeftovers(dataDir: string): Promise<void> {
  const left = leftBehind(dataDir);
  for (const { name, pid } of left) signalAll([pid], name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  const deadline = Date.now() + TIMEOUT_MS;
  while (left.some(({ pid }) => isAlive(pid)) && Date.now() < deadline) await pause(50);
  const pids = left.map(({ pid }) => pid);
  signalAll(pids.filter(isAlive), 'SIGKILL');
  for (const file of readdirSync(join(dataDir, 'run'))) {
    if (file.endsWith('.pid') && file !== 'portal.pid')
      rmSync(join(dataDir, 'run', file), { force: true });
  }
}
