import { resolve } from 'node:path';
import { ROOT } from './paths.ts';
import { UserError } from './user-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Seed = 'demo' | 'load' | 'none';

/** Settings of a start, read from the environment. Ports of 0 mean any free one. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly mailPort: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  readonly seed: Seed;
  readonly publicUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly natsUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
}

function readPort(env: Environment, name: string, fallback: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UserError(`${name} must be a port number from 0 to 65535, not "${text}".`);
}

function readUrl(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new UserError(
    `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  );
}

function readSeed(env: Environment): Seed {
  const seed = env['SEED']?.trim() || 'demo';
  if (seed === 'demo' || seed === 'load' || seed === 'none') return seed;
  throw new UserError(`SEED must be demo, load or none, not "${seed}".`);
}

/**
 * The folder of all data; a relative one counts from the root of the repository, not from where a
 * person happens to stand.
 */
export function readDataDir(env: Environment): string {
  return resolve(ROOT, env['DATA_DIR']?.trim() || '.data');
}

/** Reads the settings; a wrong one is a sentence. */
export function readSettings(env: Environment): Settings {
  const settings: Settings = {
    host: env['HOST']?.trim() || '127.0.0.1',
    port: readPort(env, 'PORT', 8080),
    mailPort: readPort(env, 'MAIL_PORT', 8025),
    sandboxPort: readPort(env, 'SANDBOX_PORT', 8090),
    dataDir: readDataDir(env),
    seed: readSeed(env),
    publicUrl: readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    natsUrl: readUrl(env, 'NATS_URL', ['nats:', 'tls:']),
    redisUrl: readUrl(env, 'REDIS_URL', ['redis:', 'rediss:']),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
  };
  const ports = [settings.port, settings.mailPort, settings.sandboxPort].filter((port) => port > 0);
  if (new Set(ports).size < ports.length)
    throw new UserError('PORT, MAIL_PORT and SANDBOX_PORT must be three different ports.');
  return settings;
}
