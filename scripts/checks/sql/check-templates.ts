import pg from 'pg';
import type { ts } from 'ts-morph';
import { nullableColumns } from './nullability/nullable.ts';
import { parseStatement, readCatalog } from './postgres/catalog.ts';
import { describe } from './postgres/describe.ts';
import { TEMPORARY, UTILITY } from './postgres/utility.ts';
import { parameterOf, wrongColumns, wrongValues } from './row-type.ts';
import type { Template } from './statements/templates.ts';

/** Columns that are never null although that cannot be proven: a comment in the statement. */
const NEVER_NULL = /-- never null: (\w+(?:, \w+)*)/g;

/**
 * Lets the database of a service describe its statements, and compares that with the types in the
 * program. Returns the faults by place.
 */
export async function checkTemplates(
  databaseUrl: string,
  templates: readonly Template[],
  checker: ts.TypeChecker,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { text } of templates) if (TEMPORARY.test(text)) await client.query(text);
    const catalog = await readCatalog(client);
    const wrong: string[] = [];
    for (const { place, text, values, row } of templates) {
      if (UTILITY.test(text)) continue;
      try {
        const described = await describe(client, text);
        const parameters = values.map((type) => parameterOf(type, checker));
        const columns = nullableColumns(parseStatement(text), catalog, parameters);
        if (columns.length !== described.columns.length)
          throw new Error(
            `${described.columns.length} columns, understood as ${columns.map(({ name }) => name)}`,
          );
        const never = new Set(
          [...text.matchAll(NEVER_NULL)].flatMap(([, names]) => (names ?? '').split(', ')),
        );
        const answered = described.columns.map(({ name, type }, index) => ({
          name,
          type,
          nullable: (columns[index]?.nullable ?? true) && !never.has(name),
        }));
        const said = row ? wrongColumns(row, answered, checker) : [];
        for (const fault of [...wrongValues(values, described, checker), ...said])
          wrong.push(`${place} ${fault}`);
      } catch (error) {
        wrong.push(`${place} ${(error as Error).message}`);
      }
    }
    return wrong;
  } finally {
    await client.end();
  }
}
