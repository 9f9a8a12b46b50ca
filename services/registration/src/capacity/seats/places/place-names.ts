import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';

/** Where a student sits. */
export interface NamedPlace extends Pick<tables.StudentSession, 'studentId'> {
  /** 'Hall', 'Hall or Library', 'Room 2'; null: it has no rooms, or the student waits for one. */
  place: string | null;
}

/**
 * Returns the rooms in which students of a session may sit: special rooms for those with a special
 * place, the other rooms for the rest. Names several rooms together: none is assigned to a student.
 */
export const listPlaceNames = (sql: Sql, sessionId: number): Promise<NamedPlace[]> =>
  sql.many<NamedPlace>`
    SELECT p.student_id, (
      SELECT string_agg(COALESCE(m.name, 'Room ' || r.room_id), ' or ' ORDER BY m.name, r.room_id)
      FROM session_room r LEFT JOIN room_copy m ON m.id = r.room_id
      WHERE r.session_id = p.session_id AND r.special = (p.takes = 'special')
        AND p.takes <> 'nothing') AS place
    FROM student_session p WHERE p.session_id = ${sessionId} ORDER BY p.student_id`;
