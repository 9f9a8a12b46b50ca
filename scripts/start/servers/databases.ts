import { createClock, moveClock } from '@portal/kit/testing/database-clock';
import pg from 'pg';
import type { Secrets } from '../data-folder/secrets.ts';
import { SERVICES, type ServiceName } from '../paths.ts';
import { UserError } from '../user-error.ts';

export type DatabaseUrls = Readonly<Record<ServiceName, string>>;

/**
 * What the databases hold: nothing yet, demo or load data, or (`none`) data of people. A comment on
 * the database of identity says so; it is in no backup, so that people in the database count too.
 */
export type SeedState = 'empty' | 'none' | 'demo' | 'load';

const quote = pg.escapeIdentifier;
const literal = pg.escapeLiteral;

/**
 * Returns the prefix of databases and roles: the database of the server's url, so that several
 * portals can share a server.
 */
function prefixOf(serverUrl: string): string {
  const name = decodeURIComponent(new URL(serverUrl).pathname.slice(1));
  return name === '' || name === 'postgres' ? 'portal' : name;
}

const nameOf = (serverUrl: string, service: ServiceName): string =>
  `${prefixOf(serverUrl)}_${service}`;

async function withServer<T>(
  serverUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: serverUrl,
    application_name: 'portal start',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * One role and one database a service: a role owns its own database and cannot even connect to
 * another's.
 */
export async function makeDatabases(serverUrl: string, secrets: Secrets): Promise<DatabaseUrls> {
  try {
    await withServer(serverUrl, async (client) => {
      const { rows } = await client.query<{ rolsuper: boolean; able: boolean }>(
        `SELECT rolsuper, rolsuper OR (rolcreaterole AND rolcreatedb) AS able
         FROM pg_roles WHERE rolname = current_user`,
      );
      if (!rows[0]?.able)
        throw new UserError(
          'The role of DATABASE_URL may not create roles and databases: ' +
            'give it CREATEROLE and CREATEDB.',
        );
      for (const service of SERVICES)
        await makeOne(client, nameOf(serverUrl, service), secrets[service] ?? '', rows[0].rolsuper);
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The databases could not be made: ${(error as Error).message}.`);
  }
  return databaseUrls(serverUrl, secrets);
}

/** The url by which each service reaches its own database. */
function databaseUrls(serverUrl: string, secrets: Secrets): DatabaseUrls {
  const urlOf = (service: ServiceName): string => {
    const url = new URL(serverUrl);
    url.username = nameOf(serverUrl, service);
    url.password = secrets[service] ?? '';
    url.pathname = `/${nameOf(serverUrl, service)}`;
    return url.href;
  };
  return Object.fromEntries(SERVICES.map((service) => [service, urlOf(service)])) as Record<
    ServiceName,
    string
  >;
}

async function makeOne(
  client: pg.Client,
  name: string,
  password: string,
  superuser: boolean,
): Promise<void> {
  const has = async (sql: string): Promise<boolean> =>
    ((await client.query(sql, [name])).rowCount ?? 0) > 0;
  const isNew = !(await has('SELECT FROM pg_roles WHERE rolname = $1'));
  if (isNew) await client.query(`CREATE ROLE ${quote(name)} LOGIN PASSWORD ${literal(password)}`);
  else await client.query(`ALTER ROLE ${quote(name)} PASSWORD ${literal(password)}`);
  if (await has('SELECT FROM pg_database WHERE datname = $1')) return;
  if (!superuser) await client.query(`GRANT ${quote(name)} TO CURRENT_USER`);
  await client.query(
    `CREATE DATABASE ${quote(name)} OWNER ${quote(name)} TEMPLATE template0 ENCODING 'UTF8'`,
  );
  await client.query(`REVOKE ALL ON DATABASE ${quote(name)} FROM PUBLIC`);
}

/** Moves the clocks of the databases as that of a run of tests, before they are migrated. */
export async function moveClocks(serverUrl: string, offsetMs: string | undefined): Promise<void> {
  if (!offsetMs) return;
  await withServer(serverUrl, async (client) => {
    for (const service of SERVICES) {
      const url = new URL(serverUrl);
      url.pathname = `/${nameOf(serverUrl, service)}`;
      await moveClock(client, nameOf(serverUrl, service), Number(offsetMs));
      await createClock(url.href);
    }
  });
}

/**
 * Returns what the databases hold. Without a comment, such as after a restore by PostgreSQL's own
 * tools, databases with a person in them are in use: they are never seeded and never dropped.
 */
export async function readFilling(serverUrl: string, identityUrl: string): Promise<SeedState> {
  const filling = await readComment(serverUrl);
  return filling === 'empty' && (await holdsPeople(identityUrl)) ? 'none' : filling;
}

async function holdsPeople(identityUrl: string): Promise<boolean> {
  return withServer(identityUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename IN ('student', 'staff_user')`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT FROM ${quote(name)} LIMIT 1`);
      if (rows.length > 0) return true;
    }
    return false;
  });
}

async function readComment(serverUrl: string): Promise<SeedState> {
  return withServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ filling: string | null }>(
      "SELECT shobj_description(oid, 'pg_database') AS filling FROM pg_database WHERE datname = $1",
      [nameOf(serverUrl, 'identity')],
    );
    const filling = rows[0]?.filling?.replace(/^filled: /, '');
    return filling === 'demo' || filling === 'load' || filling === 'none' ? filling : 'empty';
  });
}

/**
 * Notes the data that the databases were filled with; from then on they are in use and are never
 * seeded again. A checkpoint writes all of it to disk, so that a killed server restarts at once
 * instead of replaying its log; without the right for it the server decides.
 */
export async function noteFilling(serverUrl: string, filling: SeedState): Promise<void> {
  await withServer(serverUrl, async (client) => {
    const database = quote(nameOf(serverUrl, 'identity'));
    await client.query(`COMMENT ON DATABASE ${database} IS ${literal(`filled: ${filling}`)}`);
    await client.query('CHECKPOINT').catch(() => {});
  });
}

/** Drops the databases of a start that was cut off while it filled them. */
export async function dropDatabases(serverUrl: string): Promise<void> {
  await withServer(serverUrl, async (client) => {
    for (const service of SERVICES)
      await client.query(
        `DROP DATABASE IF EXISTS ${quote(nameOf(serverUrl, service))} WITH (FORCE)`,
      );
  });
}
