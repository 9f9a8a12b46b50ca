import type { Sql } from '@portal/kit/database/database';

export interface NamedId {
  id: number;
  name: string;
}

/** Colleges that a student can be at, by name. */
export const listColleges = (sql: Sql): Promise<NamedId[]> =>
  sql.many<NamedId>`SELECT id, name FROM college WHERE active ORDER BY lower(name), id`;

export const listMembershipTypes = (sql: Sql): Promise<NamedId[]> =>
  sql.many<NamedId>`SELECT id, name FROM membership_type ORDER BY id`;

/** Whether a student can be put at this college. */
export const isCollegeOpen = async (sql: Sql, id: number): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS known FROM college WHERE id = ${id} AND active`) !== undefined;

export const isMembershipType = async (sql: Sql, id: number): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS known FROM membership_type WHERE id = ${id}`) !== undefined;
