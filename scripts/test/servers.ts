import { rmSync } from 'node:fs';
import { prepareDataFolder } from '../start/data-folder/data-folder.ts';
import { keepSecrets } from '../start/data-folder/secrets.ts';
import { takesSql } from '../start/processes/probes.ts';
import { Supervisor } from '../start/processes/supervisor.ts';
import { waitReady } from '../start/processes/wait-ready.ts';
import { startServers } from '../start/servers/infrastructure.ts';
import { NATS_SECRETS } from '../start/servers/nats.ts';
import { choosePorts, releasePorts } from '../start/servers/ports.ts';
import { preparePostgres } from '../start/servers/postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Nothing of a test outlives its run, so nothing has to reach the disk. */
export const NOTHING_LASTS = { fsync: 'off', full_page_writes: 'off' };

/** Starts PostgreSQL alone, for checks, in a temporary folder. */
export async function startTestPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = prepareDataFolder(temporaryFolder('postgres'));
  const supervisor = new Supervisor(dataDir);
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    releasePorts(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const { postgres: port } = await choosePorts(dataDir, ['postgres']);
    const { postgres: password = '' } = keepSecrets(dataDir, ['postgres']);
    const { program, url } = await preparePostgres({
      dataDir,
      port,
      password,
      settings: NOTHING_LASTS,
    });
    await waitReady(supervisor.run('infrastructure', program), () => takesSql(url), {});
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface TestServers {
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL, NATS and Redis for tests on free ports in a temporary folder. */
export async function startTestServers(): Promise<TestServers> {
  const dataDir = prepareDataFolder(temporaryFolder('parts'));
  const supervisor = new Supervisor(dataDir);
  const stop = async (): Promise<void> => {
    await supervisor.stop();
    releasePorts(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const ports = await choosePorts(dataDir, ['postgres', 'nats', 'redis']);
    const secrets = keepSecrets(dataDir, ['postgres', 'redis', ...NATS_SECRETS]);
    const report = (line: string): void => void process.stdout.write(`    ${line}\n`);
    const given = {
      databaseUrl: process.env['TEST_POSTGRES_URL'],
      natsUrl: process.env['TEST_NATS_URL'],
      redisUrl: process.env['TEST_REDIS_URL'],
    };
    const servers = await startServers(given, {
      dataDir,
      supervisor,
      secrets,
      ports,
      report,
      postgresSettings: NOTHING_LASTS,
    });
    return {
      postgresUrl: servers.databaseUrl,
      natsUrl: servers.natsUrl('operator'),
      redisUrl: servers.redisUrl,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
