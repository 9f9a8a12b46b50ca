import { rmSync } from 'node:fs';
import { sentenceOf } from '../start/sentence.ts';
import { startPortal } from '../start/start-portal.ts';
import { demandHeadless } from './chromium.ts';
import { keep } from './kept.ts';
import { temporaryFolder } from './servers.ts';

/** Brings up a whole portal with demo data for tests from outside, unless PORTAL_URL says that one runs (with MAIL_URL, SANDBOX_URL and its kin). */
export default async function setUp(): Promise<void> {
  if (process.env['PORTAL_URL']) return;
  const dataDir = temporaryFolder('e2e');
  const report = (line: string): void => void process.stdout.write(`    ${line}\n`);
  try {
    const portal = await startPortal({ env: { SEED: 'demo', DATA_DIR: dataDir, PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' }, report });
    keep('portal', async () => {
      await portal.stop();
      if (process.env['KEEP_DATA']) report(`The data of this run is in ${dataDir}`);
      else rmSync(dataDir, { recursive: true, force: true });
    });
    Object.assign(process.env, portal.env, { CHROME_PATH: await demandHeadless(dataDir) });
  } catch (error) {
    throw new Error(`${sentenceOf(error)} (the logs are in ${dataDir}/logs)`);
  }
}
