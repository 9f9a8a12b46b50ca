// Columns that only the release before still uses are dropped here, and every statement of the
// services is planned: one that fails asks for what the next release wants to drop.
import { expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/kit/testing';
import { services } from './charts/charts.ts';
import { isLeaving, modelsOf, schemaFiles, textOf } from './sql/data-model.ts';
import { readStatements } from './sql/statements.ts';
import { TEMPORARY } from './sql/utility.ts';

/** By table. */
const leavingOf = (service: string): Map<string, string[]> => {
  const tables = modelsOf(textOf(schemaFiles(service))).map(
    ({ name, dbName, fields }): [string, string[]] => [
      dbName ?? name,
      fields.filter(isLeaving).map((field) => field.dbName ?? field.name),
    ],
  );
  return new Map(tables.filter(([, columns]) => columns.length > 0));
};
const leaving = services.map((service) => ({ service, tables: leavingOf(service) }));
const found = readStatements();
/** Fills what tests begin with, in columns that may be leaving. */
const OF_TESTS = /\/testing(?:\.ts|\/)/;

/** Statements of a service that fail without some columns and what is made of them. */
async function failing(service: string, tables: Map<string, string[]>): Promise<string[]> {
  const db = await freshDatabase(service);
  try {
    for (const [table, columns] of tables)
      await db.pool.query(
        `ALTER TABLE ${table} ${columns.map((name) => `DROP COLUMN IF EXISTS ${name} CASCADE`).join(', ')}`,
      );
    const failed: string[] = [];
    const client = await db.pool.connect();
    const own = found.filter((one) => one.service === service);
    // a statement may use a temporary table of its connection
    for (const { text } of own) if (TEMPORARY.test(text)) await client.query(text);
    for (const { place, text } of own) {
      if (OF_TESTS.test(place) || !/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text))
        continue;
      await client
        .query(`EXPLAIN (GENERIC_PLAN) ${text}`)
        .catch((error: Error) => failed.push(`${place}: ${error.message}`));
    }
    client.release();
    return failed;
  } finally {
    await db.drop();
  }
}

test.each(leaving.filter(({ tables }) => tables.size > 0))(
  'no statement of $service asks for a column that goes with a later migration',
  async ({ service, tables }) => {
    expect(await failing(service, tables)).toEqual([]);
  },
);

test('one that asks for a column that is gone is seen', async () => {
  expect(await failing('catalog', new Map([['exam', ['subject']]]))).not.toEqual([]);
});
