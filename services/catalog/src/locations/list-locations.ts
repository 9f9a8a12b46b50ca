import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { listVersion } from '../list-version.ts';
import type { Location } from './location.ts';

/** Every branch by name, or none when the caller holds the newest version already. */
export async function listLocations(
  { db }: Call,
  known: number,
): Promise<{ version: number; unchanged: boolean; locations: Location[] }> {
  const version = await listVersion(db, 'locations');
  if (version === known) return { version, unchanged: true, locations: [] };
  return { version, unchanged: false, locations: await readLocations(db, null) };
}

/** Branches by id; null reads all. */
export const readLocations = (sql: Sql, ids: number[] | null): Promise<Location[]> =>
  sql.many<Location>`
    SELECT id, name, address, city, phone, admin_only, by_appointment,
      seminary_study_program_ids::int[], active, contact_first_name, contact_last_name
    FROM location WHERE ${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])
    ORDER BY lower(name), id`;
