import type pg from 'pg';

/**
 * First line of a migration that PostgreSQL does not take in a transaction: one statement,
 * itself.
 */
export const NO_TRANSACTION = '-- migrate: no transaction';

const CREATE = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?("?)(\w+)\1 ON /i;
const MAX_SQL = 10_000;

/** The only statement of a migration without a transaction, comments left out. */
function onlyStatement(sql: string): string {
  if (sql.length > MAX_SQL)
    throw new Error('a migration without a transaction is one short statement');
  const lines = sql.split('\n').map((line) => line.split('--')[0]?.trim() ?? '');
  const statements = lines
    .filter(Boolean)
    .join(' ')
    .split(';')
    .map((one) => one.trim());
  const [statement, ...more] = statements.filter(Boolean);
  if (statement === undefined || more.length > 0)
    throw new Error(
      'a migration without a transaction is one statement: what fails after it could not be ' +
        'taken back',
    );
  return statement;
}

/**
 * Runs a migration without a transaction, e.g. CREATE INDEX CONCURRENTLY, which does not block
 * writers. May be run again after an interruption: an invalid index is dropped and rebuilt, a valid
 * one is kept.
 */
export async function runWithoutTransaction(client: pg.Client, sql: string): Promise<void> {
  const statement = onlyStatement(sql);
  const name = CREATE.exec(statement)?.[2];
  if (name !== undefined) {
    const { rows } = await client.query<{ indisvalid: boolean }>(
      'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    );
    if (rows[0]?.indisvalid === true) return;
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
  await client.query(statement);
}
