import { randomInt } from 'node:crypto';
import type { CallInput } from '@portal/contract/call';
import { retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { type OfficeLocation, saveLocation } from '@portal/contract/catalogue/office-places';
import { getAllActiveLocations } from '@portal/contract/sessions/sessions';
import type { Person } from '../people/person.ts';
import { sql } from '../portal/databases.ts';
import { until } from '../portal/until.ts';

/** What the office is asked for a new branch with one hall, or with what is said. */
export const branchRequest = (
  about: Partial<CallInput<typeof saveLocation>> = {},
): CallInput<typeof saveLocation> => ({
  name: `Branch ${randomInt(1e9)}`,
  address: '1 Main Street',
  city: 'Deal',
  adminOnly: false,
  byAppointment: false,
  israel: false,
  seminaryStudyProgramIds: [],
  rooms: [{ name: 'Hall', capacity: 24, special: false, active: true }],
  ...about,
});

const isKnown = (id: number, active: boolean) =>
  until(
    () =>
      sql('registration', 'SELECT 1 FROM location_copy WHERE id = $1 AND active = $2', [
        id,
        active,
      ]),
    (rows) => rows.length === 1,
  );

/**
 * A branch of one's own, added by the office. Registration and the BFF have heard of it: each keeps
 * a list of its own, and hears in its own time.
 */
export async function aBranch(
  admin: Person,
  about: Partial<CallInput<typeof saveLocation>> = {},
): Promise<OfficeLocation> {
  const { item } = await admin.do(saveLocation, branchRequest(about));
  await isKnown(item.id, true);
  await until(
    () => admin.do(getAllActiveLocations, {}),
    (branches) => branches.some(({ id }) => id === item.id),
  );
  return item;
}

/**
 * A branch that the office has retired, as registration knows; gives its id. Not a row put into
 * registration's list by hand: the next list that comes takes its place.
 */
export async function aRetiredBranch(admin: Person): Promise<number> {
  const { id, version } = await aBranch(admin, { rooms: [] });
  const retired = { part: 'locations', id, version, active: false } as const;
  await admin.do(retireFromCatalogue, retired);
  await isKnown(id, false);
  return id;
}

/** A branch with a hall of 10 and a special room of 2, and the ids of both. */
export async function aRoomyBranch(
  admin: Person,
): Promise<{ branch: OfficeLocation; hall: number; apart: number }> {
  const branch = await aBranch(admin, {
    rooms: [
      { name: 'Hall', capacity: 10, special: false, active: true },
      { name: 'Room 2', capacity: 2, special: true, active: true },
    ],
  });
  const [hall, apart] = branch.rooms.map(({ id }) => id) as [number, number];
  return { branch, hall, apart };
}
