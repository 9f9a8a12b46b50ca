import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { BranchRoom } from './plan-rooms.ts';

/** The fields of a branch that its sessions depend on. */
export interface BranchOfSessions
  extends Pick<tables.LocationProjection, 'name' | 'active' | 'israel'> {
  rooms: BranchRoom[];
}

/** Undefined: there is no such branch. */
export function readBranch(sql: Sql, id: number): Promise<BranchOfSessions | undefined> {
  return sql.maybe<BranchOfSessions>`
    SELECT l.name, l.active, l.israel,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name,
          'capacity', m.capacity, 'special', m.special, 'active', m.active) ORDER BY m.id)
        FROM room_copy m WHERE m.location_id = l.id), '[]') AS rooms
    FROM location_copy l WHERE l.id = ${id}`;
}
