import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { Place, Room } from '../locations/location.ts';

export type KeptPlace = Pick<
  tables.Location,
  'id' | 'israel' | 'closesAt' | 'version' | 'lastChange' | 'lastChangeBy'
>;

/** Reads the fields of branches that only the office reads; null: of all. */
export const readPlaces = (sql: Sql, ids: number[] | null): Promise<KeptPlace[]> =>
  sql.many<KeptPlace>`
    SELECT id, israel, closes_at, version, last_change, last_change_by FROM location
    WHERE ${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])`;

export const writePlace = (sql: Sql, id: number, { israel, closesAt }: Place): Promise<number> =>
  sql.run`UPDATE location SET israel = ${israel}, closes_at = ${closesAt} WHERE id = ${id}`;

/**
 * Makes the rooms of a branch the given ones: new ones have id 0, and those that are left out
 * retire. Names are freed first, so that two rooms can change theirs.
 */
export async function keepRooms(sql: Sql, locationId: number, rooms: Room[]): Promise<void> {
  await sql.run`UPDATE room SET active = false WHERE location_id = ${locationId}`;
  for (const { id, name, capacity, special, active } of rooms)
    await (id === 0
      ? sql.run`
          INSERT INTO room (location_id, name, capacity, special, active)
          VALUES (${locationId}, ${name}, ${capacity}, ${special}, ${active})`
      : sql.run`
          UPDATE room SET name = ${name}, capacity = ${capacity}, special = ${special},
            active = ${active}
          WHERE id = ${id} AND location_id = ${locationId}`);
}
