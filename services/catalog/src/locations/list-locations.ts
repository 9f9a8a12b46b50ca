import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { listVersion } from '../list-version.ts';
import type { Location, LocationWithRooms, Room } from './location.ts';

/**
 * Returns all branches by name with their rooms, or none when the caller has the newest version.
 */
export async function listLocations(
  { db }: Call,
  known: number,
): Promise<{ version: number; unchanged: boolean; locations: LocationWithRooms[] }> {
  const version = await listVersion(db, 'locations');
  if (version === known) return { version, unchanged: true, locations: [] };
  return { version, unchanged: false, locations: await readLocationsWithRooms(db) };
}

/** Lists all branches with the settings that sessions are planned by. */
async function readLocationsWithRooms(sql: Sql): Promise<LocationWithRooms[]> {
  const [locations, places, rooms] = await Promise.all([
    readLocations(sql, null),
    sql.many<Pick<tables.Location, 'id' | 'israel' | 'closesAt'>>`
      SELECT id, israel, closes_at FROM location`,
    readRooms(sql, null),
  ]);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const roomsOf = Map.groupBy(rooms, ({ locationId }) => locationId);
  return locations.map((location) => {
    const { israel = false, closesAt = '23:00' } = placeOf.get(location.id) ?? {};
    const own = (roomsOf.get(location.id) ?? []).map(({ locationId: _branch, ...room }) => room);
    return { ...location, israel, closesAt, rooms: own };
  });
}

export type RoomOf = Room & Pick<tables.Room, 'locationId'>;

/** Rooms of branches by name, those that retired last; null: of all. */
export const readRooms = (sql: Sql, locationIds: number[] | null): Promise<RoomOf[]> =>
  sql.many<RoomOf>`
    SELECT id, location_id, name, capacity, special, active FROM room
    WHERE ${locationIds}::bigint[] IS NULL OR location_id = ANY(${locationIds}::bigint[])
    ORDER BY location_id, active DESC, special, lower(name), id`;

/** Branches by id; null reads all. */
export const readLocations = (sql: Sql, ids: number[] | null): Promise<Location[]> =>
  sql.many<Location>`
    SELECT id, name, address, city, phone, admin_only, by_appointment,
      seminary_study_program_ids::int[], active, contact_first_name, contact_last_name
    FROM location WHERE ${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])
    ORDER BY lower(name), id`;
