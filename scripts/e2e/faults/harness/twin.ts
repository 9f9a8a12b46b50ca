import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '../../../portal/databases.ts';
import { thePortal } from '../../../portal/place.ts';
import { until } from '../../../portal/until.ts';
import type { HurtPortal } from './hurt-portal.ts';

/**
 * Returns host:port of a twin that is called: the service's own port at another address of this
 * machine, as pods have it. Another process may have taken a port that was free a moment ago.
 */
export function twinAddress(portal: HurtPortal['portal'], service: ServiceName): string {
  const [, port] = portal.grpcAddress(service).split(':');
  return `127.88.0.1:${port}`; // no person's address (anAddress in person.ts)
}

/**
 * Runs `work` beside a second replica of a service on the same database, as in a cluster. No one
 * calls it unless they have its address; it takes over abandoned work.
 */
export async function withTwinOf(
  { portal }: HurtPortal,
  service: ServiceName,
  work: () => Promise<void>,
  { isCalled = false } = {},
): Promise<void> {
  const log = join(portal.dataDir, 'logs', `${service}-twin.log`);
  const out = openSync(log, 'w');
  const env = {
    ...process.env,
    ...thePortal.env,
    PART: `${service}-twin`,
    DATABASE_URL: portal.databaseUrl(service),
    GRPC_LISTEN: isCalled ? twinAddress(portal, service) : '127.0.0.1:0',
    ADMIN_LISTEN: '127.0.0.1:0',
    LOG_LEVEL: 'info',
  };
  const main = fileURLToPath(
    new URL(`../../../../services/${service}/src/main.ts`, import.meta.url),
  );
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', out, out] });
  const ended = new Promise((over) => child.once('close', over));
  try {
    await until(
      async () => readFileSync(log, 'utf8'),
      (said) => said.includes('"serving"') || child.exitCode !== null,
      30,
    );
    if (child.exitCode !== null)
      throw new Error(`a second ${service} cannot run: ${readFileSync(log, 'utf8').slice(-500)}`);
    await work();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
