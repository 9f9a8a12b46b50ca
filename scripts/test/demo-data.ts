import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { ROOT } from '../start/paths.ts';
import { startPortal } from '../start/start-portal.ts';
import { NOTHING_LASTS } from './servers.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What a portal begins with where another one ended; its logs, pids and ports are its own. */
const LASTING = ['mail', 'nats', 'postgres', 'redis', 'sandbox', 'secrets.json'];

/** Any free port, demo data, and the clock of this run. */
export const anyPlace = {
  SEED: 'demo',
  PORT: '0',
  MAIL_PORT: '0',
  SANDBOX_PORT: '0',
  get TEST_CLOCK_OFFSET_MS() {
    return process.env['TEST_CLOCK_OFFSET_MS'];
  },
};

/** Options of the portal that makes demo data: a test reads the logs of a first start. */
export const FIRST_START = { env: { LOG_LEVEL: 'info' } };

/** Folder of the demo data of earlier runs, named after a hash of its sources. */
const KEPT = join(ROOT, 'node_modules/.cache/portal-demo');

/** Sources of demo data, besides the instant that its dates count from. */
const MADE_FROM = [
  'package-lock.json',
  'proto/**/*.{proto,ts}',
  'services/*/prisma/**/*.sql',
  'services/*/src/**/*.ts',
  'services/kit/**/*.ts',
  'scripts/{sandbox,seed,start}/**/*.ts',
];
const NOT_MADE_FROM = /(^|\/)(node_modules|gen)(\/|$)|\.test\.ts$/;

/** Age of demo data by the clock of a run, so that none of its rows is in the future. */
const MADE_BEFORE_MS = 15 * 60_000;

const hasRealClock = (): boolean => Number(process.env['TEST_CLOCK_OFFSET_MS'] ?? 0) === 0;

function nameOfDemoData(): string {
  const day = hasRealClock() ? new Date() : TEST_NOW;
  const hash = createHash('sha256').update(day.toISOString().slice(0, hasRealClock() ? 10 : 24));
  const files = globSync(MADE_FROM, { cwd: ROOT, exclude: (path) => NOT_MADE_FROM.test(path) });
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * A folder with demo data for DEMO_DATA: what an earlier run has kept where nothing has changed
 * since, or that of a portal that is filled now. A portal that begins with a copy is ready in a
 * quarter of the time that filling one takes.
 */
export async function prepareDemoData(report: (line: string) => void): Promise<string> {
  const folder = join(KEPT, nameOfDemoData());
  if (existsSync(folder)) return folder;
  report('Filling a portal with demo data');
  const dataDir = temporaryFolder('demo');
  try {
    const portal = await startPortal({
      env: {
        ...anyPlace,
        ...(hasRealClock()
          ? {}
          : { TEST_CLOCK_OFFSET_MS: String(TEST_NOW.getTime() - MADE_BEFORE_MS - Date.now()) }),
        DATA_DIR: dataDir,
      },
      parts: { '*': FIRST_START },
      postgresSettings: NOTHING_LASTS,
      report: () => {},
    });
    await portal.stop();
    if (existsSync(KEPT))
      for (const old of readdirSync(KEPT))
        rmSync(join(KEPT, old), { recursive: true, force: true });
    const making = `${folder}.new`;
    mkdirSync(making, { recursive: true });
    copy([...LASTING, 'logs'], dataDir, making);
    execFileSync('mv', [making, folder]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return folder;
}

function copy(names: readonly string[], from: string, to: string): void {
  for (const one of names)
    if (existsSync(join(from, one))) execFileSync('cp', ['-a', join(from, one), to]);
}

/** A data folder for a portal of a test: with demo data when DEMO_DATA says where there is some. */
export function portalFolder(name: string): string {
  const folder = temporaryFolder(name);
  const from = process.env['DEMO_DATA'];
  if (from) copy(LASTING, from, folder);
  return folder;
}
