// Drops the columns that only the previous release still uses, and plans every statement of the
// services: one that fails uses a column that the next release will drop.
import { expect, test } from '@jest/globals';
import { freshDatabase } from '@portal/kit/testing';
import { services } from './charts/charts.ts';
import { TEMPORARY } from './sql/postgres/utility.ts';
import { readStatements } from './sql/statements/statements.ts';
import { isLeaving, modelsOf, schemaFiles, textOf } from './sql/tables/data-model.ts';

/** Returns columns by table. */
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
/** Helpers of tests fill columns that may be dropped. */
const OF_TESTS = /\/testing(?:\.ts|\/)/;

/** Returns the statements of a service that fail without some columns and their dependents. */
async function failing(service: string, tables: Map<string, string[]>): Promise<string[]> {
  const db = await freshDatabase(service);
  try {
    for (const [table, columns] of tables)
      await db.pool.query(
        `ALTER TABLE ${table} ` +
          columns.map((name) => `DROP COLUMN IF EXISTS ${name} CASCADE`).join(', '),
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
  'no statement of $service uses a column that a later migration drops',
  async ({ service, tables }) => {
    expect(await failing(service, tables)).toEqual([]);
  },
);

test('notices a statement that uses a dropped column', async () => {
  expect(await failing('catalog', new Map([['exam', ['subject']]]))).not.toEqual([]);
});
