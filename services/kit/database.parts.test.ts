import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isDown } from './database.ts';
import { eventually, freshDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());

test('a connection that the server ends in the middle of a transaction ends that transaction, and nothing else', async () => {
  const cutOff = db.transaction(async (sql) => {
    const { pid } = await sql.one<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
    await db.run`SELECT pg_terminate_backend(${pid})`;
    // something else is waited for meanwhile, e.g. a broker
    await eventually(
      () => db.many`SELECT pid FROM pg_stat_activity WHERE pid = ${pid}`,
      (left) => left.length === 0,
    );
    return sql.one`SELECT 1 AS up`;
  });
  expect(isDown(await cutOff.catch((error: unknown) => error))).toBe(true);
  expect(await db.transaction((sql) => sql.one`SELECT 1 AS up`)).toEqual({ up: 1 });
});
