// A backup of real services that is restored into an empty folder, by `npm run ops` as it is run.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { startPortal } from '../start/start-portal.ts';
import { NOTHING_LASTS } from '../test/servers.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const folder = temporaryFolder('ops-blanks');
const dataDir = join(folder, 'data');
const backup = join(folder, 'backup');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ops(...words: string[]): string {
  const args = [join(import.meta.dirname, 'main.ts'), ...words, '--yes', '--data-dir', dataDir];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

test('a restore blanks students of the list beside the backup before a start', async () => {
  const portal = await startPortal({
    env: { PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0', SEED: 'none', DATA_DIR: dataDir },
    services: ['identity'],
    postgresSettings: NOTHING_LASTS,
  });
  try {
    ops('backup', backup, 'identity');
  } finally {
    await portal.stop();
  }
  expect(readFileSync(join(backup, 'blanked'), 'utf8').trim()).toBe('');
  rmSync(dataDir, { recursive: true });
  writeFileSync(join(backup, 'blanked'), '12\n');
  const said = ops('restore', backup, 'identity');
  expect(said).toContain('Blanking 1 students again\nStudent 12 is not on record.\n');
});
