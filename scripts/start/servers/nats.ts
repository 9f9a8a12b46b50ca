import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../data-folder/secrets.ts';
import type { Program } from '../processes/child.ts';
import { saysOn } from '../processes/probes.ts';
import { NATS_USERS, type NatsUser, natsConfig } from './nats-config.ts';

/** Names in `secrets.json` of the passwords at NATS. */
const secretOf = (user: NatsUser): string => `nats password of ${user}`;
export const NATS_SECRETS: readonly string[] = NATS_USERS.map(secretOf);

/** The url by which a user signs in. */
export const natsUrlOf = (port: number, user: NatsUser, secrets: Secrets): string =>
  `nats://${user}:${secrets[secretOf(user)] ?? ''}@127.0.0.1:${port}`;

/** NATS with JetStream, its store under the data folder; every connection needs a password. */
export function natsProgram(
  command: string,
  dataDir: string,
  port: number,
  secrets: Secrets,
): Program {
  const store = join(dataDir, 'nats');
  const config = join(dataDir, 'run/nats.conf');
  writeFileSync(
    config,
    natsConfig((user) => `"${secrets[secretOf(user)] ?? ''}"`),
    { mode: 0o600 },
  );
  return {
    name: 'nats',
    command,
    args: ['-c', config, '-js', '-sd', store, '-p', String(port), '-a', '127.0.0.1'],
    cwd: store,
    stopSignal: 'SIGTERM',
  };
}

/** Returns whether NATS greets a new connection. */
export const natsReady = (port: number): Promise<boolean> => saysOn(port, '', /^INFO /);
