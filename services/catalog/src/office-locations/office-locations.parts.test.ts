import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { CatalogueUseServiceDefinition } from '@portal/proto/registration/v1/catalogue_use';
import { listLocations } from '../locations/list-locations.ts';
import type { Room } from '../locations/location.ts';
import { listOfficeLocations } from './list-office-locations.ts';
import type { OfficeLocation, WantedLocation } from './office-location.ts';
import { retireLocation, saveOfficeLocation } from './save-office-location.ts';

let db: TestDatabase;
let stop: () => void;
/** Coming sessions by branch, as registration would count them. */
const coming = new Map<number, number>();
/** Places that coming sessions use, one a session, by room. */
const used = new Map<number, number[]>();
beforeAll(async () => {
  db = await freshDatabase('catalog');
  stop = await serveInProcess('REGISTRATION_ADDR', [
    standIn(CatalogueUseServiceDefinition, {
      countLocationUse: async ({ locationIds }) => ({
        uses: [...coming]
          .filter(([id]) => locationIds.includes(id))
          .map(([id, count]) => ({ id, count })),
      }),
      countRoomUse: async ({ rooms }) => ({
        uses: rooms.map(({ id, moreThan }: { id: number; moreThan: number }) => ({
          id,
          count: (used.get(id) ?? []).filter((places) => places > moreThan).length,
        })),
      }),
    }),
  ]);
});
beforeEach(() => {
  coming.clear();
  used.clear();
});
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});

const office = () => asStaff(db, ['ROLE_ADMIN'], { key: randomUUID() });
const aRoom = (about: Partial<Room> = {}): Room => ({
  id: 0,
  name: 'Hall',
  capacity: 24,
  special: false,
  active: true,
  ...about,
});
const wanted = (about: Partial<WantedLocation['location']> = {}): WantedLocation => ({
  location: {
    name: `Branch ${randomUUID()}`,
    address: '1 Main Street',
    city: 'Deal',
    phone: null,
    adminOnly: false,
    byAppointment: false,
    seminaryStudyProgramIds: [],
    ...about,
  },
  israel: false,
  closesAt: '22:30',
  rooms: [aRoom()],
});
const added = (about: Partial<WantedLocation> = {}): Promise<OfficeLocation> =>
  saveOfficeLocation(office(), { id: 0, version: 0, ...wanted(), ...about });
const changed = (seen: OfficeLocation, about: Partial<WantedLocation>) => {
  const { location, version, israel, closesAt, rooms } = seen;
  return saveOfficeLocation(office(), {
    id: location.id,
    version,
    location,
    israel,
    closesAt,
    rooms,
    ...about,
  });
};

test('a branch is added with its rooms, and changed with an event and an audit row', async () => {
  const { version } = await listLocations(office(), 0);
  const first = await added({ israel: true });
  expect(first).toMatchObject({ israel: true, closesAt: '22:30', version: 1 });
  expect(first.rooms).toMatchObject([{ name: 'Hall', capacity: 24, special: false }]);
  const second = await changed(first, {
    rooms: [
      { ...(first.rooms[0] as Room), capacity: 30 },
      aRoom({ name: 'Room 2', special: true }),
    ],
  });
  expect(second.rooms).toMatchObject([
    { id: first.rooms[0]?.id, capacity: 30 },
    { name: 'Room 2', special: true },
  ]);
  expect((await listLocations(office(), 0)).version).toBe(version + 2);
  const [, update] = await db.many<{ change: object }>`
    SELECT change FROM audit WHERE table_name = 'location'
      AND row_id = ${String(first.location.id)} ORDER BY id`;
  expect(update?.change).toEqual({ rooms: [['Hall (24)'], ['Hall (30)', 'Room 2 (24, special)']] });
});

test('a room that is left out retires and keeps its id; two rooms can change names', async () => {
  const first = await added({ rooms: [aRoom({ name: 'A' }), aRoom({ name: 'B' })] });
  const [a, b] = first.rooms as [Room, Room];
  const swapped = await changed(first, {
    rooms: [
      { ...a, name: 'B' },
      { ...b, name: 'A' },
    ],
  });
  expect(swapped.rooms.map(({ id, name }) => [id, name]).sort()).toEqual([
    [a.id, 'B'],
    [b.id, 'A'],
  ]);
  const less = await changed(swapped, { rooms: [{ ...a, name: 'B' }] });
  expect(less.rooms.map(({ id, active }) => [id, active]).sort()).toEqual([
    [a.id, true],
    [b.id, false],
  ]);
});

