import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { eventually } from '../../testing.ts';
import { freePort } from './sandbox-process.ts';

/** Where `npm run tools` puts what it takes out of Debian's packages. */
const unpacked = fileURLToPath(new URL('../../../../node_modules/.cache/tools/', import.meta.url));

/** Where PgBouncer is; undefined where it is not here. */
export function findPooler(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    `${unpacked}usr/sbin`,
  ];
  return folders
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export interface Pooler {
  /** The address of the database behind it, as a service gets it. */
  url: string;
  stop: () => Promise<void>;
}

/** PgBouncer in transaction mode before a database, with so many connections to it. */
export async function startPooler(
  program: string,
  databaseUrl: string,
  connections: number,
): Promise<Pooler> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'portal-pooler-'));
  const port = await freePort();
  const login =
    `user=${decodeURIComponent(username)}` +
    (password ? ` password=${decodeURIComponent(password)}` : '');
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${hostname} port=${serverPort || 5432} dbname=${database} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  chmodSync(folder, 0o755); // it gives up the rights of root before it reads
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const child: ChildProcess = spawn(program, [...asNobody, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      LD_LIBRARY_PATH: `${unpacked}usr/lib/${machine}-linux-gnu`,
    },
  });
  const address = `postgres://${username}@127.0.0.1:${port}/${database}`;
  await eventually(async () => {
    const client = new pg.Client({ connectionString: address });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    return isUp;
  }, Boolean);
  return {
    url: `${address}?pgbouncer=true`,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
