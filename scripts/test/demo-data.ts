import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startPortal } from '../start/start-portal.ts';
import { NOTHING_LASTS, temporaryFolder } from './servers.ts';

/** What a portal begins with where another one ended; its logs, pids and ports are its own. */
const LASTING = ['mail', 'nats', 'postgres', 'redis', 'sandbox', 'secrets.json'];

/** Any free port, and demo data. */
export const anyPlace = { SEED: 'demo', PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' } as const;

/**
 * Fills a portal with demo data and stops it; gives the folder of what it left, for DEMO_DATA. A
 * portal that begins with a copy is ready in a quarter of the time that filling one takes.
 */
export async function makeDemoData(report: (line: string) => void): Promise<string> {
  const dataDir = temporaryFolder('demo');
  const portal = await startPortal({
    env: { ...anyPlace, DATA_DIR: dataDir },
    postgresSettings: NOTHING_LASTS,
    report,
  });
  await portal.stop();
  return dataDir;
}

/** A data folder for a portal of a test: with demo data when DEMO_DATA says where there is some. */
export function portalFolder(name: string): string {
  const folder = temporaryFolder(name);
  const from = process.env['DEMO_DATA'];
  for (const part of from ? LASTING : [])
    if (existsSync(join(from ?? '', part)))
      execFileSync('cp', ['-a', join(from ?? '', part), folder]);
  return folder;
}
