import { Location, type Location_Room } from '@portal/proto/catalog/v1/locations';
import { rebuildProjections } from '../projections/rebuild-projections.ts';
import type { World } from '../testing.ts';

let lastRoom = 900;

/** A room for a new branch: 24 seats unless said otherwise. */
export const aRoom = (about: Partial<Location_Room> = {}): Location_Room => ({
  id: ++lastRoom,
  name: 'Hall',
  capacity: 24,
  special: false,
  active: true,
  ...about,
});

/** Makes a new branch with these rooms; returns its id. */
export async function aBranch(
  world: World,
  rooms: Location_Room[],
  about: Partial<Location> = {},
): Promise<number> {
  const id = 1000 + world.locations.length;
  world.locations.push(
    Location.fromPartial({
      id,
      name: `Branch ${id}`,
      address: '1 Main Street',
      city: 'Deal',
      active: true,
      closesAt: '23:00',
      rooms,
      ...about,
    }),
  );
  await rebuildProjections(world.db);
  return id;
}
