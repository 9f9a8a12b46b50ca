import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { SessionAdded } from '@portal/proto/registration/v1/events';
import { specialPlacesOf } from '../../../capacity/seats/rooms/room-places.ts';
import { againIfRoomTaken } from '../../../capacity/seats/rooms/room-taken.ts';
import {
  addOfficeSessions,
  type NewOfficeSession,
} from '../../../capacity/seats/sessions/add-office-sessions.ts';
import { type OfficeSession, officeSession } from '../queries/office-session.ts';
import { sessionNow } from '../queries/session-now.ts';
import { checkNewRooms } from '../rooms/check-rooms.ts';
import { roomsText } from '../rooms/plan-rooms.ts';
import { planSession, readPlace, type WantedSession } from './planned-session.ts';

/** Inserts planned sessions, each with its audit row and event; returns their ids in order. */
export async function makeSessions(tx: Tx, rows: readonly NewOfficeSession[]): Promise<number[]> {
  const ids = await addOfficeSessions(tx, rows);
  for (const [at, sessionId] of ids.entries()) {
    const row = rows[at] as NewOfficeSession;
    tx.emit(SessionAdded, { sessionId, draft: row.draft });
    tx.audit({
      op: 'insert',
      table: 'session',
      id: sessionId,
      change: { ...row, rooms: roomsText(row.rooms) },
    });
  }
  return ids;
}

const add = command(
  'addOfficeSession',
  async (tx, wanted: WantedSession): Promise<{ sessionId: number; warnings: string[] }> => {
    const { row, marks } = planSession(wanted, await readPlace(tx, wanted), tx.now);
    await checkNewRooms(tx, row);
    const [id] = await makeSessions(tx, [row]);
    return { sessionId: id as number, warnings: marks.map(({ name }) => name) };
  },
);

/**
 * Adds a session at a branch, of a school or shipped (C-O03), or with `dryRun` only returns it.
 * Throws invalid, in_past, day_left_out, location_not_found, location_retired,
 * school_not_found, room_too_small or room_taken..
 */
export async function addOfficeSession(
  call: Call,
  { dryRun, ...wanted }: WantedSession & { dryRun: boolean },
): Promise<{ session: OfficeSession; warnings: string[] }> {
  if (dryRun) {
    const place = await readPlace(call.db, wanted);
    const { row, marks } = planSession(wanted, place, call.now);
    await checkNewRooms(call.db, row);
    const specialPlaces = specialPlacesOf(row.rooms);
    const planned = {
      ...row,
      id: 0,
      version: 0,
      taken: 0,
      held: 0,
      waiting: 0,
      withAccommodations: null,
      seriesId: null,
      locationName: place.location?.name ?? null,
      schoolName: place.school?.name ?? null,
      seatsLeft: row.seats,
      closedByStaff: false,
      calledOffAt: null,
      specialPlaces,
      specialLeft: specialPlaces,
      israel: place.location?.israel ?? false,
    };
    return {
      session: officeSession(planned, call.actor, call.now),
      warnings: marks.map(({ name }) => name),
    };
  }
  const { sessionId, warnings } = await againIfRoomTaken(() => add(call, wanted));
  return { session: await sessionNow(call, sessionId), warnings };
}
