import type { Table } from '../postgres/storage/catalog.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

const LONG_AGO = new Date('2001-02-03T04:05:06Z');
const FAR_AHEAD = new Date('2099-02-03T04:05:06Z');

/** Values of a type that a column, or the rest of its row, may not allow. */
const VARIANTS: Readonly<Record<string, readonly unknown[]>> = {
  int2: [null, 0, -1, 9999],
  int4: [null, 0, -1, 9_999_999],
  int8: [null, 0, -1, 9_999_999],
  float8: [null, -1],
  numeric: [null, -1],
  bool: [null, true, false],
  text: [null, '', 'other'],
  timestamptz: [null, LONG_AGO, FAR_AHEAD],
  date: [null, '2001-02-03', '2099-02-03'],
  time: [null, '00:00:00'],
  uuid: [null, '01000000-0000-7000-8000-000000000001'],
  jsonb: [null, '{}', '[]'],
};

function variantsOf(type: string): readonly unknown[] {
  if (type.endsWith('[]')) return [null, []];
  const variants = VARIANTS[type];
  if (!variants) throw new Error(`there are no values to try for a column of the type ${type}`);
  return variants;
}

const primaryKeyOf = ({ name, uniques, columns }: Table): readonly string[] =>
  uniques.find((one) => one.name === `${name}_pkey`)?.columns ??
  columns.map((column) => column.name);

/** Returns a condition for a row by its key; its parameters follow `after` others. */
function rowOf(table: Table, row: Readonly<Record<string, unknown>>, after: number) {
  const key = primaryKeyOf(table);
  return {
    condition: key.map((column, index) => `${column} = $${after + index + 1}`).join(' AND '),
    values: key.map((column) => row[column]),
  };
}

/**
 * Yields statements that a table may reject: each column set to other values and back, the row
 * inserted again, and deleted.
 */
export function* rowVariants(
  table: Table,
  row: Readonly<Record<string, unknown>>,
): Generator<Statement> {
  const { name, columns } = table;
  for (const { name: column, type, isGenerated } of columns) {
    if (isGenerated) continue;
    const { condition, values } = rowOf(table, row, 1);
    const before = type === 'jsonb' ? JSON.stringify(row[column]) : row[column];
    for (const value of [...variantsOf(type), before])
      yield {
        text: `UPDATE ${name} SET ${column} = $1 WHERE ${condition} RETURNING *`,
        values: [value, ...values],
      };
  }
  const { condition, values } = rowOf(table, row, 0);
  const written = columns.filter(({ isGenerated, isIdentity }) => !isGenerated && !isIdentity);
  const list = written.map((column) => column.name).join(', ');
  for (const otherwise of ['', ' ON CONFLICT DO NOTHING'])
    yield {
      text:
        `INSERT INTO ${name} (${list}) SELECT ${list} FROM ${name} ` +
        `WHERE ${condition}${otherwise}`,
      values,
    };
  yield { text: `DELETE FROM ${name} WHERE ${condition}`, values };
}
