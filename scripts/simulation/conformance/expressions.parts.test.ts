// The values of expressions at the simulated server and at PostgreSQL.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { Lockstep } from './lockstep.ts';

let both: Lockstep;
beforeAll(async () => {
  await loadModule();
  both = await Lockstep.with('CREATE TABLE item (id bigint PRIMARY KEY, name text)');
});
afterAll(() => both.end());

const NEW_YORK = "AT TIME ZONE 'America/New_York'";
const LIST = "(VALUES (1, 'b'), (2, NULL), (3, 'a'), (NULL, 'b')) AS x (n, t)";

test.each([
  ['NULL is not known', 'NULL AND false', 'NULL OR false', 'NOT NULL::boolean', '1 IN (2, NULL)'],
  [
    'NULL is distinguished',
    'NULL IS DISTINCT FROM 1',
    '1 IS NOT DISTINCT FROM NULL',
    'nullif(1, 1)',
  ],
  ['NULL is left out', 'coalesce(NULL, 3)', 'greatest(1, NULL, 3)', 'least(NULL, 2, 3)'],
  ['truth of NULL', '(NULL::boolean) IS NOT TRUE', '(1 = NULL) IS UNKNOWN', 'false IS NOT FALSE'],
  [
    'any and all',
    '1 = ANY (ARRAY[2, NULL])',
    '1 <> ALL (ARRAY[2, NULL])',
    '1 <> ALL (ARRAY[2, 3])',
  ],
  [
    'lists',
    'cardinality(ARRAY[]::int[])',
    'array_length(ARRAY[]::int[], 1)',
    'ARRAY[1, 2] && ARRAY[2]',
  ],
  [
    'elements of lists',
    'ARRAY[1, 2] @> ARRAY[2]',
    '(ARRAY[5, 6])[2]',
    '(ARRAY[5])[3]',
    'ARRAY[1] || ARRAY[2]',
  ],
  [
    'order of lists',
    'ARRAY[1, 2] < ARRAY[1, 3]',
    'array_remove(ARRAY[1, 2, 1], 1)',
    'ARRAY[1] = ARRAY[1, 2]',
  ],
  ['whole numbers', '7 / 2', '-7 / 2', '7 - 9', '2 * -3', 'abs(-4)'],
  ['rounding', '(7.5)::integer', '(-7.5)::integer', 'round(2.5)::integer', 'round(-2.5)::integer'],
  ['floor and ceiling', 'floor(-2.5)::integer', 'ceil(2.1)::integer', 'power(2, 10)::integer'],
  [
    'between',
    '2 BETWEEN 2 AND 3',
    '2 NOT BETWEEN 2 AND 3',
    'NULL BETWEEN 1 AND 2',
    "CASE 3 WHEN 3 THEN 'x' END",
  ],
  ['texts', "'a' || NULL", "'a' || 1", "concat_ws(', ', 'a', NULL, 'b')", "btrim('  a ')"],
  ['characters', "length('a😀')", "octet_length('é')", "position('b' IN 'abc')", "upper('ab')"],
  ['patterns', "'abc' ~ '^a'", "'ABC' ~* '^a'", "'abc' !~ '^[0-9]+$'", "'x' ~ NULL"],
  [
    'records',
    '\'{"a": 1, "b": null}\'::jsonb -> \'a\'',
    "'{\"b\": null}'::jsonb ->> 'b'",
    "'{\"b\": null}'::jsonb -> 'b'",
  ],
  [
    'records combined',
    "jsonb_build_object('a', 1, 'b', NULL)",
    '\'{"a": 1}\'::jsonb || \'{"a": 2}\'::jsonb',
    "'[1]'::jsonb || '[2]'::jsonb",
  ],
  [
    'kinds of records',
    "jsonb_typeof('null'::jsonb)",
    "jsonb_typeof('[1]'::jsonb)",
    "jsonb_typeof('1.5'::jsonb)",
  ],
  [
    'moments as records',
    "to_jsonb(timestamptz '2026-03-02T15:00:00.5Z')",
    "to_jsonb(timestamptz '2026-03-02T15:00:00Z')",
    'to_jsonb(ARRAY[1, 2])',
  ],
  [
    'moments as texts',
    "(timestamptz '2026-03-02T15:00:00.25Z')::text",
    "(timestamp '2026-03-02 15:00:00')::text",
    "(timestamptz '2026-03-02T15:00:00Z')::text",
  ],
  [
    'a missing hour',
    `(timestamp '2026-03-08 02:30:00') ${NEW_YORK}`,
    `(timestamp '2026-03-08 03:00:00') ${NEW_YORK}`,
  ],
  [
    'a repeated hour',
    `(timestamp '2026-11-01 01:30:00') ${NEW_YORK}`,
    `(timestamp '2026-11-01 02:00:00') ${NEW_YORK}`,
  ],
  [
    'days of New York',
    `((timestamptz '2026-03-08 04:59:00Z') ${NEW_YORK})::date`,
    `((timestamptz '2026-03-08 05:00:00Z') ${NEW_YORK})::date`,
  ],
  [
    'days',
    "date '2026-02-27' + 3",
    "date '2026-03-01' - date '2026-02-01'",
    "(date '2026-03-01' + time '10:30')::text",
  ],
  [
    'intervals',
    "extract(epoch FROM interval '90 minutes')::integer",
    "timestamptz '2026-03-01T00:00:00Z' + interval '36 hours'",
    "extract(epoch FROM timestamptz '2026-03-01T00:00:01Z' - " +
      "timestamptz '2026-03-01T00:00:00Z')::integer",
  ],
  [
    'fields of a time',
    "extract(dow FROM date '2026-03-01')::integer",
    "extract(isodow FROM date '2026-03-01')::integer",
    "extract(hour FROM timestamp '2026-03-01 15:10:00')::integer",
  ],
  [
    'beginnings',
    "date_trunc('month', timestamp '2026-03-05 15:10:00')::date",
    "date_trunc('day', timestamp '2026-03-05 15:10:00')::text",
  ],
  [
    'infinity',
    "timestamptz 'infinity'",
    "timestamptz '-infinity' < timestamptz '2026-03-01T00:00:00Z'",
  ],
  [
    'counts',
    `(SELECT count(*) FROM ${LIST})`,
    `(SELECT count(n) FROM ${LIST})`,
    `(SELECT count(DISTINCT t) FROM ${LIST})`,
  ],
  [
    'sums',
    `(SELECT sum(n) FROM ${LIST})`,
    `(SELECT sum(n) FROM ${LIST} WHERE n > 9)`,
    `(SELECT max(t) FROM ${LIST})`,
  ],
  [
    'filters',
    `(SELECT count(*) FILTER (WHERE n > 1) FROM ${LIST})`,
    `(SELECT bool_or(n > 2) FROM ${LIST})`,
    `(SELECT bool_and(n > 2) FROM ${LIST})`,
  ],
  [
    'lists of rows',
    `(SELECT array_agg(n ORDER BY n DESC) FROM ${LIST})`,
    `(SELECT string_agg(t, '; ' ORDER BY t, n) FROM ${LIST})`,
    `(SELECT jsonb_agg(n ORDER BY n) FROM ${LIST})`,
  ],
  [
    'aggregates of no rows',
    `(SELECT array_agg(n) FROM ${LIST} WHERE n > 9)`,
    `(SELECT string_agg(t, ',') FROM ${LIST} WHERE n > 9)`,
    `ARRAY(SELECT n FROM ${LIST} WHERE n > 9)`,
  ],
  [
    'existence of rows',
    `EXISTS (SELECT FROM ${LIST} WHERE n = 3)`,
    `3 IN (SELECT n FROM ${LIST})`,
    `4 IN (SELECT n FROM ${LIST})`,
  ],
])('%s', async (_, ...expressions) => {
  for (const expression of expressions) await both.query(0, `SELECT ${expression} AS value`);
  expect(both.takeDifferences()).toEqual([]);
});

