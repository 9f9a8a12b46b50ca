import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Crew } from '../start/crew.ts';
import { prepareDataFolder } from '../start/data-folder.ts';
import { startServers } from '../start/infrastructure.ts';
import { choosePorts, releasePorts } from '../start/ports.ts';
import { keepSecrets } from '../start/secrets.ts';

/** A folder of its own for a test run, that the user postgres can enter. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `portal-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

export interface TestServers {
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly stop: () => Promise<void>;
}

/** PostgreSQL, NATS and Redis for tests: in a folder of their own, on free ports, gone when they are stopped. */
export async function startTestServers(): Promise<TestServers> {
  const dataDir = prepareDataFolder(temporaryFolder('parts'));
  const crew = new Crew(dataDir);
  const stop = async (): Promise<void> => {
    await crew.stop();
    releasePorts(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const ports = await choosePorts(dataDir, ['postgres', 'nats', 'redis']);
    const secrets = keepSecrets(dataDir, ['postgres']);
    const report = (line: string): void => void process.stdout.write(`    ${line}\n`);
    const given = {
      databaseUrl: process.env['TEST_POSTGRES_URL'],
      natsUrl: process.env['TEST_NATS_URL'],
      redisUrl: process.env['TEST_REDIS_URL'],
    };
    // Nothing here outlives the run, so nothing has to reach the disk.
    const servers = await startServers(given, {
      dataDir,
      crew,
      secrets,
      ports,
      report,
      postgresSettings: { fsync: 'off', full_page_writes: 'off' },
    });
    return { postgresUrl: servers.databaseUrl, natsUrl: servers.natsUrl, redisUrl: servers.redisUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
