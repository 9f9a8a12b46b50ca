import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../start/processes/process-of.ts';

/** Where Linux offers memory as a file system. */
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;
/** A whole run keeps less than a GiB in its folders at once; its processes need memory too. */
const LEAST_ROOM_BYTES = 3 * GIB;
const LEAST_FREE_BYTES = 8 * GIB;

/** Whether a file system of this room, in bytes, holds the folders of a run, and memory remains. */
export const hasRoom = (room: number, free: number): boolean =>
  room >= LEAST_ROOM_BYTES && free >= LEAST_FREE_BYTES;

/**
 * Where folders of tests lie: in memory where there is enough, since each test file of a service
 * copies and drops a database of hundreds of files; TMPDIR or the usual place otherwise.
 */
function baseFolder(): string {
  if (process.env['TMPDIR']) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (hasRoom(bavail * bsize, freemem())) return MEMORY;
  } catch {
    // this machine has none
  }
  return tmpdir();
}

const OWNED = /^portal-test-(\d+)-/;

/** Removes the folders of processes that were killed before they removed them. */
export function removeAbandoned(base: string): void {
  for (const name of readdirSync(base)) {
    const owner = OWNED.exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    try {
      rmSync(join(base, name), { recursive: true, force: true });
    } catch {
      // it is another user's, or another run removes it too
    }
  }
}

/**
 * Creates a folder for tests that the user postgres can enter. Its process removes it; when that
 * was killed, the next run does.
 */
export function temporaryFolder(name: string): string {
  // first, since they may hold the memory that is missing
  for (const base of [MEMORY, tmpdir()]) if (existsSync(base)) removeAbandoned(base);
  const folder = mkdtempSync(join(baseFolder(), `portal-test-${process.pid}-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs work with a temporary folder of its own, which is removed when the work ends. */
export async function inTemporaryFolder<Result>(
  name: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder(name);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
