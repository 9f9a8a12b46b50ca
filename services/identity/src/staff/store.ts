import { holdersOf } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { NewStaffUser, StaffUser } from './staff-user.ts';

/** Every account, or those with these ids, by login name. */
export const findStaff = (sql: Sql, ids: number[] | null = null): Promise<StaffUser[]> =>
  sql.many<StaffUser>`
    SELECT id, login_name, real_name, login_type, email, comment, school_id, active, last_login,
      password_hash IS NOT NULL AS has_password,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user WHERE ${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])
    ORDER BY lower(login_name)`;

/** Writes an account without a password and without roles, and gives its id. */
export async function insertStaff(
  sql: Sql,
  user: NewStaffUser,
  { by, now }: { by: string; now: Date },
): Promise<number> {
  const { id } = await sql.one<Pick<tables.StaffUser, 'id'>>`
    INSERT INTO staff_user (login_name, real_name, login_type, email, comment, school_id,
      created_on, created_by)
    VALUES (${user.loginName}, ${user.realName}, ${user.loginType}, ${user.email},
      ${user.comment}, ${user.schoolId}, ${now}, ${by})
    RETURNING id`;
  return id;
}

/** Writes what tech support changes of an account, its roles apart. */
export async function updateStaff(
  sql: Sql,
  { id, comment, schoolId, active }: StaffUser,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await sql.run`
    UPDATE staff_user SET comment = ${comment}, school_id = ${schoolId}, active = ${active},
      last_change = ${now}, last_change_by = ${by}
    WHERE id = ${id}`;
}

/** Makes the roles of an account the given ones. */
export async function keepRoles(sql: Sql, id: number, roles: string[]): Promise<void> {
  await sql.run`
    DELETE FROM staff_role WHERE user_id = ${id} AND role <> ALL(${roles}::text[])`;
  await sql.run`
    INSERT INTO staff_role (user_id, role) SELECT ${id}, unnest(${roles}::text[])
    ON CONFLICT DO NOTHING`;
}

/**
 * Lets the changes of accounts pass one after the other, so that two who take the role from each
 * other at the same time do not both succeed.
 */
export async function oneChangeAtATime(sql: Sql): Promise<void> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtextextended('staff accounts', 0))`;
}

/** Returns whether there is any staff account, retired ones included. */
export const hasStaff = async (sql: Sql): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS found FROM staff_user LIMIT 1`) !== undefined;

/** Whether an account remains that can log in and manage the accounts of staff. */
export async function hasKeeperOfAccounts(sql: Sql): Promise<boolean> {
  const roles = holdersOf('user.edit');
  return (
    (await sql.maybe`
      SELECT 1 AS found FROM staff_role JOIN staff_user ON staff_user.id = staff_role.user_id
      WHERE role = ANY(${roles}::text[]) AND active AND password_hash IS NOT NULL LIMIT 1`) !==
    undefined
  );
}
