import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { ROOT } from '../paths.ts';

/**
 * In the environment of every process that a start brings up, so that a later start can tell its
 * own from others.
 */
export const MARK = 'PORTAL_DATA_DIR';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Sends a signal to processes; one that has ended gets none. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * When a process began, in the kernel's own count: with the pid it names a process for ever. Empty
 * where there is no /proc.
 */
export function birthOf(pid: number): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    );
  } catch {
    return '';
  }
}

/**
 * Returns whether a start on this data folder started a process: by its mark, its working folder,
 * or (without /proc) its command line.
 */
export function belongsTo(pid: number, dataDir: string): boolean {
  if (existsSync('/proc/self')) {
    const read = (look: () => string): string => {
      try {
        return look();
      } catch {
        return '';
      }
    };
    if (
      read(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
        .split('\0')
        .includes(`${MARK}=${dataDir}`)
    )
      return true;
    const folder = read(() => readlinkSync(`/proc/${pid}/cwd`));
    return folder === dataDir || folder.startsWith(`${dataDir}/`);
  }
  try {
    const command = execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
    return command.includes(dataDir) || command.includes(ROOT);
  } catch {
    return false;
  }
}
