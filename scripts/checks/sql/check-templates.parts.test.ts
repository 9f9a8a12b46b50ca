// The check of SQL against row types finds its faults: each is made on purpose, in a database or a
// source text of this test.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { loadModule } from 'libpg-query';
import pg from 'pg';
import { root } from '../charts/charts.ts';
import { checkTemplates } from './check-templates.ts';
import { nullableColumns } from './nullability/nullable.ts';
import { parseStatement, readCatalog } from './postgres/catalog.ts';
import { readTemplates } from './statements/templates.ts';

const FILES = 'services/identity/src/records/colleges/*.ts';
const FILE = 'services/identity/src/records/colleges/list-colleges.ts';
const source = readFileSync(`${root}${FILE}`, 'utf8');
const templates = readTemplates(FILES);

let db: TestDatabase;
const client = { connection: undefined as pg.Client | undefined };
beforeAll(async () => {
  await loadModule();
  db = await freshDatabase('identity');
  client.connection = new pg.Client({ connectionString: db.url });
  await client.connection.connect();
});
afterAll(async () => {
  await client.connection?.end();
  await db.drop();
});

/**
 * Returns the faults of the colleges' statements after a change of the database, which is undone.
 */
async function wrongAfter(change: string): Promise<string[]> {
  const changed = await freshDatabase('identity');
  try {
    await changed.pool.query(change);
    return await checkTemplates(changed.url, templates.found, templates.checker);
  } finally {
    await changed.drop();
  }
}

/** Returns the faults of a source text. */
async function wrongIn(text: string): Promise<string[]> {
  const read = readTemplates(FILES, new Map([[FILE, text]]));
  return [...read.unseen, ...(await checkTemplates(db.url, read.found, read.checker))];
}

test('accepts statements that fit their database', async () => {
  expect(templates.found.length).toBeGreaterThan(3);
  expect(await checkTemplates(db.url, templates.found, templates.checker)).toEqual([]);
});

test.each([
  {
    what: 'renamed',
    change: 'ALTER TABLE membership_type RENAME COLUMN name TO title',
    fault: 'column "name" does not exist',
  },
  {
    what: 'nullable',
    change: 'ALTER TABLE membership_type ALTER COLUMN name DROP NOT NULL',
    fault: 'name: may be null',
  },
  {
    what: 'of another type',
    change: `ALTER TABLE membership_type RENAME TO before;
      CREATE TABLE membership_type (id bigint NOT NULL, name integer NOT NULL)`,
    fault: 'name: string, but the column is number',
  },
])('notices a column that became $what', async ({ change, fault }) => {
  expect(await wrongAfter(change)).toEqual([expect.stringContaining(fault)]);
});

test.each([
  {
    what: 'an alias that is misspelt',
    from: 'SELECT id, name FROM college',
    to: 'SELECT id, name AS nmae FROM college',
    fault: 'name: no such column',
  },
  {
    what: 'a join that may find nothing',
    from: 'SELECT id, name FROM college WHERE active ORDER BY lower(name), id',
    to: 'SELECT s.id, c.name FROM student s LEFT JOIN college c ON c.id = s.college_id',
    fault: 'name: may be null',
  },
  {
    what: 'a value of another type',
    from: '{id} AND active',
    to: '{String(id)} AND active',
    fault: '$1: string, but it is to be number',
  },
  {
    what: 'rows of any type',
    from: 'sql.many<NamedId>`SELECT id, name FROM college',
    to: 'sql.many<any>`SELECT id, name FROM college',
    fault: 'rows of any type',
  },
  {
    what: 'a statement without a template',
    from: 'sql.many<NamedId>`SELECT id, name FROM membership_type ORDER BY id`',
    to: 'sql.many<NamedId>(["SELECT id"] as never)',
    fault: 'queries without a template',
  },
  {
    what: 'a cast of the answer',
    from: ' AND active`) !== undefined',
    to: ' AND active` as object) !== undefined',
    fault: 'casts its rows',
  },
  {
    what: 'a query that does not use kit',
    from: 'sql.many<NamedId>`SELECT id, name FROM membership_type ORDER BY id`',
    to: "(sql as unknown as import('pg').Pool).query('') as never",
    fault: 'queries through pg',
  },
])('notices $what', async ({ from, to, fault }) => {
  expect(source).toContain(from);
  expect(await wrongIn(source.replace(from, to))).toEqual([expect.stringContaining(fault)]);
});

