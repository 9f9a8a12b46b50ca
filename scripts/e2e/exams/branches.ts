import { randomInt } from 'node:crypto';
import type { CallInput } from '@portal/contract/call';
import { retireFromCatalogue } from '@portal/contract/catalogue/office-catalogue';
import { type OfficeLocation, saveLocation } from '@portal/contract/catalogue/office-places';
import { getAllActiveLocations } from '@portal/contract/sessions/sessions';
import { sql } from '../../portal/databases.ts';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';

/** Returns the office's input for a new branch with one hall; `about` overrides fields. */
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
 * Adds a branch for one test as the office. Waits until registration and the BFF, which keep lists
 * of their own, have it.
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
 * Adds a branch, retires it, and returns its id once registration has the change. A row that a test
 * writes into registration's list would be replaced by the next list.
 */
export async function aRetiredBranch(admin: Person): Promise<number> {
  const { id, version } = await aBranch(admin, { rooms: [] });
  const retired = { part: 'locations', id, version, active: false } as const;
  await admin.do(retireFromCatalogue, retired);
  await isKnown(id, false);
  return id;
}

/** Adds a branch with a hall of 10 and a special room of 2; returns the ids of both rooms too. */
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