test('of two saves of one version the second is refused, and no room is lost', async () => {
  const seen = await added();
  const settled = await Promise.allSettled(
    ['X', 'Y'].map((name) => changed(seen, { rooms: [...seen.rooms, aRoom({ name })] })),
  );
  expect(refusals(settled)).toEqual(['changed']);
  const [now] = await listOfficeLocations(
    { db },
    { retired: true, search: null, ids: [seen.location.id] },
  );
  expect(now?.rooms).toHaveLength(2);
});

test('refuses invalid branches and rooms, and unknown branches', async () => {
  const [seen, other] = [await added(), await added()];
  const codes = await Promise.all(
    [
      changed(seen, { location: { ...seen.location, name: '' } }),
      changed(seen, { location: { ...seen.location, name: other.location.name.toUpperCase() } }),
      changed(seen, { location: { ...seen.location, address: null } }),
      changed(seen, { closesAt: '25:00' }),
      changed(seen, { rooms: [aRoom({ capacity: 501 })] }),
      changed(seen, { rooms: [aRoom(), aRoom({ name: 'hall' })] }),
      changed(seen, { rooms: other.rooms }),
      saveOfficeLocation(office(), { id: 999_999, version: 1, ...wanted() }),
      retireLocation(office(), { id: 999_999, version: 1, active: false }),
    ].map(async (tried) => (await refusalOf(tried)).code),
  );
  expect(codes).toEqual([
    ...Array.from({ length: 7 }, () => 'invalid'),
    'location_not_found',
    'location_not_found',
  ]);
});

test('a branch retires once nothing is to come there, and comes back with its name', async () => {
  const seen = await added();
  const { id, name } = seen.location;
  const away = { id, version: seen.version, active: false };
  coming.set(id, 2);
  expect(await refusalOf(retireLocation(office(), away))).toMatchObject({
    status: 409,
    code: 'coming_sessions',
    detail: '2 coming sessions are here.',
  });
  coming.clear();
  const retired = await retireLocation(office(), away);
  expect(retired.location.active).toBe(false);
  expect((await refusalOf(retireLocation(office(), { ...away, active: true }))).code).toBe(
    'changed',
  );
  const successor = await added({ location: { ...wanted().location, name } });
  const back = { id, version: retired.version, active: true };
  expect((await refusalOf(retireLocation(office(), back))).code).toBe('invalid');
  await retireLocation(office(), {
    id: successor.location.id,
    version: successor.version,
    active: false,
  });
  expect((await retireLocation(office(), back)).location.active).toBe(true);
});

test('a room that coming sessions use stays as large and as it is', async () => {
  const seen = await added({ rooms: [aRoom(), aRoom({ name: 'Room 2', special: true })] });
  const [hall, second] = seen.rooms as [Room, Room];
  used.set(hall.id, [10, 24]);
  const refused = async (rooms: Room[]) => refusalOf(changed(seen, { rooms }));

  expect(await refused([{ ...hall, capacity: 20 }, second])).toMatchObject({
    code: 'room_in_use',
    detail: 'Hall is used by 1 coming session.',
  });
  expect(await refused([{ ...hall, active: false }, second])).toMatchObject({
    detail: 'Hall is used by 2 coming sessions.',
  });
  expect((await refused([{ ...hall, special: true }, second])).code).toBe('room_in_use');
  const after = await changed(seen, { rooms: [{ ...hall, capacity: 24, name: 'Great hall' }] });
  expect(after.rooms.map(({ name, active }) => [name, active])).toEqual([
    ['Great hall', true],
    ['Room 2', false],
  ]);
});

test('a caller who reads all branches reads their rooms, and when they close', async () => {
  const { location } = await added({ israel: true });
  const { locations } = await listLocations(office(), 0);
  expect(locations.find(({ id }) => id === location.id)).toMatchObject({
    israel: true,
    closesAt: '22:30',
    rooms: [{ name: 'Hall', capacity: 24, special: false, active: true }],
  });
});
