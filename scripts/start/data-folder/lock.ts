import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { birthOf, isAlive } from '../processes/process-of.ts';

interface Owner {
  readonly pid: number;
  readonly birth: string;
}

/** The living process that holds a lock file, if any. */
export function lockOwner(file: string): number | undefined {
  try {
    const { pid, birth } = JSON.parse(readFileSync(file, 'utf8')) as Owner;
    return isAlive(pid) && birthOf(pid) === birth ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes a lock file for this process unless a running process holds it; the lock of an ended
 * process is taken over.
 */
export function tryLock(file: string): boolean {
  for (let tries = 0; tries < 3; tries += 1) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(
      draft,
      JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) } satisfies Owner),
    );
    try {
      // a link appears whole or not at all, so no process reads half an owner
      linkSync(draft, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    if (lockOwner(file) !== undefined) return false;
    rmSync(file, { force: true });
  }
  return false;
}

export const unlock = (file: string): void => rmSync(file, { force: true });

/** Does something while no other process does it, waiting for its turn. */
export async function withLock<T>(
  file: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  while (!tryLock(file)) await pause(50, undefined, signal ? { signal } : {});
  try {
    return await work();
  } finally {
    unlock(file);
  }
}
