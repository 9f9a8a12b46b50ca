import pg from 'pg';
import { type Place, thePortal } from './place.ts';

export const serviceNames = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Runs statements in one database, one after the other. */
export type Ask = <Row extends object>(
  statement: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

function urlOf(service: ServiceName, place: Place): string {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const url = place.env[name];
  if (!url) throw new Error(`${name} is not set`);
  return url;
}

/** Timeout of a connection and of a statement, since a server may hang. */
const LIMIT_MS = 90_000;

async function connected(connectionString: string): Promise<pg.Client> {
  const database = new pg.Client({
    connectionString,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  await database.connect();
  return database;
}

const asking =
  (database: pg.Client): Ask =>
  async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
    (await database.query(statement, [...values])).rows as Row[];

/**
 * Runs `work` with one connection to the database of a service: to read what no call shows, or to
 * create states that no call can.
 */
export async function inDatabase<T>(
  service: ServiceName,
  work: (ask: Ask) => Promise<T>,
  place: Place = thePortal,
): Promise<T> {
  const database = await connected(urlOf(service, place));
  try {
    return await work(asking(database));
  } finally {
    await database.end();
  }
}

/** Idle connections for the next statement, by the address of the database. */
const spare = new Map<string, Set<pg.Client>>();
const SPARE_MS = 300; // a restore refuses a database with connections of its service

/** Takes an idle connection, or opens one. */
async function taken(url: string): Promise<pg.Client> {
  const waiting = spare.get(url) ?? new Set();
  spare.set(url, waiting);
  for (const database of waiting) {
    waiting.delete(database);
    return database;
  }
  const database = await connected(url);
  database.on('error', () => waiting.delete(database)); // the server has closed it
  return database;
}

/** Keeps a connection for the next statement; it does not keep the process alive. */
function giveBack(url: string, database: pg.Client): void {
  const waiting = spare.get(url);
  waiting?.add(database);
  setTimeout(() => {
    if (waiting?.delete(database)) void database.end().catch(() => {});
  }, SPARE_MS).unref();
}

/** Runs one statement in the database of a service. */
export async function sql<Row extends object>(
  service: ServiceName,
  statement: string,
  values: readonly unknown[] = [],
  place: Place = thePortal,
): Promise<Row[]> {
  const url = urlOf(service, place);
  const database = await taken(url);
  try {
    const rows = await asking(database)<Row>(statement, values);
    giveBack(url, database);
    return rows;
  } catch (error) {
    await database.end().catch(() => {});
    throw error;
  }
}
