import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Portal } from '../start/portal-handle.ts';

const run = promisify(execFile);
const PGBENCH_SECONDS = 10;
type Service = Parameters<Portal['databaseUrl']>[0];

/** The rows that one unit of work writes, by table. */
export interface WrittenRows {
  table: string;
  inserted: number;
  updated: number;
  bytes: number;
  indexes: number;
}

export type Statistics = ReadonlyMap<string, Omit<WrittenRows, 'table'>>;
/** Returns PostgreSQL's counters of the rows that some services wrote. */
export async function statistics(
  portal: Portal,
  services: readonly Service[],
): Promise<Statistics> {
  const tables = new Map<string, Omit<WrittenRows, 'table'>>();
  for (const service of services) {
    const db = new pg.Client({ connectionString: portal.databaseUrl(service) });
    await db.connect();
    await db.query('SELECT pg_stat_clear_snapshot()');
    // PostgreSQL updates its counters at most once a second
    await new Promise((next) => setTimeout(next, 1500));
    const { rows } = await db.query<{
      relname: string;
      ins: string;
      upd: string;
      bytes: string;
      indexes: string;
    }>(`
      SELECT s.relname, s.n_tup_ins AS ins, s.n_tup_upd AS upd,
        pg_table_size(s.relid) / greatest(1, s.n_live_tup) AS bytes,
        (SELECT count(*) FROM pg_index WHERE indrelid = s.relid) AS indexes
      FROM pg_stat_user_tables s`);
    for (const row of rows)
      tables.set(`${service}.${row.relname}`, {
        inserted: Number(row.ins),
        updated: Number(row.upd),
        bytes: Number(row.bytes),
        indexes: Number(row.indexes),
      });
    await db.end();
  }
  return tables;
}

/** Returns the rows that one of `count` units of work wrote between two statistics. */
export function difference(before: Statistics, after: Statistics, count: number): WrittenRows[] {
  return [...after].flatMap(([table, now]) => {
    const then = before.get(table) ?? { inserted: 0, updated: 0 };
    const inserted = Math.round((now.inserted - then.inserted) / count);
    const updated = Math.round((now.updated - then.updated) / count);
    return inserted + updated > 0
      ? [
          {
            table,
            inserted,
            updated,
            bytes: Math.min(2000, Math.max(60, now.bytes)),
            indexes: now.indexes,
          },
        ]
      : [];
  });
}

/**
 * Returns transactions per second of pgbench with 16 clients: rows of the same number and size, as
 * many indexes, in as many commits. Rows of `hotTable` are a single row for all clients.
 */
export async function pgbenchRate(
  serverUrl: string,
  written: readonly WrittenRows[],
  commits: number,
  hotTable?: string,
): Promise<number> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS bench_rows');
  await admin.query('CREATE DATABASE bench_rows');
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = '/bench_rows';
  const db = new pg.Client({ connectionString: url.href });
  await db.connect();
  const statements: string[] = [];
  for (const [place, { table: name, inserted, updated, bytes, indexes }] of written.entries()) {
    const table = `t${place}`;
    const row = name === hotTable ? '1' : ':r';
    await db.query(`CREATE TABLE ${table} (id bigserial PRIMARY KEY, k bigint, body text)`);
    for (let index = 1; index < indexes; index++)
      await db.query(`CREATE INDEX ON ${table} (k, id)`);
    await db.query(
      `INSERT INTO ${table} (k, body)
        SELECT n, repeat('x', ${bytes}) FROM generate_series(1, 5000) n`,
    );
    for (let n = 0; n < inserted; n++)
      statements.push(`INSERT INTO ${table} (k, body) VALUES (:r, repeat('y', ${bytes}));`);
    for (let n = 0; n < updated; n++)
      statements.push(
        `UPDATE ${table} SET k = k + 1, body = repeat('z', ${bytes}) WHERE id = ${row};`,
      );
  }
  await db.end();
  const each = Math.ceil(statements.length / commits);
  const script = [
    '\\set r random(1, 5000)',
    ...Array.from({ length: commits }, (_, n) =>
      ['BEGIN;', ...statements.slice(n * each, (n + 1) * each), 'COMMIT;'].join('\n'),
    ),
  ].join('\n');
  const file = join(process.env['TMPDIR'] ?? '/tmp', `bench-rows-${process.pid}.sql`);
  writeFileSync(file, `${script}\n`);
  const { stdout } = await run(await pgbenchPath(), [
    '-n',
    '-M',
    'prepared',
    '-c',
    '16',
    '-j',
    '2',
    '-T',
    String(PGBENCH_SECONDS),
    '-f',
    file,
    url.href,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** Returns pgbench from PATH or Debian's folders; as root on Debian it is installed once. */
async function pgbenchPath(): Promise<string> {
  const find = () => {
    const debian = '/usr/lib/postgresql';
    const folders = [
      ...(process.env['PATH'] ?? '').split(':'),
      ...(existsSync(debian)
        ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
        : []),
    ];
    return folders.map((folder) => join(folder, 'pgbench')).find(existsSync);
  };
  if (!find())
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-contrib']).catch(
      () => {},
    );
  const found = find();
  if (!found)
    throw new Error(
      'pgbench is needed for this figure: install the contrib package of PostgreSQL.',
    );
  return found;
}
