import { lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { markBegun, markFinished } from './data-folder/marks.ts';
import { runTask } from './processes/run-task.ts';
import { noteFilling, type SeedState } from './servers/databases.ts';
import { nodeProgram } from './servers/infrastructure.ts';
import type { Seed } from './settings.ts';

/** Empties a data folder but for logs, the run folder (its owner's) and what `keep` names. */
export function emptyData(
  dataDir: string,
  keep: readonly string[] = ['logs', 'run', 'secrets.json'],
): void {
  for (const name of readdirSync(dataDir).filter((entry) => !keep.includes(entry))) {
    const path = join(dataDir, name);
    // The databases of a closed tree lie outside, behind a link.
    if (lstatSync(path).isSymbolicLink())
      rmSync(readlinkSync(path), { recursive: true, force: true });
    rmSync(path, { recursive: true, force: true });
  }
}

export interface FillOptions {
  readonly dataDir: string;
  /** The setting of this name: undefined for the data folder's own server. */
  readonly databaseUrl: string | undefined;
  readonly serverUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whose seed. */
  readonly root: string;
  readonly signal?: AbortSignal;
  readonly report: (line: string) => void;
}

/**
 * Seeds empty databases as SEED says and notes what they hold now. Databases that are in use are
 * left alone. The next start deletes what an interrupted seed left, and seeds again.
 */
export async function fill(
  seed: Seed,
  before: SeedState,
  { dataDir, databaseUrl, serverUrl, env, root, signal, report }: FillOptions,
): Promise<SeedState> {
  if (before !== 'empty') return before;
  if (seed !== 'none') {
    report(
      seed === 'load'
        ? 'Filling the databases with a load of data (some minutes, once)'
        : 'Filling the databases with demo data (once)',
    );
    markBegun(dataDir, 'seed', databaseUrl);
    const onLine = (line: string): void => report(`  ${line}`);
    const seeding = { ...env, SEED: seed };
    await runTask(nodeProgram('seed', 'scripts/seed/seed.ts', seeding, { root }), {
      dataDir,
      failure: `The ${seed} data could not be made`,
      onLine,
      ...(signal ? { signal } : {}),
    });
  }
  await noteFilling(serverUrl, seed);
  markFinished(dataDir, 'seed');
  return seed;
}
