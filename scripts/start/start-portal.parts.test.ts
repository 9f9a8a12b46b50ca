import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { NOTHING_LASTS } from '../test/servers.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { markBegun } from './data-folder/marks.ts';
import { keepSecrets } from './data-folder/secrets.ts';
import { npmProgram, SERVICES } from './paths.ts';
import type { Portal } from './portal-handle.ts';
import { saysOn } from './processes/probes.ts';
import { isAlive } from './processes/process-of.ts';
import { type DatabaseUrls, makeDatabases, noteFilling, readFilling } from './servers/databases.ts';
import { migrateAll } from './servers/migrate.ts';
import { startPortal } from './start-portal.ts';

// Starting itself, without the services: servers, sandbox and mail inbox are what is brought up
// here.

const FREE = { PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0', SEED: 'none' };
const folders: string[] = [];
let dataDir = '';
let portal: Portal;

function folder(): string {
  const made = temporaryFolder('start');
  folders.push(made);
  return made;
}

const start = (env: Readonly<Record<string, string>>): Promise<Portal> =>
  startPortal({
    env: { ...FREE, ...env },
    services: [],
    postgresSettings: NOTHING_LASTS,
  });

const pids = (of: string): readonly number[] =>
  readdirSync(join(of, 'run'))
    .filter((file) => file.endsWith('.pid'))
    .map((file) => Number(readFileSync(join(of, 'run', file), 'utf8')));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(10);
}

async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = folder();
  portal = await start({ DATA_DIR: dataDir });
});