test('believes that a column is never null if a comment states it', async () => {
  const text = source.replace(
    'SELECT id, name FROM college WHERE active ORDER BY lower(name), id',
    `SELECT s.id, c.name FROM student s LEFT JOIN college c ON c.id = s.college_id
    -- never null: name (for the sake of this test)`,
  );
  expect(await wrongIn(text)).toEqual([]);
});

test.each([
  ['SELECT id, email FROM student', ['email']],
  ['SELECT email FROM student WHERE email IS NOT NULL', []],
  ['SELECT email FROM student WHERE lower(email) = $1', []],
  ["SELECT email FROM student WHERE email = $1 OR last_name = 'x'", ['email']],
  ['SELECT s.id, c.name FROM student s JOIN college c ON c.id = s.college_id', []],
  ['SELECT s.id, c.name FROM student s LEFT JOIN college c ON c.id = s.college_id', ['name']],
  [
    'SELECT s.id, c.* FROM student s LEFT JOIN college c ON c.id = s.college_id WHERE c.name > $1',
    [],
  ],
  ['SELECT s.id, c.name FROM college c RIGHT JOIN student s ON c.id = s.college_id', ['name']],
  ['SELECT s.id, c.name FROM college c FULL JOIN student s ON c.id = s.college_id', ['id', 'name']],
  ['SELECT max(id) AS last, count(*) AS n FROM student', ['last']],
  ['SELECT college_id, max(id) AS last FROM student GROUP BY college_id', ['college_id']],
  ['SELECT (SELECT name FROM college WHERE id = 1) AS one', ['one']],
  ['SELECT (SELECT count(*) FROM college) AS n, EXISTS (SELECT FROM college) AS known', []],
  [
    'SELECT coalesce(email, phone) AS a, coalesce(email, phone, last_name) AS b FROM student',
    ['a'],
  ],
  [
    "SELECT CASE WHEN id = 1 THEN 'a' END AS a, " +
      "CASE WHEN id = 1 THEN 'a' ELSE 'b' END AS b FROM student",
    ['a'],
  ],
  ["SELECT nullif(last_name, '') AS a, first_name || last_name AS b FROM student", ['a']],
  ["SELECT change ->> 'x' AS x, change FROM audit", ['x']],
  ['SELECT given.id FROM unnest($2::bigint[]) AS given (id)', []],
  ['SELECT $1::text AS one, $3::text AS other', ['other']],
  ['INSERT INTO college (name) VALUES ($1) RETURNING *', []],
  ['UPDATE student SET email = $1 RETURNING id, email, phone', ['phone']],
  ['DELETE FROM student WHERE phone IS NOT NULL RETURNING phone, email', ['email']],
  [
    'WITH a AS (UPDATE student SET email = $3 RETURNING id, email) SELECT a.*, $1 AS x FROM a',
    ['email'],
  ],
  [
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n',
    [],
  ],
])('of %s may be null: %s', async (text, nullable) => {
  const catalog = await readCatalog(client.connection as pg.Client);
  const parameters = [
    { nullable: false, holdsNull: false },
    { nullable: false, holdsNull: false },
    { nullable: true, holdsNull: false },
  ];
  const columns = nullableColumns(parseStatement(text), catalog, parameters);
  expect(columns.filter((column) => column.nullable).map(({ name }) => name)).toEqual(nullable);
});
