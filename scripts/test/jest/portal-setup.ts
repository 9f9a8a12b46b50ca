import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { personalDataOutside } from '../../portal/personal-data.ts';
import { SERVICES } from '../../start/paths.ts';
import { startPortal } from '../../start/start-portal.ts';
import { messageOf } from '../../start/user-error.ts';
import { demandHeadless } from '../chromium.ts';
import { anyPlace, FIRST_START, portalFolder } from '../demo-data.ts';
import { NOTHING_LASTS } from '../servers.ts';
import { startTestClock } from '../test-clock.ts';
import { startVirusScanner } from '../virus-scanner.ts';
import { keep } from './kept.ts';

/** The project whose timed tests write durably to disk. */
const TIMED = 'load';

/** The portal of calls counts statements, and runs jobs often, since its tests wait for them. */
const COUNTED = 'calls';
const noteStatements = [
  '--import',
  fileURLToPath(new URL('../statements/note-statements.ts', import.meta.url)),
];
const COUNTING = Object.fromEntries(
  SERVICES.map((service) => [service, { nodeArgs: noteStatements, env: { TEST_JOB_SPEED: '10' } }]),
);

/**
 * Brings up a whole portal with demo data for tests from outside, and looks for personal data in
 * tables that must not hold them before it ends, unless PORTAL_URL says that one
 * runs (with MAIL_URL, SANDBOX_URL and its kin).
 */
export default async function setUp(
  _: unknown,
  { displayName }: { readonly displayName?: { readonly name: string } },
): Promise<void> {
  if (process.env['PORTAL_URL']) return;
  startTestClock();
  const dataDir = portalFolder('e2e');
  const report = (line: string): void => void process.stdout.write(`    ${line}\n`);
  try {
    const scanner = await startVirusScanner();
    const portal = await startPortal({
      env: { ...anyPlace, DATA_DIR: dataDir },
      parts: {
        '*': process.env['DEMO_DATA'] ? {} : FIRST_START,
        ...(displayName?.name === COUNTED ? COUNTING : {}),
        bff: { env: { CLAMD_ADDR: scanner.address } },
      },
      postgresSettings: displayName?.name === TIMED ? {} : NOTHING_LASTS,
      report,
    });
    keep('portal', async () => {
      const personal = await personalDataOutside([]).catch((error: unknown) => [String(error)]);
      await portal.stop();
      await scanner.stop();
      if (process.env['KEEP_DATA']) report(`The data of this run is in ${dataDir}`);
      else rmSync(dataDir, { recursive: true, force: true });
      if (personal.length > 0)
        throw new Error(`personal data outside of their tables: ${personal.join('; ')}`);
    });
    Object.assign(process.env, portal.env, { CHROME_PATH: await demandHeadless(dataDir) });
  } catch (error) {
    throw new Error(`${messageOf(error)} (the logs are in ${dataDir}/logs)`);
  }
}
