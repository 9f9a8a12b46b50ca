import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Work on a data folder that must be finished before the folder is used: a file while it runs. */
const fileOf = { seed: 'filling', restore: 'restoring' } as const;
type Work = keyof typeof fileOf;

/** The server that holds the databases of a data folder: its own unless DATABASE_URL is set. */
function serverOf(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return '';
  const { host, pathname } = new URL(databaseUrl);
  return host + pathname;
}

/** Notes that work on the databases of a server begins. */
export function markBegun(dataDir: string, work: Work, databaseUrl: string | undefined): void {
  writeFileSync(join(dataDir, fileOf[work]), serverOf(databaseUrl));
}

/**
 * Returns whether earlier work on the databases of this server was not finished. Work that was
 * begun with another DATABASE_URL does not count: the databases of this one hold other data.
 */
export function isUnfinished(
  dataDir: string,
  work: Work,
  databaseUrl: string | undefined,
): boolean {
  const file = join(dataDir, fileOf[work]);
  return existsSync(file) && readFileSync(file, 'utf8') === serverOf(databaseUrl);
}

/** Notes that the work is finished. */
export function markFinished(dataDir: string, work: Work): void {
  rmSync(join(dataDir, fileOf[work]), { force: true });
}
