import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupHead, END, HEAD, MIGRATIONS, type RowCounts } from './backup-head.ts';
import { tablesOf } from './tables-of.ts';

const quote = pg.escapeIdentifier;

/**
 * Writes all rows of a service's database as one snapshot, while people work: SQL that psql reads
 * too, as `pg_dump --data-only` writes it. The tables themselves are made by the migrations that
 * the first line names. Sequences are read last, so that they are never behind a row.
 */
export async function dumpDatabase(
  service: string,
  databaseUrl: string,
  out: Writable,
): Promise<{ head: BackupHead; rows: RowCounts }> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `backup ${service}`,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  await client.connect();
  client.on('error', () => {}); // the statement that runs fails by it
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = await headOf(client, service);
    await write(`${HEAD}${JSON.stringify(head)}\n`);
    await write('SET session_replication_role = replica;\n');
    const rows: RowCounts = {};
    for (const { name, columns } of await tablesOf(client)) {
      const list = columns.map(quote).join(', ');
      await write(`COPY public.${quote(name)} (${list}) FROM stdin;\n`);
      const copy = client.query(copyTo(`COPY public.${quote(name)} (${list}) TO STDOUT`));
      for await (const chunk of copy) if (!out.write(chunk)) await once(out, 'drain');
      rows[name] = copy.rowCount;
      await write('\\.\n');
    }
    for (const { sequence, last, called } of await sequencesOf(client)) {
      const name = pg.escapeLiteral(`public.${quote(sequence)}`);
      await write(`SELECT pg_catalog.setval(${name}, ${last}, ${called});\n`);
    }
    await write(`${END}${JSON.stringify(rows)}\n`);
    await client.query('COMMIT');
    return { head, rows };
  } finally {
    await client.end();
  }
}

async function headOf(client: pg.Client, service: string): Promise<BackupHead> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM ${MIGRATIONS}
     WHERE finished_at IS NOT NULL ORDER BY migration_name`,
  );
  const { rows } = await client.query<{ at: Date; last: Date | null; waiting: number }>(
    `SELECT now() AS at, max(sent_at) AS last,
       count(*) FILTER (WHERE sent_at IS NULL)::integer AS waiting FROM outbox`,
  );
  const [{ at, last, waiting }] = rows as [(typeof rows)[number]];
  const lastSentAt = last?.toISOString() ?? null;
  return { service, at: at.toISOString(), migrations, outbox: { lastSentAt, waiting } };
}

async function sequencesOf(client: pg.Client) {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  const found: { sequence: string; last: string; called: boolean }[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM public.${quote(name)}`,
    );
    if (rows[0]) found.push({ sequence: name, ...rows[0] });
  }
  return found;
}

async function main(service: string | undefined, url: string | undefined): Promise<void> {
  if (!service || !url)
    throw new Error(
      'usage: DATABASE_URL=... node services/kit/backup/dump-database.ts <service> > <file>.sql.gz',
    );
  const gzip = createGzip({ level: 6 });
  const written = pipeline(gzip, process.stdout, { end: false });
  written.catch(() => {});
  await dumpDatabase(service, url, gzip);
  gzip.end();
  await written;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2], process.env.DATABASE_URL).catch((error: Error) => {
    process.stderr.write(`the database could not be written: ${error.message}\n`);
    process.exit(1);
  });
