import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCE = join(import.meta.dirname, '../..');
const WRITES =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\s+(?:session|session_room|seat_hold|student_session)\b/gi;
/** Facts of the past that no command makes. */
const SEEDS = ['seed.ts', 'seed-load.ts', join('demo', 'past-year.ts')];

const isProduct = (file: string) =>
  file.endsWith('.ts') && !file.endsWith('.test.ts') && !SEEDS.includes(file);

/** Files with a statement that writes sessions, seats or holds. */
const writers = (files: readonly { file: string; text: string }[]) =>
  files.filter(({ text }) => text.match(WRITES) !== null).map(({ file }) => file);

const product = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((name) => relative(SOURCE, join(SOURCE, name)))
  .filter(isProduct)
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));

test('sessions, seats and holds are written by capacity alone', () => {
  expect(product.length).toBeGreaterThan(100);
  expect(writers(product).toSorted()).toEqual(
    [
      'places/hold-store',
      'places/store',
      'rooms/room-store',
      'sessions/called-off',
      'sessions/office-session-store',
      'sessions/session-store',
      'special-places/special-store',
      'waiting-line/line-store',
    ].map((name) => join('capacity/seats', `${name}.ts`)),
  );
});

test.each([
  'sql.run`UPDATE session SET seats_left = 3`',
  'sql.run`\n    WITH gone AS (delete from\n student_session s)`',
  'sql.run`INSERT INTO seat_hold (session_id) VALUES (1)`',
])('positive control: %j is seen', (text) => {
  expect(writers([{ file: 'elsewhere.ts', text }])).toEqual(['elsewhere.ts']);
});

test.each([
  'sql.many`SELECT * FROM session FOR SHARE`',
  'sql.run`INSERT INTO session_reminder (session_id) VALUES (1)`',
])('%j is no write of theirs', (text) => {
  expect(writers([{ file: 'elsewhere.ts', text }])).toEqual([]);
});
