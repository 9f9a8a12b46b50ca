import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { saveCreditCard, submitPaymentAndGetExam } from '@portal/contract/payments';
import { getCreditsInfo } from '@portal/contract/student';
import { client } from '@portal/kit/client';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import pg from 'pg';
import { aNewCard } from '../e2e/card.ts';
import type { Person } from '../e2e/person.ts';
import type { Portal } from '../start/portal-handle.ts';
import { aStudent, asPart, forEach, signedIn } from './people.ts';

const run = promisify(execFile);
const exams = client(ExamsServiceDefinition, 'CATALOG_ADDR', 'bench');
const BUYERS = 40;
const SECONDS = 10;
const services = ['registration', 'payments'] as const;

/** What one purchase writes, by table. */
interface Written {
  table: string;
  inserted: number;
  updated: number;
  bytes: number;
  indexes: number;
}

/** Purchases a second with saved cards, beside what pgbench reaches with the same rows written in the same number of commits. */
export async function buyExam(portal: Portal): Promise<{ portal: number; pgbench: number; commits: number; rows: number }> {
  const { exams: all } = await exams.listExams({ knownVersion: 0 }, asPart());
  const plain = all.filter(
    (exam) =>
      exam.active &&
      exam.phonesystemActive &&
      exam.requiredExamIds.length === 0 &&
      exam.credits > 0 &&
      exam.credits <= 6 &&
      !exam.alternateCourseVersion,
  );
  const buyers = await forEach(Array.from({ length: BUYERS }), () => aBuyer(portal));
  const next = new Map(buyers.map((buyer) => [buyer, 0]));
  let bought = 0;
  const buyOne = async (buyer: Awaited<ReturnType<typeof aBuyer>>) => {
    const place = next.get(buyer) ?? 0;
    const exam = plain[place];
    if (!exam) throw new Error('a buyer has every exam');
    next.set(buyer, place + 1);
    const numberOfCredits = exam.credits;
    const answer = await buyer.person.do(submitPaymentAndGetExam, {
      examId: exam.id,
      ccId: buyer.ccId,
      numberOfCredits,
      amount: numberOfCredits * buyer.price,
    });
    if (answer.error !== null) throw new Error(answer.error);
    bought++;
  };
  await forEach(buyers, buyOne, 8); // warm

  const before = await statistics(portal);
  bought = 0;
  const until = Date.now() + SECONDS * 1000;
  const started = performance.now();
  await Promise.all(
    buyers.slice(0, 16).map(async (buyer) => {
      while (Date.now() < until) await buyOne(buyer);
    }),
  );
  const perSecond = bought / ((performance.now() - started) / 1000);
  const after = await statistics(portal);
  const written = difference(before.tables, after.tables, bought);
  const commits = 4; // two of registration, two of payments; the relay's and the mail's are extra work of ours
  const pgbench = await pgbenchRate(portal.serverUrl, written, commits);
  return { portal: perSecond, pgbench, commits, rows: written.reduce((sum, table) => sum + table.inserted + table.updated, 0) };
}

async function aBuyer(portal: Portal): Promise<{ person: Person; ccId: string; price: number }> {
  const person = await signedIn(portal.url, await aStudent());
  const { paymentMethod } = await person.do(saveCreditCard, await aNewCard(portal.sandboxUrl));
  const { pricePerCredit } = await person.do(getCreditsInfo, {});
  return { person, ccId: paymentMethod.ccId, price: pricePerCredit };
}

interface Statistics {
  tables: Map<string, { inserted: number; updated: number; bytes: number; indexes: number }>;
}
async function statistics(portal: Portal): Promise<Statistics> {
  const tables: Statistics['tables'] = new Map();
  for (const service of services) {
    const db = new pg.Client({ connectionString: portal.databaseUrl(service) });
    await db.connect();
    await db.query('SELECT pg_stat_clear_snapshot()');
    await new Promise((next) => setTimeout(next, 1500)); // PostgreSQL hands its counters in at most once a second
    const { rows } = await db.query<{ relname: string; ins: string; upd: string; bytes: string; indexes: string }>(`
      SELECT s.relname, s.n_tup_ins AS ins, s.n_tup_upd AS upd, pg_table_size(s.relid) / greatest(1, s.n_live_tup) AS bytes,
        (SELECT count(*) FROM pg_index WHERE indrelid = s.relid) AS indexes FROM pg_stat_user_tables s`);
    for (const row of rows)
      tables.set(`${service}.${row.relname}`, {
        inserted: Number(row.ins),
        updated: Number(row.upd),
        bytes: Number(row.bytes),
        indexes: Number(row.indexes),
      });
    await db.end();
  }
  return { tables };
}

function difference(before: Statistics['tables'], after: Statistics['tables'], count: number): Written[] {
  return [...after].flatMap(([table, now]) => {
    const then = before.get(table) ?? { inserted: 0, updated: 0 };
    const inserted = Math.round((now.inserted - then.inserted) / count);
    const updated = Math.round((now.updated - then.updated) / count);
    return inserted + updated > 0
      ? [{ table, inserted, updated, bytes: Math.min(2000, Math.max(60, now.bytes)), indexes: now.indexes }]
      : [];
  });
}

/** pgbench with 16 clients: rows of the same number and size, as many indexes, spread over as many commits. */
async function pgbenchRate(serverUrl: string, written: Written[], commits: number): Promise<number> {
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
  for (const [place, { inserted, updated, bytes, indexes }] of written.entries()) {
    const table = `t${place}`;
    await db.query(`CREATE TABLE ${table} (id bigserial PRIMARY KEY, k bigint, body text)`);
    for (let index = 1; index < indexes; index++) await db.query(`CREATE INDEX ON ${table} (k, id)`);
    await db.query(`INSERT INTO ${table} (k, body) SELECT n, repeat('x', ${bytes}) FROM generate_series(1, 5000) n`);
    for (let n = 0; n < inserted; n++) statements.push(`INSERT INTO ${table} (k, body) VALUES (:r, repeat('y', ${bytes}));`);
    for (let n = 0; n < updated; n++) statements.push(`UPDATE ${table} SET k = k + 1, body = repeat('z', ${bytes}) WHERE id = :r;`);
  }
  await db.end();
  const each = Math.ceil(statements.length / commits);
  const script = [
    '\\set r random(1, 5000)',
    ...Array.from({ length: commits }, (_, n) => ['BEGIN;', ...statements.slice(n * each, (n + 1) * each), 'COMMIT;'].join('\n')),
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
    String(SECONDS),
    '-f',
    file,
    url.href,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** pgbench from PATH or Debian's folders; as root on Debian it is installed once. */
async function pgbenchPath(): Promise<string> {
  const find = () => {
    const debian = '/usr/lib/postgresql';
    const folders = [
      ...(process.env['PATH'] ?? '').split(':'),
      ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
    ];
    return folders.map((folder) => join(folder, 'pgbench')).find(existsSync);
  };
  if (!find()) await run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql-contrib']).catch(() => {});
  const found = find();
  if (!found) throw new Error('pgbench is needed for this figure: install the contrib package of PostgreSQL.');
  return found;
}
