import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { SettingFields } from './settings-rules.ts';

/** The settings, and under which version and by whose real name they are so. */
export type Settings = SettingFields & Pick<tables.Setting, 'version' | 'changedBy'>;

export const readSettings = (sql: Sql): Promise<Settings> =>
  sql.one<Settings>`
    SELECT s.offer_hours, s.waiting_list, s.low_balance_cents, s.two_factor_roles, s.version,
      COALESCE(u.real_name, s.changed_by) AS changed_by
    FROM setting s LEFT JOIN staff_user u ON u.id = s.changed_by_id WHERE s.id = 1`;

/** The same, held until the transaction ends. */
export const lockSettings = (sql: Sql): Promise<SettingFields & Pick<tables.Setting, 'version'>> =>
  sql.one<SettingFields & Pick<tables.Setting, 'version'>>`
    SELECT offer_hours, waiting_list, low_balance_cents, two_factor_roles, version
    FROM setting WHERE id = 1 FOR UPDATE`;

export async function updateSettings(
  sql: Sql,
  fields: SettingFields,
  { byId, by, now }: { byId: number | null; by: string; now: Date },
): Promise<void> {
  await sql.run`
    UPDATE setting SET offer_hours = ${fields.offerHours}, waiting_list = ${fields.waitingList},
      low_balance_cents = ${fields.lowBalanceCents}, two_factor_roles = ${fields.twoFactorRoles},
      version = version + 1, changed_by_id = ${byId}, changed_by = ${by}, changed_at = ${now}
    WHERE id = 1`;
}

/** Ids of accounts of staff with one of these roles that have no second factor. */
export async function listWithoutFactor(sql: Sql, roles: readonly string[]): Promise<number[]> {
  const found = await sql.many<Pick<tables.StaffUser, 'id'>>`
    SELECT u.id FROM staff_user u
    WHERE u.active
      AND EXISTS (SELECT 1 FROM staff_role r
        WHERE r.user_id = u.id AND r.role = ANY(${roles}::text[]))
      AND NOT EXISTS (SELECT 1 FROM staff_factor f WHERE f.user_id = u.id)
    ORDER BY u.id`;
  return found.map(({ id }) => id);
}
