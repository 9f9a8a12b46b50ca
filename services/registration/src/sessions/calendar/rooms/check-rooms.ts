import { dayInNewYork } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import {
  type RoomTime,
  type SessionRoom,
  takenRooms,
} from '../../../capacity/seats/rooms/room-store.ts';
import { calendarError } from '../../../errors.ts';
import { ownEnd } from '../../../records/accommodations/exam-minutes.ts';

/** Rooms of one session and its time. */
export interface RoomsAt {
  rooms: readonly SessionRoom[];
  startsAt: Date;
  endsAt: Date;
}

const timesOf = ({ rooms, startsAt, endsAt }: RoomsAt): (RoomTime & { name: string })[] =>
  rooms.map(({ roomId, name }) => ({ roomId, name, startsAt, endsAt }));

/**
 * Throws room_taken when another session than this one (null: any) uses a room at that time; for a
 * series or a copied term (`namesDays`) with its `dates`. R-506.
 */
export async function checkRooms(
  sql: Sql,
  sessions: readonly RoomsAt[],
  { exceptSessionId, namesDays }: { exceptSessionId: number | null; namesDays: boolean },
): Promise<void> {
  const times = sessions.flatMap(timesOf);
  const taken = (await takenRooms(sql, times, exceptSessionId)).map((at) => times[at]);
  const [first] = taken;
  if (first === undefined) return;
  const dates = [...new Set(taken.map((one) => dayInNewYork((one ?? first).startsAt)))];
  throw calendarError(
    'room_taken',
    `${first.name} is used by another session at this time.`,
    namesDays ? { dates } : {},
  );
}

/** When and where a session without students uses its rooms. */
const withoutPeople = ({ rooms, startsAt }: Omit<RoomsAt, 'endsAt'>): RoomsAt => ({
  rooms,
  startsAt,
  endsAt: ownEnd(startsAt, [], []),
});

/** The same of one session that is new. */
export const checkNewRooms = (sql: Sql, row: Omit<RoomsAt, 'endsAt'>): Promise<void> =>
  checkRooms(sql, [withoutPeople(row)], { exceptSessionId: null, namesDays: false });

/** The same of a series or a copy, of one session too, with the days as `dates` (C-O04, C-O05). */
export const checkRoomsOfDays = (
  sql: Sql,
  rows: readonly Omit<RoomsAt, 'endsAt'>[],
): Promise<void> =>
  checkRooms(sql, rows.map(withoutPeople), { exceptSessionId: null, namesDays: true });
