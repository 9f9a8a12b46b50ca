import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export type FilterRow = Pick<
  tables.SavedFilter,
  'id' | 'userId' | 'tableName' | 'name' | 'sharedWith'
> & { query: unknown; author: string };

/** The account's own filters of a table, and those shared with one of its roles, by name. R-574. */
export const listFilterRows = (
  sql: Sql,
  { userId, roles, table }: { userId: number; roles: readonly string[]; table: string },
): Promise<FilterRow[]> =>
  sql.many<FilterRow>`
    SELECT f.id, f.user_id, f.table_name, f.name, f.shared_with, f.query, u.real_name AS author
    FROM saved_filter f JOIN staff_user u ON u.id = f.user_id
    WHERE f.table_name = ${table}
      AND (f.user_id = ${userId} OR f.shared_with && ${[...roles]}::text[])
    ORDER BY lower(f.name), f.id`;

/** Serialises changes of an account's filters, so that their number can be limited. */
export async function lockFiltersOf(sql: Sql, userId: number): Promise<void> {
  await sql.run`
    SELECT pg_advisory_xact_lock(hashtextextended('filters of ' || ${userId}::bigint, 0))`;
}

type OwnFilter = Pick<tables.SavedFilter, 'id' | 'tableName' | 'name' | 'sharedWith'> & {
  query: unknown;
};

/** The account's own filters, of all tables. */
export const listOwnFilters = (sql: Sql, userId: number): Promise<OwnFilter[]> =>
  sql.many<OwnFilter>`
    SELECT id, table_name, name, shared_with, query FROM saved_filter WHERE user_id = ${userId}`;

export interface FilterToWrite {
  userId: number;
  table: string;
  name: string;
  query: string;
  sharedWith: string[];
  now: Date;
}

/** Writes a new one and gives its id. */
export async function insertFilter(sql: Sql, filter: FilterToWrite): Promise<number> {
  const { id } = await sql.one<Pick<tables.SavedFilter, 'id'>>`
    INSERT INTO saved_filter (user_id, table_name, name, query, shared_with, saved_at)
    VALUES (${filter.userId}, ${filter.table}, ${filter.name}, ${filter.query}::jsonb,
      ${filter.sharedWith}, ${filter.now})
    RETURNING id`;
  return id;
}

export async function updateFilter(
  sql: Sql,
  id: number,
  { name, query, sharedWith, now }: FilterToWrite,
): Promise<void> {
  await sql.run`
    UPDATE saved_filter SET name = ${name}, query = ${query}::jsonb, shared_with = ${sharedWith},
      saved_at = ${now}
    WHERE id = ${id}`;
}

export async function deleteFilter(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM saved_filter WHERE id = ${id}`;
}