afterAll(async () => {
  await portal?.stop();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

test('every running process has its pid and its log', () => {
  for (const name of ['postgres', 'nats', 'redis', 'mail', 'sandbox']) {
    expect(Number(readFileSync(join(dataDir, 'run', `${name}.pid`), 'utf8'))).toBe(
      portal.pid(name),
    );
    expect(existsSync(join(dataDir, 'logs', `${name}.log`))).toBe(true);
  }
});

test('a second portal on the same folder is refused, the first goes on', async () => {
  await expect(start({ DATA_DIR: dataDir })).rejects.toThrow(
    `The portal already runs on ${dataDir} (process ${process.pid})`,
  );
  await portal.ready();
});

test('a second portal on another folder runs beside the first', async () => {
  const second = await start({ DATA_DIR: folder() });
  expect(second.mailUrl).not.toBe(portal.mailUrl);
  await second.stop();
  await portal.ready();
});

test('a port in use is refused, and nothing is left running', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const other = folder();
  await expect(start({ DATA_DIR: other, MAIL_PORT: String(port) })).rejects.toThrow(
    `Port ${port} is in use by another program: stop it, ` +
      'or choose another port with MAIL_PORT=<port>.',
  );
  expect(pids(other)).toEqual([]);
  server.close();
});

test('a server that cannot be reached is refused, and nothing is left running', async () => {
  const other = folder();
  await expect(
    start({
      DATA_DIR: other,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    }),
  ).rejects.toThrow(/^The databases could not be made: .*ECONNREFUSED/);
  expect(pids(other)).toEqual([]);
});

test('reports a failed migration in one sentence', async () => {
  const urls = Object.fromEntries(
    SERVICES.map((service) => [service, 'postgres://nobody@127.0.0.1:1/none']),
  ) as DatabaseUrls;
  await expect(migrateAll(['identity'], urls, { dataDir })).rejects.toThrow(
    new RegExp(
      '^The migration of identity failed \\(exit code 1\\): ' +
        'The database of identity could not be migrated: .*ECONNREFUSED',
    ),
  );
});

test('a role owns its own database and cannot enter another', async () => {
  expect(
    await ask(
      portal.databaseUrl('payments'),
      'SELECT current_user AS me, current_database() AS here',
    ),
  ).toEqual([{ me: 'portal_payments', here: 'portal_payments' }]);
  const elsewhere = new URL(portal.databaseUrl('payments'));
  elsewhere.pathname = '/portal_identity';
  await expect(ask(elsewhere.href, 'SELECT 1')).rejects.toThrow(
    /permission denied for database "portal_identity"/,
  );
});

test('Redis refuses commands without its password', async () => {
  const url = new URL(portal.env['REDIS_URL'] ?? '');
  const port = Number(url.port);
  expect(await saysOn(port, 'PING\r\n', /^-NOAUTH/)).toBe(true);
  expect(await saysOn(port, 'AUTH wrong\r\nPING\r\n', /^-WRONGPASS.*\r\n-NOAUTH/)).toBe(true);
  expect(await saysOn(port, `AUTH ${url.password}\r\nPING\r\n`, /^\+OK\r\n\+PONG/)).toBe(true);
});

test('a role that may not make databases is refused in one sentence', async () => {
  const secrets = keepSecrets(folder(), SERVICES);
  await expect(makeDatabases(portal.databaseUrl('catalog'), secrets)).rejects.toThrow(
    'The role of DATABASE_URL may not create roles and databases: give it CREATEROLE and CREATEDB.',
  );
});

test('two portals share a server under different names of databases', async () => {
  await ask(portal.serverUrl, 'CREATE DATABASE shop');
  const given = new URL(portal.serverUrl);
  given.pathname = '/shop';
  const copy = await start({ DATA_DIR: folder(), DATABASE_URL: given.href });
  expect(copy.names).not.toContain('postgres');
  expect(await ask(copy.databaseUrl('schools'), 'SELECT current_database() AS here')).toEqual([
    { here: 'shop_schools' },
  ]);
  await copy.stop();
});

test('remembers the data set that filled the databases', async () => {
  await noteFilling(portal.serverUrl, 'demo');
  expect(await readFilling(portal.serverUrl, portal.databaseUrl('identity'))).toBe('demo');
});

test('treats databases with a person in them as in use, even without a comment', async () => {
  const own = await start({ DATA_DIR: folder() });
  const identity = own.databaseUrl('identity');
  await ask(identity, 'CREATE TABLE student (id int); CREATE TABLE staff_user (id int)');
  expect(await readFilling(own.serverUrl, identity)).toBe('empty');
  await ask(identity, 'INSERT INTO student VALUES (1)');
  expect(await readFilling(own.serverUrl, identity)).toBe('none');
  await own.stop();
});

test('keeps these databases after an interrupted seed of another DATABASE_URL', async () => {
  await ask(portal.serverUrl, 'CREATE DATABASE office');
  const given = new URL(portal.serverUrl);
  given.pathname = '/office';
  const other = folder();
  const first = await start({ DATA_DIR: other, DATABASE_URL: given.href });
  await ask(first.databaseUrl('catalog'), 'CREATE TABLE kept AS SELECT 7 AS answer');
  await first.stop();
  markBegun(other, 'seed', 'postgres://127.0.0.1/elsewhere');
  const second = await start({ DATA_DIR: other, DATABASE_URL: given.href });
  expect(await ask(second.databaseUrl('catalog'), 'SELECT answer FROM kept')).toHaveLength(1);
  await second.stop();
});

test('a portal does not start on a restore that was interrupted', async () => {
  const other = folder();
  markBegun(other, 'restore', undefined);
  await expect(start({ DATA_DIR: other })).rejects.toThrow('was not finished: do it again');
});

test('writes filled databases to disk, so that a killed server replays no log', async () => {
  await ask(
    portal.serverUrl,
    `CREATE TABLE load AS SELECT i, repeat(i::text, 20) AS filling
     FROM generate_series(1, 50000) AS i`,
  );
  const behind = async () => {
    const [row] = await ask(
      portal.serverUrl,
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int AS bytes
       FROM pg_control_checkpoint()`,
    );
    return Number(row?.['bytes']);
  };
  expect(await behind()).toBeGreaterThan(1_000_000);
  await noteFilling(portal.serverUrl, 'demo');
  expect(await behind()).toBeLessThan(500_000);
});

test('PostgreSQL keeps committed data when it is killed', async () => {
  const url = portal.databaseUrl('catalog');
  await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const pid = portal.pid('postgres');
  portal.kill('postgres');
  await until(() => portal.pid('postgres') !== undefined && portal.pid('postgres') !== pid);
  await portal.ready('postgres');
  expect(await ask(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('a server that is taken down stays down until it is brought up', async () => {
  await portal.down('nats');
  expect(portal.pid('nats')).toBeUndefined();
  portal.wipe('nats');
  await portal.up('nats');
  expect(portal.deaths('nats')).toBe(0);
});

test('a store cannot be wiped under a server that runs', () => {
  expect(() => portal.wipe('redis')).toThrow('redis must be down before its store is deleted.');
});

test('deletes databases that the start before left half-filled', async () => {
  const other = folder();
  const first = await start({ DATA_DIR: other });
  await ask(first.databaseUrl('catalog'), 'CREATE TABLE half_done (id int)');
  await first.stop();
  markBegun(other, 'seed', undefined);
  mkdirSync(join(other, 'sandbox'), { recursive: true });
  const second = await start({ DATA_DIR: other });
  expect(
    await ask(second.databaseUrl('catalog'), "SELECT to_regclass('half_done') AS found"),
  ).toEqual([{ found: null }]);
  await second.stop();
  expect(existsSync(join(other, 'filling'))).toBe(false);
});

test('a stopped portal leaves no process and no pid, and starts again with its data', async () => {
  const other = folder();
  const first = await start({ DATA_DIR: other });
  const all = first.names.map((name) => first.pid(name) as number);
  await ask(first.databaseUrl('catalog'), 'CREATE TABLE kept AS SELECT 7 AS answer');
  await first.stop();
  expect(all.filter(isAlive)).toEqual([]);
  expect(pids(other)).toEqual([]);
  const second = await start({ DATA_DIR: other });
  expect(await ask(second.databaseUrl('catalog'), 'SELECT answer FROM kept')).toEqual([
    { answer: 7 },
  ]);
  await second.stop();
});

test('a killed portal takes its processes with it', async () => {
  const other = folder();
  const program = JSON.stringify(join(import.meta.dirname, 'start-portal.ts'));
  const env = JSON.stringify({ ...FREE, DATA_DIR: other });
  const script =
    `import { startPortal } from ${program}; ` +
    `await startPortal({ env: ${env}, services: [] }); console.log('up');`;
  const child = spawn(npmProgram('node'), ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const all = pids(other).filter((pid) => pid !== child.pid);
  expect(all).toHaveLength(5);
  child.kill('SIGKILL');
  await until(() => !all.some(isAlive));
  const again = await start({ DATA_DIR: other });
  await again.stop();
});
