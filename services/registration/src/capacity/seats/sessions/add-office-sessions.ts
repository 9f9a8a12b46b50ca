import type { Tx } from '@portal/kit/commands/command';
import type * as tables from '../../../../prisma/tables.ts';
import { ownEnd } from '../../../records/accommodations/exam-minutes.ts';
import { insertSessions } from '../places/store.ts';
import { specialPlacesOf } from '../rooms/room-places.ts';
import { type SessionRoom, writeRooms } from '../rooms/room-store.ts';

/** A session to make as the office planned it. */
export interface NewOfficeSession
  extends Pick<
    tables.Session,
    | 'sessionType'
    | 'title'
    | 'locationId'
    | 'schoolId'
    | 'gender'
    | 'seats'
    | 'limitTo1Test'
    | 'closingDate'
    | 'closingTime'
    | 'returnDueDate'
    | 'shipDate'
    | 'lastDate'
    | 'address'
    | 'draft'
    | 'proctor'
    | 'remark'
  > {
  startsAt: Date;
  /** Those of its branch that it uses. R-505 */
  rooms: SessionRoom[];
}

/** Inserts sessions with all of their places free; returns their ids in order. */
export async function addOfficeSessions(
  tx: Tx,
  sessions: readonly NewOfficeSession[],
): Promise<number[]> {
  const ids = await insertSessions(
    tx,
    sessions.map((session, position) => ({
      position,
      session_type: session.sessionType,
      starts_at: session.startsAt,
      title: session.title,
      location_id: session.locationId,
      school_id: session.schoolId,
      gender: session.gender,
      seats: session.seats,
      limit_to_1_test: session.limitTo1Test,
      closed_by_staff: false,
      closing_date: session.closingDate,
      closing_time: session.closingTime,
      return_due_date: session.returnDueDate,
      ship_date: session.shipDate,
      last_date: session.lastDate,
      address: session.address,
      draft: session.draft,
      proctor: session.proctor,
      remark: session.remark,
      special_places: specialPlacesOf(session.rooms),
    })),
  );
  await writeRooms(
    tx,
    sessions
      .map(({ rooms, startsAt }, at) => ({
        sessionId: ids[at] as number,
        rooms,
        startsAt,
        endsAt: ownEnd(startsAt, [], []),
      }))
      .filter(({ rooms }) => rooms.length > 0),
  );
  return ids;
}
