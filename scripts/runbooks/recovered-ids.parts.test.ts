import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { fromRunbook } from './commands.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase('schools');
});
afterEach(() => db.drop());

test('the statement after a point-in-time recovery raises ids and clears streams', async () => {
  const ids = () =>
    db.many<{ name: string; next: string }>`
      SELECT sequencename AS name, coalesce(last_value, start_value)::text AS next
      FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`;
  await db.run`INSERT INTO outbox_stream (name, created) VALUES ('SCHOOLS', 'before')`;
  const before = await ids();
  expect(before.length).toBeGreaterThan(0);

  await db.pool.query(fromRunbook('SELECT setval'));

  expect(await ids()).toEqual(
    before.map(({ name, next }) => ({ name, next: String(Number(next) + 1_000_000) })),
  );
  expect(await db.many`SELECT FROM outbox_stream`).toEqual([]);
});
