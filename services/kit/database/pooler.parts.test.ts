// Behind PgBouncer in transaction mode, where each transaction may be on another connection.
// Needs pgbouncer (npm run tools).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { command } from '../commands/command.ts';
import { findPooler, type Pooler, startPooler } from '../testing/processes/pooler.ts';
import { asStudent, freshDatabase, PATIENT, type TestDatabase } from '../testing.ts';
import { connect, type Database } from './database.ts';

const program = findPooler();
const withPooler = program ? describe : describe.skip;

withPooler(program ? 'behind PgBouncer' : 'PgBouncer is not here (npm run tools)', () => {
  let db: TestDatabase;
  let pooler: Pooler;
  let pooled: Database;
  beforeAll(async () => {
    db = await freshDatabase('kit');
    await db.pool.query('CREATE TABLE coin (id int PRIMARY KEY, owner text)');
    pooler = await startPooler(program as string, db.url, 2);
    const { connectMs, lockMs } = PATIENT; // the limit of a statement is the product's own
    pooled = connect(pooler.url, { max: 12, connectMs, lockMs });
  });
  afterAll(async () => {
    await pooled.close();
    await pooler.stop();
    await db.drop();
  });

  test('all connections send the same statements without shared state', async () => {
    const all = Array.from({ length: 60 }, (_, id) => id);
    const answers = await Promise.all(
      all.map((id) => pooled.one<{ twice: number }>`SELECT ${id}::int * 2 AS twice`),
    );
    expect(answers.map(({ twice }) => twice)).toEqual(all.map((id) => id * 2));
  });

  test('commands side by side commit each once, with their events and keys', async () => {
    const mint = command('mint', async (tx, { id }: { id: number }) => {
      await tx.run`INSERT INTO coin (id) VALUES (${id})`;
      tx.audit({ op: 'insert', table: 'coin', id, change: {} });
      return id;
    });
    const ids = Array.from({ length: 40 }, (_, id) => id);
    const twice = [...ids, ...ids].map((id) =>
      mint(asStudent(pooled, 1, { key: `coin-${id}` }), { id }),
    );
    await Promise.all(twice);
    expect(await db.one`SELECT count(*)::int AS coins FROM coin`).toEqual({ coins: ids.length });
    expect(
      await db.one`SELECT count(*)::int AS lines FROM audit WHERE table_name = 'coin'`,
    ).toEqual({ lines: ids.length });
  });

  test('a transaction has its limits, and leaves none for the next one', async () => {
    const limits = (sql: Pick<Database, 'one'>) =>
      sql.one`SELECT current_setting('statement_timeout') AS statement`;
    expect(await pooled.transaction(limits)).toEqual({ statement: '15s' });
    expect(await Promise.all(Array.from({ length: 6 }, () => limits(pooled)))).toEqual(
      Array.from({ length: 6 }, () => ({ statement: '0' })),
    );
  });

  test('a migration that changes a table in between is no error', async () => {
    const read = () => pooled.many`SELECT * FROM coin WHERE id = -1`;
    await Promise.all(Array.from({ length: 8 }, read));
    await db.pool.query('ALTER TABLE coin ADD COLUMN minted int');
    expect(await Promise.all(Array.from({ length: 8 }, read))).toEqual(
      Array.from({ length: 8 }, () => []),
    );
  });
});
