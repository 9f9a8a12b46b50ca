import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import type { UseCount } from './use-count.ts';

export interface CountedRoom {
  id: number;
  /** Sessions that use more of its places are counted; 0: all that use it. */
  moreThan: number;
}

/**
 * Counts per room the coming sessions, including drafts, that use more than `moreThan` of its
 * places; omits rooms without any. A called-off or deleted session does not count.
 */
export const countRoomUse = (
  { db, now }: Pick<Call, 'db' | 'now'>,
  rooms: readonly CountedRoom[],
): Promise<UseCount[]> =>
  db.many<{ id: tables.SessionRoom['roomId']; count: number }>`
    SELECT r.room_id AS id, count(*)::int AS count
    FROM unnest(${rooms.map(({ id }) => id)}::bigint[],
      ${rooms.map(({ moreThan }) => moreThan)}::integer[]) AS asked (room_id, more_than)
    JOIN session_room r ON r.room_id = asked.room_id AND r.places > asked.more_than
    WHERE r.is_used AND r.starts_at > ${now}
    GROUP BY r.room_id ORDER BY r.room_id`;
