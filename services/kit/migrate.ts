import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

interface Migration {
  name: string;
  sql: string;
}

/** The migrations of a service in order: kit's own tables first, then prisma/migrations of the service. */
export async function migrationsOf(service: string): Promise<Migration[]> {
  const kit = new URL('./sql/', import.meta.url);
  const own = new URL(`../${service}/prisma/migrations/`, import.meta.url);
  const kitFiles = (await readdir(kit)).sort();
  const ownEntries = service === 'kit' ? [] : await readdir(own, { withFileTypes: true }); // kit alone: for its own tests
  const ownFolders = ownEntries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all([
    ...kitFiles.map(async (file) => ({ name: `kit_${file.replace(/\.sql$/, '')}`, sql: await readFile(new URL(file, kit), 'utf8') })),
    ...ownFolders.map(async (folder) => ({ name: folder, sql: await readFile(new URL(`${folder}/migration.sql`, own), 'utf8') })),
  ]);
}

/** Brings a database up to date; each migration is one transaction, two runs at once wait for each other. Returns the names applied. */
export async function migrate(service: string, databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: `migrate ${service}` });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock(72707369)');
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
      migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    for (const { name, sql } of await migrationsOf(service)) {
      const checksum = createHash('sha256').update(sql).digest('hex');
      const before = known.get(name);
      if (before !== undefined && before !== checksum) throw new Error(`migration ${name} was changed after it had been applied`);
      if (before !== undefined) continue;
      try {
        await client.query('BEGIN');
        await client.query(sql);
        await client.query(
          'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES (gen_random_uuid(), $1, $2, now(), 1)',
          [checksum, name],
        );
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${name} failed: ${(error as Error).message}`);
      }
      applied.push(name);
    }
  } finally {
    await client.end();
  }
  return applied;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [service, url] = [process.argv[2], process.env.DATABASE_URL];
  try {
    if (!service || !url) throw new Error('say which service: DATABASE_URL=... node services/kit/migrate.ts <service>');
    const applied = await migrate(service, url);
    process.stdout.write(`${service}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`);
  } catch (error) {
    process.stderr.write(`The database of ${service} could not be migrated: ${(error as Error).message}.\n`);
    process.exit(1);
  }
}
