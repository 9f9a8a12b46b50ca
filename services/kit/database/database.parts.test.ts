import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction as inTransactionOf } from '../commands/command.ts';
import { asService, eventually, freshDatabase, type TestDatabase } from '../testing.ts';
import { isUnavailable, type Sql } from './database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());

test('a connection that the server ends aborts only its own transaction', async () => {
  const cutOff = db.transaction(async (sql) => {
    const { pid } = await sql.one<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
    await db.run`SELECT pg_terminate_backend(${pid})`;
    // the work waits for something else, e.g. a broker
    await eventually(
      () => db.many`SELECT pid FROM pg_stat_activity WHERE pid = ${pid}`,
      (left) => left.length === 0,
    );
    return sql.one`SELECT 1 AS up`;
  });
  expect(isUnavailable(await cutOff.catch((error: unknown) => error))).toBe(true);
  expect(await db.transaction((sql) => sql.one`SELECT 1 AS up`)).toEqual({ up: 1 });
});

test('no connection notices a migration that adds a column to a selected table', async () => {
  await db.run`CREATE TABLE grown (id bigint)`;
  await db.run`INSERT INTO grown VALUES (1)`;
  const read = () => db.many`SELECT *, pg_sleep(0.05) IS NULL AS slow FROM grown`;
  const inTransaction = () =>
    inTransactionOf(asService(db, 'kit'), 'read', (tx) => tx.many`SELECT * FROM grown`);
  const atOnce = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, work));
  await atOnce(read);
  await atOnce(inTransaction);
  await db.run`ALTER TABLE grown ADD COLUMN name text NOT NULL DEFAULT 'new'`;
  expect(await atOnce(read)).toEqual(Array(8).fill([{ id: 1, slow: false, name: 'new' }]));
  await db.run`ALTER TABLE grown ADD COLUMN more text NOT NULL DEFAULT 'more'`;
  const wanted = Array(8).fill([{ id: 1, name: 'new', more: 'more' }]);
  expect(await atOnce(inTransaction)).toEqual(wanted);
});

test('a statement that is sent with the COMMIT rolls everything back when it fails', async () => {
  await db.run`CREATE TABLE once (id int PRIMARY KEY)`;
  const twice = db.transaction(async (sql) => {
    await sql.run`INSERT INTO once VALUES (1)`;
    sql.atCommit.run`INSERT INTO once VALUES (2)`;
    sql.atCommit.run`INSERT INTO once VALUES (1)`;
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  expect(await db.many`SELECT id FROM once`).toEqual([]);
  await db.transaction(async (sql) => sql.atCommit.run`INSERT INTO once VALUES (3)`);
  expect(await db.many`SELECT id FROM once`).toEqual([{ id: 3 }]);
});

test('pipelined statements run in their order, and the first error is thrown', async () => {
  await db.run`CREATE TABLE ordered (id int PRIMARY KEY, at int)`;
  const insert = (id: number) =>
    db.transaction((sql) =>
      Promise.all([
        sql.run`INSERT INTO ordered VALUES (${id}, 1)`,
        sql.run`UPDATE ordered SET at = at + 1 WHERE id = ${id}`,
        sql.one`SELECT at FROM ordered WHERE id = ${id}`,
      ]),
    );
  expect(await insert(1)).toEqual([1, 1, { at: 2 }]);
  await expect(insert(1)).rejects.toMatchObject({ code: '23505' });
  expect(await db.many`SELECT id, at FROM ordered`).toEqual([{ id: 1, at: 2 }]);
});

test('the first awaited failure of several statements has the original error', async () => {
  const heardLate = async (statement: Promise<unknown>) => {
    const outcome = await statement.catch((error: unknown) => error);
    await eventually(heardFirst, (heard) => heard !== undefined);
    throw outcome;
  };
  let thrown: unknown;
  const heardFirst = async () => thrown;
  const failing = db.transaction((sql) =>
    Promise.all([
      heardLate(sql.one`SELECT 1 / (random() * 0)::int AS never`),
      sql.one`SELECT 1 AS after`.catch((error: unknown) => {
        thrown = error;
        throw error;
      }),
    ]),
  );
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('a prefetch sent with the BEGIN is passed to the work, and fails it if it fails', async () => {
  const peek = (sql: Sql) => sql.one<{ id: number }>`SELECT 7 AS id`;
  expect(await db.transaction(async (_, { id }) => id, { peek })).toBe(7);
  const failing = (sql: Sql) => sql.one`SELECT 1 / (random() * 0)::int AS never`;
  const work = async () => 'done';
  await expect(db.transaction(work, { peek: failing })).rejects.toMatchObject({ code: '22012' });
});

test('a statement that is planned for its values is not prepared for others', async () => {
  await db.transaction(async (tx) => {
    await tx.one`SELECT ${'a'}::text AS kept`;
    await tx.one`SELECT ${'b'}::text AS planned -- planned for its values`;
    const { statements } = await tx.one<{ statements: string[] }>`
      SELECT array_agg(statement) AS statements FROM pg_prepared_statements
      WHERE statement ~ '^SELECT .*::text AS (kept|planned)'`;
    expect(statements).toEqual(['SELECT $1::text AS kept']);
  });
});
