// Plants statements and triggers in a separate database to show which columns count as written.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { loadModule } from 'libpg-query';
import { columnUse, isProduct, unwrittenColumns } from './written-columns.ts';

let db: TestDatabase;
beforeAll(async () => {
  await loadModule();
  db = await freshDatabase('kit');
  await db.pool.query(`
    CREATE TABLE planted (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      code text UNIQUE,
      state text NOT NULL DEFAULT 'new',
      made_at timestamptz NOT NULL DEFAULT now(),
      twice bigint GENERATED ALWAYS AS (2) STORED,
      by_trigger text);
    CREATE TABLE other (code text, state text, derived text);
    CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.by_trigger := lower(NEW.code);
        UPDATE other SET derived = NEW.code WHERE code IS NULL;
        RETURN NEW;
      END $$;
    CREATE TRIGGER fill BEFORE INSERT ON planted FOR EACH ROW EXECUTE FUNCTION fill();`);
});
afterAll(() => db.drop());

const FILE = 'services/planted/src/store.ts';

/** Returns the columns of planted tables that the statements read, but do not write. */
async function unwritten(statements: readonly string[], file = FILE): Promise<string[]> {
  const use = await columnUse(
    db.url,
    statements.map((text, index) => ({
      place: `${index === 0 ? FILE : file}:${index + 1}`,
      service: 'planted',
      text,
    })),
  );
  return unwrittenColumns(new Map([['planted', use]]), {})
    .map((line) => / reads planted\.(\S+),/.exec(line)?.[1] ?? line)
    .sort();
}

const STATE = 'SELECT state FROM planted';
const CODE = 'SELECT code FROM planted';
const [NO_STATE, NO_CODE] = [['planted.state'], ['planted.code']];

test.each([
  ['no statement writes it', CODE, 'DELETE FROM planted', NO_CODE],
  ['only NULL is written', CODE, 'UPDATE planted SET code = NULL', NO_CODE],
  ['only NULL is inserted', CODE, 'INSERT INTO planted (code) VALUES (NULL::text)', NO_CODE],
  ['a row is inserted without it', STATE, 'INSERT INTO planted (code) VALUES ($1)', NO_STATE],
  ['only its default is written', STATE, "UPDATE planted SET state = 'new'", NO_STATE],
  ['only DEFAULT is written', STATE, 'UPDATE planted SET state = DEFAULT', NO_STATE],
  ['it is set to itself', STATE, 'UPDATE planted p SET state = p.state', NO_STATE],
  ['it is kept or cleared', CODE, 'UPDATE planted SET code = CASE WHEN $1 THEN code END', NO_CODE],
  [
    'a conflict repeats the inserted default',
    STATE,
    `INSERT INTO planted (code, state) VALUES ($1, 'new')
     ON CONFLICT (code) DO UPDATE SET state = excluded.state`,
    NO_STATE,
  ],
  ['a parameter is inserted', CODE, 'INSERT INTO planted (code) VALUES ($1)', []],
  ['another constant is written', STATE, "UPDATE planted SET state = 'old'", []],
  [
    'one of several rows has a value',
    STATE,
    "INSERT INTO planted (state) VALUES (DEFAULT), ('old')",
    [],
  ],
  [
    'INSERT ... SELECT writes it',
    CODE,
    'INSERT INTO planted (code) SELECT t.x FROM unnest($1::text[]) AS t (x)',
    [],
  ],
  [
    'UPDATE ... FROM writes it',
    STATE,
    'UPDATE planted p SET state = t.x FROM unnest($1::text[]) AS t (x) WHERE p.state = t.x',
    [],
  ],
  [
    'ON CONFLICT DO UPDATE writes it',
    STATE,
    `INSERT INTO planted (code) VALUES ($1) ON CONFLICT (code) DO UPDATE SET state = 'old'`,
    [],
  ],
  [
    'a common table expression writes it',
    STATE,
    "WITH a AS (UPDATE planted SET state = 'old' RETURNING state) SELECT state FROM a",
    [],
  ],
  [
    'the server fills it when a row is inserted',
    'SELECT made_at, twice FROM planted WHERE id = $1',
    'INSERT INTO planted DEFAULT VALUES',
    [],
  ],
  ['a trigger sets it in NEW', 'SELECT by_trigger FROM planted', 'SELECT 1 AS one', []],
  ['a statement of a trigger writes it', 'SELECT derived FROM other', 'SELECT 1 AS one', []],
])('%s', async (_, read, write, columns) => {
  expect(await unwritten([read, write])).toEqual(columns);
});

test.each([
  ['INSERT INTO other (code) VALUES ($1) RETURNING state', ['other.state']],
  ['SELECT FROM other WHERE state = $1 ORDER BY code', ['other.code', 'other.state']],
  [
    'SELECT p.id FROM planted p JOIN other o USING (code)',
    ['other.code', ...NO_CODE, 'planted.id'],
  ],
  ['SELECT o.* FROM other o', ['other.code', 'other.state']],
  ['DELETE FROM other WHERE state IS NULL', ['other.state']],
  ['UPDATE other SET state = NULL', []],
  ['UPDATE other SET state = NULL WHERE state = $1', ['other.state']],
])('a column counts as read by %s', async (text, columns) => {
  expect(await unwritten([text])).toEqual(columns);
});

test.each([
  'seed.ts',
  'seed-load.ts',
  'testing.ts',
  'testing/world.ts',
  'personal-data/a.ts',
  'personal-tables.ts',
])('a statement of %s does not count as a writer', async (file) => {
  const write = 'INSERT INTO planted (code) VALUES ($1)';
  expect(await unwritten([CODE, write], `services/planted/src/${file}`)).toEqual(NO_CODE);
});

test('the seed, tests and the removal of personal data are no product', () => {
  const others = [
    'blanking/store.ts',
    'blank-rows.ts',
    'seed.ts',
    'a/testing.ts',
    'b/testing/a.ts',
  ];
  for (const file of others) expect(isProduct({ place: `services/x/src/${file}:1` })).toBe(false);
  expect(isProduct({ place: 'services/x/src/exams/reseed.ts:1' })).toBe(true);
});

test('a listed column or table needs no writer, and a needless entry is reported', async () => {
  const use = await columnUse(db.url, [{ place: `${FILE}:1`, service: 'planted', text: CODE }]);
  const uses = new Map([['planted', use]]);
  expect(unwrittenColumns(uses, { 'planted.planted.code': 'why' })).toEqual([]);
  expect(unwrittenColumns(uses, { 'planted.planted': 'why' })).toEqual([]);
  expect(unwrittenColumns(uses, { 'planted.planted': 'why', 'planted.other': 'why' })).toEqual([
    expect.stringContaining('planted.other is listed'),
  ]);
});
