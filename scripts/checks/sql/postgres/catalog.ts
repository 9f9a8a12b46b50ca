import { type Node, parseSync } from 'libpg-query';
import type pg from 'pg';

/** A column of a table, a query or a common table expression. */
export interface Column {
  readonly name: string;
  readonly nullable: boolean;
}

/** The kind of a function: `a` aggregate, `w` window function, `f` other. */
export interface FunctionKind {
  readonly kind: string;
  /** Returns NULL if any argument is NULL. */
  readonly strict: boolean;
}

/** The tables, views and functions of a database. */
export interface Catalog {
  readonly tables: ReadonlyMap<string, readonly Column[]>;
  /** The statement of each view. */
  readonly views: ReadonlyMap<string, Node>;
  readonly functions: ReadonlyMap<string, FunctionKind>;
}

/** Parses the only statement of a text. */
export function parseStatement(text: string): Node {
  const statement = parseSync(text).stmts?.[0]?.stmt;
  if (!statement) throw new Error('no statement');
  return statement;
}

/** Reads the catalog of the database that a connection is in, its temporary tables included. */
export async function readCatalog(connection: pg.Client): Promise<Catalog> {
  const columns = await connection.query<{ relation: string; names: string[]; needed: boolean[] }>(`
    SELECT c.relname AS relation, array_agg(a.attname::text ORDER BY a.attnum) AS names,
      array_agg(a.attnotnull ORDER BY a.attnum) AS needed
    FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p')
      OR c.relkind IN ('v', 'm') AND c.relnamespace = 'pg_catalog'::regnamespace
    GROUP BY c.oid ORDER BY c.relnamespace = 'pg_catalog'::regnamespace DESC`);
  const views = await connection.query<{ relation: string; text: string }>(`
    SELECT c.relname AS relation, pg_get_viewdef(c.oid) AS text FROM pg_class c
    WHERE c.relkind IN ('v', 'm') AND c.relnamespace = 'public'::regnamespace`);
  const functions = await connection.query<{ name: string; kind: string; strict: boolean }>(`
    SELECT proname AS name, max(prokind::text) AS kind, bool_and(proisstrict) AS strict
    FROM pg_proc GROUP BY proname`);
  return {
    tables: new Map(
      columns.rows.map(({ relation, names, needed }) => [
        relation,
        names.map((name, index) => ({ name, nullable: !needed[index] })),
      ]),
    ),
    views: new Map(views.rows.map(({ relation, text }) => [relation, parseStatement(text)])),
    functions: new Map(functions.rows.map(({ name, kind, strict }) => [name, { kind, strict }])),
  };
}
