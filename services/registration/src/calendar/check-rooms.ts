import { dayInNewYork } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import { ownEnd } from '../accommodations/exam-minutes.ts';
import { type RoomTime, type SessionRoom, takenRooms } from '../capacity/room-store.ts';
import { calendarError } from '../errors.ts';

/** Rooms of one session and its time. */
export interface RoomsAt {
  rooms: readonly SessionRoom[];
  startsAt: Date;
  endsAt: Date;
}

const timesOf = ({ rooms, startsAt, endsAt }: RoomsAt): (RoomTime & { name: string })[] =>
  rooms.map(({ roomId, name }) => ({ roomId, name, startsAt, endsAt }));

/**
 * Refuses with room_taken when a room is in another session then, than this one (null: any). Of
 * several sessions `dates` names the days. R-506.
 */
export async function checkRooms(
  sql: Sql,
  sessions: readonly RoomsAt[],
  exceptSessionId: number | null,
): Promise<void> {
  const times = sessions.flatMap(timesOf);
  const taken = (await takenRooms(sql, times, exceptSessionId)).map((at) => times[at]);
  const [first] = taken;
  if (first === undefined) return;
  const dates = [...new Set(taken.map((one) => dayInNewYork((one ?? first).startsAt)))];
  throw calendarError(
    'room_taken',
    `${first.name} is used by another session at this time.`,
    sessions.length > 1 ? { dates } : {},
  );
}

/** The same of sessions that nobody is in yet. */
export const checkNewRooms = (sql: Sql, rows: readonly Omit<RoomsAt, 'endsAt'>[]): Promise<void> =>
  checkRooms(
    sql,
    rows.map(({ rooms, startsAt }) => ({ rooms, startsAt, endsAt: ownEnd(startsAt, [], []) })),
    null,
  );
