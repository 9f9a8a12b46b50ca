import pg from 'pg';

const PATH = 'public, test_clock, pg_catalog';
/** Every name for the time that a statement, a default or a trigger finds by the search path. */
const CLOCKS = {
  now: 'STABLE',
  transaction_timestamp: 'STABLE',
  statement_timestamp: 'STABLE',
  clock_timestamp: 'VOLATILE',
};

/**
 * Creates functions in the place of the server's clocks, which add the offset of `moveClock`. A
 * default keeps the function that it was created with, so they come before the first table.
 */
export async function createClock(url: string): Promise<void> {
  const functions = Object.entries(CLOCKS).map(
    ([name, volatility]) => `
      CREATE OR REPLACE FUNCTION test_clock.${name}() RETURNS timestamptz
      LANGUAGE sql ${volatility} PARALLEL SAFE
      AS $$ SELECT pg_catalog.${name}() + current_setting('test_clock.moved')::interval $$;`,
  );
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    await db.query(`CREATE SCHEMA IF NOT EXISTS test_clock;
      GRANT USAGE ON SCHEMA test_clock TO PUBLIC; ${functions.join('')}`);
  } finally {
    await db.end();
  }
}

/** Moves the clock of a database for later connections; databases made from it need that too. */
export async function moveClock(
  server: Pick<pg.Client, 'query'>,
  database: string,
  offsetMs: number,
): Promise<void> {
  const name = pg.escapeIdentifier(database);
  await server.query(`ALTER DATABASE ${name} SET search_path = ${PATH};
    ALTER DATABASE ${name} SET test_clock.moved = '${offsetMs} milliseconds'`);
}
