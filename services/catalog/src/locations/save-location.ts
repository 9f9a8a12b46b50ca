import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { LocationsChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { readLocations } from './list-locations.ts';
import type { Location, LocationFields } from './location.ts';
import { upsertLocation } from './store.ts';

export interface SaveLocation {
  /** 0 adds a branch; a service may add one under a fixed id, for demo data. */
  id: number;
  location: LocationFields;
}

/** Adds or changes a branch. Refuses with invalid or location_not_found. */
export async function saveLocation(call: Call, input: SaveLocation): Promise<Location> {
  const { name } = input.location;
  if (name === '' || name.length > 100) throw invalid({ path: 'name', message: 'Name invalid' });
  try {
    return await save(call, input);
  } catch (error) {
    throw isDuplicate(error, 'location_name')
      ? invalid({ path: 'name', message: 'Another location has this name.' })
      : error;
  }
}

const save = command(
  'saveLocation',
  async (tx: Tx, { id, location }: SaveLocation): Promise<Location> => {
    const version = await bumpVersion(tx, 'locations');
    const [before] = id === 0 ? [] : await readLocations(tx, [id]);
    if (id !== 0 && !before && tx.actor.kind !== 'service') throw domainError('location_not_found');
    const saved = await upsertLocation(tx, location, { id, by: tx.actor.name, now: tx.now });
    const [after] = await readLocations(tx, [saved]);
    if (!after) throw new Error(`location ${saved} was not saved`);
    tx.emit(LocationsChanged, { version });
    tx.audit({
      op: before ? 'update' : 'insert',
      table: 'location',
      id: saved,
      change: before ? changes(before, after) : {},
    });
    return after;
  },
);
