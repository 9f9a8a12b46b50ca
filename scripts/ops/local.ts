import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf } from '../start/data-folder/data-folder.ts';
import { readOperatorEnv } from '../start/environment/operator-env.ts';
import { partnerEnv } from '../start/environment/service-env.ts';
import { readSettings } from '../start/settings.ts';
import { UserError } from '../start/user-error.ts';
import type { PartStatus } from './status.ts';

/** Finds the data folder of the portal that `npm start` runs. Throws a UserError if none runs. */
export function runningDataDir(said: string | undefined): string {
  const { dataDir } = readSettings(said === undefined ? process.env : { DATA_DIR: said });
  if (ownerOf(dataDir) === undefined)
    throw new UserError(`No portal runs on ${dataDir}: start it, or name another with --data-dir.`);
  return dataDir;
}

/**
 * The environment that a command of a service runs with, on a portal that runs here. Keys of
 * partners other than the sandbox are those of the caller.
 */
export function localEnvOf(said: string | undefined, service: string): Record<string, string> {
  const { SANDBOX_URL: sandboxUrl = '', ...env } = readOperatorEnv(runningDataDir(said), service);
  return service === 'payments' ? { ...partnerEnv({ sandboxUrl }, {}, process.env), ...env } : env;
}

/** The metrics of a healthy process may be slow: they read the database. */
const TIMEOUT_MS = 15_000;

/** Reads the metrics of each process of a portal on this machine. */
export async function localStatus(
  dataDir: string,
  parts: readonly string[],
): Promise<PartStatus[]> {
  const ports = JSON.parse(readFileSync(join(dataDir, 'run/ports.json'), 'utf8')) as Record<
    string,
    number
  >;
  const ask = async (part: string, path: string) => {
    try {
      const answer = await fetch(`http://127.0.0.1:${ports[`${part}-admin`]}${path}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { ok: answer.ok, text: await answer.text() };
    } catch {
      return undefined;
    }
  };
  return Promise.all(
    parts.map(async (part) => {
      const [ready, metrics] = await Promise.all([ask(part, '/readyz'), ask(part, '/metrics')]);
      return { part, ready: ready?.ok === true, metrics: metrics?.text };
    }),
  );
}
