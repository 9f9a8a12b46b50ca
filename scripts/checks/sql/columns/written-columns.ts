import pg from 'pg';
import { parseStatement } from '../postgres/catalog.ts';
import { TEMPORARY, UTILITY } from '../postgres/utility.ts';
import type { Statement } from '../statements/statements.ts';
import { columnReads } from './column-reads.ts';
import { columnWrites, migrationWrites, readTables, triggerWrites } from './column-writes.ts';

/**
 * Files whose statements neither read nor write for a product: seeds and tests make up what they
 * need, and the export and the removal of personal data go through all columns of a person.
 */
const NO_PRODUCT = /\/(?:seed|testing|blanking|blank-|personal-)[^/]*(?:\/|$)/;

export const isProduct = ({ place }: Pick<Statement, 'place'>): boolean =>
  !NO_PRODUCT.test(place.replace(/:\d+$/, ''));

/** Which columns, as `table.column`, a service reads, with the places, and which it writes. */
export interface ColumnUse {
  readonly reads: ReadonlyMap<string, readonly string[]>;
  readonly writes: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

/** Finds what the product statements of a service do with the columns of its database. */
export async function columnUse(
  databaseUrl: string,
  statements: readonly Statement[],
): Promise<ColumnUse> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await readTables(client);
    const writes = new Set([
      ...(await migrationWrites(client, tables)),
      ...(await triggerWrites(client, tables)),
    ]);
    for (const { text } of statements) if (TEMPORARY.test(text)) await client.query(text);
    const product = statements.filter((one) => isProduct(one) && !UTILITY.test(one.text));
    for (const { text } of product)
      for (const column of columnWrites(parseStatement(text), tables)) writes.add(column);
    const found = await columnReads(
      client,
      product.map(({ text }) => text),
    );
    const reads = new Map<string, string[]>();
    for (const [index, columns] of found.entries())
      for (const column of columns)
        reads.set(column, [...(reads.get(column) ?? []), product[index]?.place ?? '']);
    return { reads, writes, tables: new Set(tables.columns.keys()) };
  } finally {
    await client.end();
  }
}

/**
 * Returns what is wrong: columns that are read, but that no product statement gives a value other
 * than NULL or the default, unless they are listed; and listed columns for which that is not so.
 */
export function unwrittenColumns(
  uses: ReadonlyMap<string, ColumnUse>,
  listed: Readonly<Record<string, string>>,
): string[] {
  const shared = uses.get('kit')?.tables ?? new Set();
  const reads = new Map<string, readonly string[]>();
  const writes = new Set<string>();
  for (const [service, use] of uses) {
    // kit's tables are in every database: what one service writes there, kit reads
    const nameOf = (column: string): string =>
      `${shared.has(column.split('.')[0] ?? '') ? 'kit' : service}.${column}`;
    for (const [column, places] of use.reads)
      reads.set(nameOf(column), [...(reads.get(nameOf(column)) ?? []), ...places]);
    for (const column of use.writes) writes.add(nameOf(column));
  }
  const found = [...reads].filter(([column]) => !writes.has(column));
  const entryOf = (column: string): string | undefined =>
    [column, column.replace(/\.\w+$/, '')].find((name) => name in listed);
  const needed = new Set(found.map(([column]) => entryOf(column)));
  return [
    ...found
      .filter(([column]) => entryOf(column) === undefined)
      .map(([column, places]) => `${places[0]} reads ${column}, which no product code writes`),
    ...Object.keys(listed)
      .filter((name) => !needed.has(name))
      .map((name) => `${name} is listed as unwritten, but product code writes it or reads it not`),
  ];
}
