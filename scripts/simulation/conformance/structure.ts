import type { Sql } from '@portal/kit/database/database';
import type { Catalog } from '../postgres/storage/catalog.ts';

/**
 * Returns the structure of a database, one line each: columns, constraints, unique indexes,
 * triggers and views.
 */
export function structureOf({ tables, views }: Catalog): string[] {
  return [
    ...[...tables.values()].flatMap((table) => [
      ...table.columns.map(
        ({ name, type, isNotNull }) =>
          `${table.name}.${name} ${type}${isNotNull ? ' not null' : ''}`,
      ),
      ...table.checks.map(({ name }) => `${table.name} check ${name}`),
      ...table.foreignKeys.map(({ name }) => `${table.name} foreign key ${name}`),
      ...table.uniques.map(({ name }) => `${table.name} unique ${name}`),
      ...table.triggers.map(({ name }) => `${table.name} trigger ${name}`),
    ]),
    ...[...views.keys()].map((name) => `view ${name}`),
  ].sort();
}

/** Returns the structure of a real database, without the table of migrations. */
export async function realStructure(sql: Sql): Promise<string[]> {
  const rows = await sql.many<{ line: string }>`
    WITH made AS (
      SELECT oid, relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> '_prisma_migrations')
    SELECT relname || '.' || attname || ' ' || regexp_replace(typname, '^_(.*)', '\\1[]')
      || CASE WHEN attnotnull THEN ' not null' ELSE '' END AS line
    FROM made JOIN pg_attribute ON attrelid = made.oid AND attnum > 0 AND NOT attisdropped
      JOIN pg_type ON pg_type.oid = atttypid
    UNION ALL
    SELECT relname || CASE contype WHEN 'c' THEN ' check ' ELSE ' foreign key ' END || conname
    FROM made JOIN pg_constraint ON conrelid = made.oid AND contype IN ('c', 'f')
    UNION ALL
    SELECT made.relname || ' unique ' || i.relname
    FROM made JOIN pg_index ON indrelid = made.oid AND (indisunique OR indisexclusion)
      JOIN pg_class i ON i.oid = indexrelid
    UNION ALL
    SELECT relname || ' trigger ' || tgname
    FROM made JOIN pg_trigger ON tgrelid = made.oid AND NOT tgisinternal
    UNION ALL
    SELECT 'view ' || viewname FROM pg_views WHERE schemaname = 'public'`;
  return rows.map(({ line }) => line).sort();
}
