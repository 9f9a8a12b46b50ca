import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../start/paths.ts';

/** The output of `npm run ops`, and its exit code. */
export interface OpsResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a verb of `npm run ops` as Ruth on the portal of a data folder. */
export async function runOps(dataDir: string, words: readonly string[]): Promise<OpsResult> {
  const main = join(ROOT, 'scripts/ops/main.ts');
  const child = spawn(
    process.execPath,
    [main, ...words, '--data-dir', dataDir, '--as', 'Ruth', '--yes'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), code]);
  return { code: status, out, err };
}
