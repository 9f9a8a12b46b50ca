import type { Sql } from '@portal/kit/database/database';
import { latestEndOf } from '../../../records/accommodations/latest-end.ts';
import { keepRoomsUntil, readRoomTimes } from './room-store.ts';

/**
 * Reserves the rooms of a session until its last student ends, longer or shorter than before; false
 * when another session uses one of them sooner, whose time then stays.
 */
export async function fitRoomTimes(sql: Sql, sessionId: number): Promise<boolean> {
  const [room] = await readRoomTimes(sql, sessionId);
  if (room === undefined) return true;
  const endsAt = await latestEndOf(sql, sessionId, room.startsAt);
  return keepRoomsUntil(sql, sessionId, endsAt);
}
