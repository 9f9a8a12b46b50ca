import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';

/** A room that a session uses, or is to use. */
export interface SessionRoom extends Pick<tables.SessionRoom, 'roomId' | 'special' | 'places'> {
  name: string;
}

/** A room during some time. */
export interface RoomTime {
  roomId: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Which of these, by their positions, meet with a session that uses the same room then, other than
 * this one (null: any). R-506.
 */
export async function takenRooms(
  sql: Sql,
  wanted: readonly RoomTime[],
  exceptSessionId: number | null,
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const rows = await sql.many<{ position: number }>`
    SELECT DISTINCT asked.position::integer
    FROM unnest(${wanted.map(({ roomId }) => roomId)}::bigint[],
      ${wanted.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${wanted.map(({ endsAt }) => endsAt)}::timestamptz[])
      WITH ORDINALITY AS asked (room_id, starts_at, ends_at, position)
    JOIN session_room r ON r.room_id = asked.room_id AND r.is_used
      AND r.starts_at < asked.ends_at AND r.ends_at > asked.starts_at
      AND r.session_id IS DISTINCT FROM ${exceptSessionId}::bigint
    ORDER BY 1
    -- never null: position`;
  return rows.map(({ position }) => position - 1);
}

/** Rooms of a session, and from when until when they are its own. */
export interface RoomsOfSession {
  sessionId: number;
  rooms: readonly Omit<SessionRoom, 'name'>[];
  startsAt: Date;
  endsAt: Date;
}

/**
 * Makes the rooms of sessions the given ones. A room that another session uses then is refused by
 * its constraint.
 */
export async function writeRooms(sql: Sql, sessions: readonly RoomsOfSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const ids = sessions.map(({ sessionId }) => sessionId);
  const rows = sessions.flatMap(({ sessionId, rooms, startsAt, endsAt }) =>
    rooms.map(({ roomId, special, places }) => ({
      session_id: sessionId,
      room_id: roomId,
      special,
      places,
      starts_at: startsAt,
      ends_at: endsAt,
    })),
  );
  await sql.run`DELETE FROM session_room WHERE session_id = ANY (${ids}::bigint[])`;
  if (rows.length === 0) return;
  await sql.run`
    INSERT INTO session_room (session_id, room_id, special, places, starts_at, ends_at)
    SELECT *
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (session_id bigint, room_id bigint, special boolean, places integer,
        starts_at timestamptz, ends_at timestamptz)
    ORDER BY session_id, room_id`;
}

/** Lets others use the rooms of a session that is not held. */
export async function freeRooms(sql: Sql, sessionId: number): Promise<void> {
  await sql.run`
    UPDATE session_room SET is_used = false WHERE session_id = ${sessionId} AND is_used`;
}

/** From when until when the rooms of a session are its own; none: it uses none. */
export const readRoomTimes = (sql: Sql, sessionId: number): Promise<RoomTime[]> =>
  sql.many<RoomTime>`
    SELECT room_id, starts_at, ends_at FROM session_room
    WHERE session_id = ${sessionId} AND is_used
    ORDER BY ends_at, room_id`;

/**
 * Reserves the rooms of a session until `endsAt` unless another session uses them by then; true
 * when all of them are reserved.
 */
export async function keepRoomsUntil(sql: Sql, sessionId: number, endsAt: Date): Promise<boolean> {
  await sql.run`
    UPDATE session_room r SET ends_at = ${endsAt}
    WHERE r.session_id = ${sessionId} AND r.is_used AND r.ends_at <> ${endsAt}
      AND NOT EXISTS (SELECT FROM session_room o
        WHERE o.room_id = r.room_id AND o.is_used AND o.session_id <> r.session_id
          AND o.starts_at < ${endsAt} AND o.ends_at > r.starts_at)`;
  const [shortest] = await readRoomTimes(sql, sessionId);
  return shortest === undefined || shortest.endsAt >= endsAt;
}
