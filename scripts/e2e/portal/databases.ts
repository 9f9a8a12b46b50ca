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

/** Asks one database, one statement after the other. */
export type Ask = <Row extends object>(
  statement: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/**
 * Works on one connection to the database of a service: to look at what no call shows, or to bring
 * about what no call can yet.
 */
export async function inDatabase<T>(
  service: ServiceName,
  work: (ask: Ask) => Promise<T>,
  place: Place = thePortal,
): Promise<T> {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const connectionString = place.env[name];
  if (!connectionString) throw new Error(`${name} is not set`);
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    return await work(
      async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
        (await database.query(statement, [...values])).rows as Row[],
    );
  } finally {
    await database.end();
  }
}

/** Runs one statement in the database of a service. */
export async function sql<Row extends object>(
  service: ServiceName,
  statement: string,
  values: readonly unknown[] = [],
  place: Place = thePortal,
): Promise<Row[]> {
  return inDatabase(service, (ask) => ask<Row>(statement, values), place);
}
