import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from '../processes/child.ts';
import { runTask } from '../processes/run-task.ts';
import { UserError } from '../user-error.ts';
import { findPlace, type Place } from './postgres-place.ts';

const MAJOR = '18';

/** Settings of a development server. fsync stays on: tests kill it and check the surviving data. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '128MB',
  // Small queries only: compiling them costs more than it saves, and workers would want shared
  // memory that containers lack.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // No row values in the log: they may be personal.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export interface Postgres {
  readonly program: Program;
  readonly url: string;
}

interface PostgresOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Makes the database folder where there is none and says how to run the server. */
export async function preparePostgres({
  dataDir,
  port,
  password,
  settings = {},
  signal,
}: PostgresOptions): Promise<Postgres> {
  const place = findPlace(dataDir);
  const version = existsSync(join(place.data, 'PG_VERSION'))
    ? readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim()
    : undefined;
  if (version !== undefined && version !== MAJOR) {
    throw new UserError(
      `The databases in ${dataDir} were made by PostgreSQL ${version} and this is ${MAJOR}: ` +
        'empty the data folder with "npm run reset", or choose another DATA_DIR.',
    );
  }
  if (!existsSync(join(place.data, 'postgresql.conf')) || version === undefined)
    await initialise(place, dataDir, password, signal);
  const flags = Object.entries({ ...SETTINGS, ...settings, port: String(port) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const program: Program = {
    name: 'postgres',
    command: join(place.programs, 'bin/postgres'),
    args: ['-D', place.data, ...flags],
    cwd: '/',
    env: { LC_ALL: 'C.UTF-8' },
    stopSignal: 'SIGINT',
    ...(place.user ? { user: place.user } : {}),
  };
  return {
    program,
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
  };
}

async function initialise(
  place: Place,
  dataDir: string,
  password: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-initdb-'));
  const file = join(folder, 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  if (place.user) {
    chownSync(folder, place.user.uid, place.user.gid);
    chownSync(file, place.user.uid, place.user.gid);
  }
  const args = [
    '--pgdata',
    place.data,
    '--username',
    'postgres',
    '--pwfile',
    file,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale',
    'C.UTF-8',
    '--no-instructions',
  ];
  const user = place.user ? { user: place.user } : {};
  try {
    await runTask(
      {
        name: 'initdb',
        command: join(place.programs, 'bin/initdb'),
        args,
        cwd: '/',
        env: { LC_ALL: 'C.UTF-8' },
        ...user,
      },
      { dataDir, failure: 'The databases could not be made', ...(signal ? { signal } : {}) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
