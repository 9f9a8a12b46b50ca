import { holdersOf } from '@portal/access/can';
import { isPermission } from '@portal/access/permissions';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type { StaffUser } from './staff-user.ts';
import { findStaff } from './store.ts';

/** Every account of staff by login name, those that are not active included (C-A02). */
export const listStaff = ({ db }: Call): Promise<StaffUser[]> => findStaff(db);

/** An account of staff, whether active or not. */
export async function findStaffUser(sql: Sql, userId: number): Promise<StaffUser | undefined> {
  const [user] = await findStaff(sql, [userId]);
  return user;
}

/** Returns the current roles of an account of staff: none when it is inactive or unknown. */
export async function rolesInForce(sql: Sql, userId: number): Promise<string[]> {
  const [user] = await findStaff(sql, [userId]);
  return user?.active ? user.roles : [];
}

/** Where the active accounts that are granted a permission are written to, each address once. */
export async function addressesOf(sql: Sql, permission: string): Promise<string[]> {
  if (!isPermission(permission)) return [];
  const roles = [...holdersOf(permission)];
  const rows = await sql.many<{ email: string }>`
    SELECT DISTINCT lower(email) AS email FROM staff_user
    JOIN staff_role ON staff_role.user_id = staff_user.id
    WHERE staff_user.active AND staff_role.role = ANY(${roles}::text[]) ORDER BY 1
    -- never null: email`;
  return rows.map(({ email }) => email);
}
