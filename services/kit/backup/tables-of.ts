import type pg from 'pg';
import { MIGRATIONS } from './backup-head.ts';

export interface Table {
  name: string;
  /** Columns that hold something of their own: generated ones are left out. */
  columns: string[];
}

/** The tables of a service's database, without the list of its migrations. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name,
       array(SELECT attname::text FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         ORDER BY attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> $1 ORDER BY 1`,
    [MIGRATIONS],
  );
  return rows;
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** The foreign keys of a service's tables, some of which go in a circle. */
export async function foreignKeysOf(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name,
       pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  );
  return rows;
}