test.each([
  `SELECT n, t FROM ${LIST} ORDER BY n`,
  `SELECT n, t FROM ${LIST} ORDER BY n DESC`,
  `SELECT n, t FROM ${LIST} ORDER BY n DESC NULLS LAST LIMIT 2 OFFSET 1`,
  `SELECT t, count(*) FROM ${LIST} GROUP BY t HAVING count(*) > 1 ORDER BY t`,
  `SELECT DISTINCT ON (t) t, n FROM ${LIST} ORDER BY t, n`,
  `SELECT DISTINCT t FROM ${LIST} ORDER BY t`,
  `SELECT n FROM ${LIST} UNION SELECT 3 ORDER BY n`,
  `SELECT n FROM ${LIST} UNION ALL SELECT 3 ORDER BY n`,
  "SELECT * FROM unnest(ARRAY['a', 'b']) WITH ORDINALITY AS u (value, place) ORDER BY place",
  'SELECT * FROM generate_series(2, 4) AS g (n) ORDER BY n',
  `SELECT x.n, y.n FROM ${LIST} LEFT JOIN (VALUES (1), (3)) AS y (n) ON y.n = x.n ORDER BY x.n`,
  `SELECT (SELECT count(*) FROM ${LIST.replace('x (n', 'y (n')} WHERE y.n < x.n) AS below ` +
    `FROM ${LIST} ORDER BY x.n`,
])('%s', async (text) => {
  await both.query(0, text);
  expect(both.takeDifferences()).toEqual([]);
});

test.each([
  ['a subquery with two rows', `SELECT (SELECT n FROM ${LIST}) AS value`],
  ['a key that is there', 'INSERT INTO item (id) VALUES (1), (1)'],
  ['a key that is NULL', 'INSERT INTO item (id) VALUES (NULL)'],
])('%s is refused', async (_, text) => {
  await both.query(0, text);
  expect(both.takeDifferences()).toEqual([]);
  expect(both.counts.errors).toBeGreaterThan(0);
});
