import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { registrationUse } from '../clients.ts';
import { readLocations, readRooms } from '../locations/list-locations.ts';
import type { OfficeLocation } from './office-location.ts';
import { readPlaces } from './office-location-store.ts';

export interface ListOfficeLocations {
  /** Includes retired ones. */
  retired: boolean;
  search: string | null;
  /** Only these; empty: all. */
  ids: number[];
}

/** Branches by name as the office sees them, with their rooms and coming sessions. C-O22. */
export async function listOfficeLocations(
  { db }: Pick<Call, 'db'>,
  { retired, search, ids }: ListOfficeLocations,
): Promise<OfficeLocation[]> {
  const chosenIds = ids.length > 0 ? ids : null;
  const [all, places, rooms] = await Promise.all([
    readLocations(db, chosenIds),
    readPlaces(db, chosenIds),
    readRooms(db, chosenIds),
  ]);
  const wanted = search?.toLowerCase() ?? '';
  const locations = all
    .filter(({ active }) => retired || active)
    .filter(({ name, address, city }) =>
      [name, address, city].some((text) => (text ?? '').toLowerCase().includes(wanted)),
    );
  const uses = await comingSessions(locations.map(({ id }) => id));
  const placeOf = new Map(places.map((place) => [place.id, place]));
  return locations.map((location) => {
    const place = placeOf.get(location.id);
    return {
      location,
      israel: place?.israel ?? false,
      closesAt: place?.closesAt ?? '23:00',
      rooms: rooms
        .filter(({ locationId }) => locationId === location.id)
        .map(({ locationId: _own, ...room }) => room),
      inUse: uses.get(location.id) ?? 0,
      version: place?.version ?? 0,
      lastChange: place?.lastChange ?? null,
      lastChangeBy: place?.lastChangeBy ?? null,
    };
  });
}

/** Returns one branch as the office sees it; undefined if there is none. */
export const officeLocation = async (call: Call, id: number): Promise<OfficeLocation | undefined> =>
  (await listOfficeLocations(call, { retired: true, search: null, ids: [id] }))[0];

/** How many sessions are still to come at branches; those without one are left out. */
export async function comingSessions(locationIds: number[]): Promise<ReadonlyMap<number, number>> {
  if (locationIds.length === 0) return new Map();
  const { uses } = await registrationUse.countLocationUse(
    { locationIds },
    { actor: serviceActor('catalog') },
  );
  return new Map(uses.map(({ id, count }) => [id, count]));
}

/** Sessions to come that use more of rooms than so many places; rooms without one are left out. */
export async function roomUse(
  rooms: readonly { id: number; moreThan: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (rooms.length === 0) return new Map();
  const { uses } = await registrationUse.countRoomUse(
    { rooms: [...rooms] },
    { actor: serviceActor('catalog') },
  );
  return new Map(uses.map(({ id, count }) => [id, count]));
}
