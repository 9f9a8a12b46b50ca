import { join } from 'node:path';
import type { Program } from './child.ts';
import type { Crew } from './crew.ts';
import { natsProgram, natsReady } from './nats.ts';
import { npmProgram, ROOT } from './paths.ts';
import { preparePostgres } from './postgres.ts';
import { answersOk, takesSql } from './probes.ts';
import { redisProgram, redisReady } from './redis.ts';
import type { Secrets } from './secrets.ts';
import { demandPrograms } from './system-packages.ts';
import { waitReady } from './wait-ready.ts';

/** Servers that are there already, by url; the others are brought up here. */
export interface Given {
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
  readonly crew: Crew;
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
  readonly natsUrl: string;
  readonly redisUrl: string;
  /** Whether a server answers, by the name of its process; empty for those that were given. */
  readonly ready: Readonly<Record<string, () => Promise<boolean>>>;
}

/** Brings up PostgreSQL, NATS and Redis side by side, those that were not given, and waits until each answers. */
export async function startServers(
  given: Given,
  { dataDir, crew, secrets, ports, postgresSettings, signal, report }: BringUp,
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
    await waitReady(crew.run('infrastructure', program), isReady, waiting);
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
  const nats = async (): Promise<string> => {
    if (given.natsUrl) return given.natsUrl;
    await bring(natsProgram(programs['nats-server'] ?? '', dataDir, ports.nats), () => natsReady(ports.nats));
    return `nats://127.0.0.1:${ports.nats}`;
  };
  const redis = async (): Promise<string> => {
    if (given.redisUrl) return given.redisUrl;
    await bring(redisProgram(programs['redis-server'] ?? '', dataDir, ports.redis), () => redisReady(ports.redis));
    return `redis://127.0.0.1:${ports.redis}`;
  };

  const [databaseUrl, natsUrl, redisUrl] = await Promise.all([postgres(), nats(), redis()]);
  return { databaseUrl, natsUrl, redisUrl, ready };
}

/** A program of this repository, run from its source by the Node of this repository. */
export function nodeProgram(name: string, file: string, env: Readonly<Record<string, string>>, nodeArgs: readonly string[] = []): Program {
  const compileCache = join(ROOT, 'node_modules/.cache/portal/compiled');
  return {
    name,
    command: npmProgram('node'),
    args: [...nodeArgs, join(ROOT, file)],
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
  };
}

/** Whether a part of ours answers on its address of health. */
export const httpReady = (url: string) => (): Promise<boolean> => answersOk(url);
