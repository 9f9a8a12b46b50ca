import { type Call, command, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { LocationsChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { readLocations, readRooms } from '../locations/list-locations.ts';
import type { Location } from '../locations/location.ts';
import { writeLocation } from '../locations/write-location.ts';
import { versionConflict } from '../version-conflict.ts';
import { comingSessions, officeLocation, roomUse } from './list-office-locations.ts';
import { narrowedRooms } from './narrowed-rooms.ts';
import { checkLocation, type OfficeLocation, type WantedLocation } from './office-location.ts';
import { keepRooms, readPlaces, writePlace } from './office-location-store.ts';

export interface SaveOfficeLocation extends WantedLocation {
  /** 0 adds a branch. */
  id: number;
  /** The one that was seen; not read for a new one. */
  version: number;
}

/**
 * Adds a branch with its rooms, or changes it if the caller edited its current version. Refuses
 * with invalid, location_not_found, changed or room_in_use. C-O26, R-561.
 */
export async function saveOfficeLocation(
  call: Call,
  wanted: SaveOfficeLocation,
): Promise<OfficeLocation> {
  checkLocation(wanted);
  const ask = async () => {
    await refuseRoomsInUse(call, wanted);
    return null;
  };
  const id = await withNameRefusal(() =>
    commandWithPrefetch(call, { name: 'saveOfficeLocation', input: wanted, ask }, (tx) =>
      write(tx, wanted),
    ),
  );
  return locationNow(call, id);
}

/** Refuses with room_in_use what takes away from rooms that coming sessions use. */
async function refuseRoomsInUse(
  { db }: Pick<Call, 'db'>,
  { id, rooms }: SaveOfficeLocation,
): Promise<void> {
  if (id === 0) return;
  const before = await readRooms(db, [id]);
  const uses = await roomUse(narrowedRooms(before, rooms));
  for (const { id: roomId, name } of before) {
    const count = uses.get(roomId) ?? 0;
    if (count > 0) throw domainError('room_in_use', `${name} is used by ${sessions(count)}.`);
  }
}

const sessions = (count: number): string => `${count} coming session${count === 1 ? '' : 's'}`;

/** The same without looking at what is in use; gives the id. */
export const writeOfficeLocation = command(
  'saveOfficeLocation',
  (tx: Tx, wanted: SaveOfficeLocation) => write(tx, wanted),
);

async function write(tx: Tx, wanted: SaveOfficeLocation): Promise<number> {
  const { id, version: seen, location, israel, closesAt, rooms } = wanted;
  const version = await bumpVersion(tx, 'locations');
  const before = id === 0 ? undefined : await asSeen(tx, id, seen);
  const known = before?.rooms.map((room) => room.id) ?? [];
  if (rooms.some((room) => room.id !== 0 && !known.includes(room.id)))
    throw invalid({ path: 'rooms', message: 'A room that is named does not exist.' });
  const fields = {
    ...location,
    active: before?.location.active ?? true,
    contactFirstName: before?.location.contactFirstName ?? null,
    contactLastName: before?.location.contactLastName ?? null,
  };
  const saved = await writeLocation(tx, fields, { id, by: tx.actor.name, now: tx.now });
  await writePlace(tx, saved, { israel, closesAt });
  await keepRooms(tx, saved, rooms);
  tx.emit(LocationsChanged, { version });
  tx.audit({
    op: before ? 'update' : 'insert',
    table: 'location',
    id: saved,
    change: before
      ? changes(wordsOf(before), wordsOf(await whole(tx, saved)))
      : { name: location.name },
  });
  return saved;
}

interface Whole {
  location: Location;
  israel: boolean;
  closesAt: string;
  rooms: { id: number; name: string; capacity: number; special: boolean; active: boolean }[];
}

/** A branch as its audit row compares it. */
const wordsOf = ({ location, israel, closesAt, rooms }: Whole) => ({
  ...location,
  israel,
  closesAt,
  rooms: rooms.map(
    ({ name, capacity, special, active }) =>
      `${name} (${capacity}${special ? ', special' : ''}${active ? '' : ', retired'})`,
  ),
});

async function whole(tx: Tx, id: number): Promise<Whole> {
  const [[location], [place]] = [await readLocations(tx, [id]), await readPlaces(tx, [id])];
  if (location === undefined || place === undefined) throw domainError('location_not_found');
  const { israel, closesAt } = place;
  return { location, israel, closesAt, rooms: await readRooms(tx, [id]) };
}

/**
 * Returns the branch if the caller saw its current version. Refuses with location_not_found or
 * changed.
 */
async function asSeen(tx: Tx, id: number, seen: number): Promise<Whole> {
  const before = await whole(tx, id);
  const [place] = await readPlaces(tx, [id]);
  if (place?.version !== seen) throw versionConflict(place?.lastChangeBy ?? null);
  return before;
}

async function withNameRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error, 'location_name')
      ? invalid({ path: 'name', message: 'Another location has this name.' })
      : error;
  }
}

async function locationNow(call: Call, id: number): Promise<OfficeLocation> {
  const location = await officeLocation(call, id);
  if (location === undefined) throw domainError('location_not_found');
  return location;
}

export interface RetireLocation {
  id: number;
  version: number;
  /** Brings it back. */
  active: boolean;
}

/**
 * Takes a branch off what is offered, or brings it back; nothing may be planned there. Refuses with
 * location_not_found, changed, coming_sessions, and back with invalid. C-O29, R-557.
 */
export async function retireLocation(call: Call, wanted: RetireLocation): Promise<OfficeLocation> {
  const { id, version: seen, active } = wanted;
  const ask = async () => {
    const coming = active ? 0 : ((await comingSessions([id])).get(id) ?? 0);
    if (coming > 0) throw domainError('coming_sessions', `${coming} coming sessions are here.`);
    return null;
  };
  await withNameRefusal(() =>
    commandWithPrefetch(call, { name: 'retireLocation', input: wanted, ask }, async (tx) => {
      const version = await bumpVersion(tx, 'locations');
      const { location } = await asSeen(tx, id, seen);
      if (location.active === active) return null;
      const by = { id, by: tx.actor.name, now: tx.now };
      await writeLocation(tx, { ...location, active }, by);
      tx.emit(LocationsChanged, { version });
      tx.audit({
        op: 'update',
        table: 'location',
        id,
        change: { active: [location.active, active] },
      });
      return null;
    }),
  );
  return locationNow(call, id);
}
