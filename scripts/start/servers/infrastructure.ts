import { join } from 'node:path';
import type { Secrets } from '../data-folder/secrets.ts';
import { COMPILE_CACHE, npmProgram, ROOT } from '../paths.ts';
import type { Program } from '../processes/child.ts';
import { answersOk, takesSql } from '../processes/probes.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { waitReady } from '../processes/wait-ready.ts';
import { natsProgram, natsReady, natsUrlOf } from './nats.ts';
import type { NatsUser } from './nats-config.ts';
import { preparePostgres } from './postgres.ts';
import { redisProgram, redisReady } from './redis.ts';
import { demandPrograms } from './system-packages.ts';

/** URLs of servers that run already; the others are started here. */
export interface ExistingServers {
  readonly databaseUrl?: string | undefined;
  readonly natsUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
}

export interface ServerPorts {
  readonly postgres: number;
  readonly nats: number;
  readonly redis: number;
}

export interface BringUp {
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  readonly secrets: Secrets;
  readonly ports: ServerPorts;
  /** Settings of PostgreSQL beside the usual ones. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly report: (line: string) => void;
}

/** The servers' addresses; the database url is that of a role that makes roles and databases. */
export interface Servers {
  readonly databaseUrl: string;
  /** The url of each user of NATS; the one that was given is everybody's. */
  readonly natsUrl: (user: NatsUser) => string;
  readonly redisUrl: string;
  /** Whether a server answers, by the name of its process; empty for those that were given. */
  readonly ready: Readonly<Record<string, () => Promise<boolean>>>;
}

/**
 * Brings up PostgreSQL, NATS and Redis side by side, those that were not given, and waits until
 * each answers.
 */
export async function startServers(
  given: ExistingServers,
  { dataDir, supervisor, secrets, ports, postgresSettings, signal, report }: BringUp,
): Promise<Servers> {
  const wanted = {
    ...(given.natsUrl ? {} : { 'nats-server': 'nats-server' }),
    ...(given.redisUrl ? {} : { 'redis-server': 'redis-server' }),
  };
  const waiting = signal ? { signal } : {};
  const programs = await demandPrograms(wanted, { dataDir, report, ...waiting });
  const ready: Record<string, () => Promise<boolean>> = {};

  const bring = async (program: Program, isReady: () => Promise<boolean>): Promise<void> => {
    ready[program.name] = isReady;
    await waitReady(supervisor.run('infrastructure', program), isReady, waiting);
  };
  const postgres = async (): Promise<string> => {
    if (given.databaseUrl) return given.databaseUrl;
    const { program, url } = await preparePostgres({
      dataDir,
      port: ports.postgres,
      password: secrets['postgres'] ?? '',
      settings: postgresSettings ?? {},
      ...waiting,
    });
    await bring(program, () => takesSql(url));
    return url;
  };
  const nats = async (): Promise<(user: NatsUser) => string> => {
    const { natsUrl: everybodys } = given;
    if (everybodys) return () => everybodys;
    await bring(natsProgram(programs['nats-server'] ?? '', dataDir, ports.nats, secrets), () =>
      natsReady(ports.nats),
    );
    return (user) => natsUrlOf(ports.nats, user, secrets);
  };
  const redis = async (): Promise<string> => {
    if (given.redisUrl) return given.redisUrl;
    const password = secrets['redis'] ?? '';
    await bring(redisProgram(programs['redis-server'] ?? '', dataDir, ports.redis, password), () =>
      redisReady(ports.redis, password),
    );
    return `redis://:${password}@127.0.0.1:${ports.redis}`;
  };

  const [databaseUrl, natsUrl, redisUrl] = await Promise.all([postgres(), nats(), redis()]);
  return { databaseUrl, natsUrl, redisUrl, ready };
}

/**
 * A program of this repository, or of another release of it at `root`, run from its source by the
 * Node of this repository.
 */
export function nodeProgram(
  name: string,
  file: string,
  env: Readonly<Record<string, string>>,
  { nodeArgs = [], root = ROOT }: { nodeArgs?: readonly string[]; root?: string } = {},
): Program {
  return {
    name,
    command: npmProgram('node'),
    args: [...nodeArgs, join(root, file)],
    cwd: root,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
  };
}

/** Returns whether a service or the BFF answers at its health address. */
export const httpReady = (url: string) => (): Promise<boolean> => answersOk(url);
