import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isDown } from './database.ts';
import { freshDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());

test('a connection that the server ends in the middle of a transaction ends that transaction, and nothing else', async () => {
  const cutOff = db.transaction(async (sql) => {
    const { pid } = await sql.one<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
    const ended = new Promise((done) => setTimeout(done, 100));
    await db.run`SELECT pg_terminate_backend(${pid})`;
    await ended; // something else is waited for meanwhile, e.g. a broker
    return sql.one`SELECT 1 AS up`;
  });
  expect(isDown(await cutOff.catch((error: unknown) => error))).toBe(true);
  expect(await db.transaction((sql) => sql.one`SELECT 1 AS up`)).toEqual({ up: 1 });
});
