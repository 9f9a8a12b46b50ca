import pg from 'pg';
import { type Place, thePortal } from './place.ts';

export type ServiceName = 'identity' | 'catalog' | 'registration' | 'payments' | 'schools' | 'seminary' | 'transcripts';

/** Runs one statement in the database of a service: to look at what no call shows, or to bring about what no call can yet. */
export async function sql<Row extends object>(
  service: ServiceName,
  statement: string,
  values: readonly unknown[] = [],
  place: Place = thePortal,
): Promise<Row[]> {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const connectionString = place.env[name];
  if (!connectionString) throw new Error(`${name} is not set`);
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    return (await database.query(statement, [...values])).rows as Row[];
  } finally {
    await database.end();
  }
}
