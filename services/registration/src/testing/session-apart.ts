import { randomUUID } from 'node:crypto';
import { dayInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff } from '@portal/kit/testing';
import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { addOfficeSession } from '../sessions/calendar/adding/add-session.ts';
import type { World } from '../testing.ts';
import { aBranch, aRoom } from './branch-rooms.ts';

/** A Monday in February, when no holiday but a federal one can be. */
export const APART_DAY = (() => {
  const { year } = Temporal.PlainDate.from(dayInNewYork(steadyNow()));
  const first = new Temporal.PlainDate(year + 1, 2, 1);
  return first.add({ days: (8 - first.dayOfWeek) % 7 }).toString();
})();

export const granted = (
  kind: string,
  about: Partial<ApprovedAccommodation> = {},
): ApprovedAccommodation => ({
  kind,
  percent: undefined,
  minutes: undefined,
  validFrom: '2026-01-01',
  validUntil: undefined,
  ...about,
});
export const OWN_ROOM = [granted('own_room')];

/** A session with 10 seats and so many special places, at a branch of its own. */
export async function aSessionApart(
  world: World,
  special = 1,
  { time = '10:00', closesAt = '23:00', seats = 10, date = APART_DAY } = {},
) {
  const [hall, apart] = [aRoom(), aRoom({ name: 'Room 2', capacity: 6, special: true })];
  const branch = await aBranch(world, [hall, apart], { closesAt });
  const rooms = [{ roomId: hall.id, places: seats }];
  if (special > 0) rooms.push({ roomId: apart.id, places: special });
  const office = asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });
  const { session } = await addOfficeSession(office, {
    sessionType: '21',
    date,
    time,
    locationId: branch,
    schoolId: null,
    title: null,
    address: null,
    gender: '3',
    seats: null,
    limitTo1Test: false,
    proctor: null,
    rooms,
    closingDate: null,
    closingTime: null,
    shipDate: null,
    returnDueDate: null,
    lastDate: null,
    remark: null,
    draft: false,
    confirmDay: true,
    dryRun: false,
  });
  return { sessionId: session.id, branch, hall: hall.id, apart: apart.id };
}
