import type { Sql } from '../database/database.ts';
import { type Activity, type AuditRow, activitiesOf } from './activity.ts';

/** Most students of one request: as many as a search gives. */
const MAX_STUDENTS = 200;
/** Most rows that are read of one student: far more than a person leaves in years. */
const MAX_ROWS = 2000;

/**
 * Returns the user activity history of these students' records that are called `table` in the
 * audit, the last change first: by ids, which concurrent changes of a row get under its lock.
 * `recordsOf` gives the ids of the records that a row is about.
 */
export async function listActivity(
  sql: Sql,
  table: string,
  studentIds: readonly number[],
  recordsOf: (row: AuditRow) => readonly number[],
): Promise<Activity[]> {
  const rows = await sql.many<AuditRow>`
    SELECT line.at, line.actor_kind, line.actor_name, line.op, line.table_name, line.row_id,
      line.change
    FROM unnest(${studentIds.slice(0, MAX_STUDENTS)}::bigint[]) AS student (id)
    CROSS JOIN LATERAL (
      SELECT audit.id, audit.at, audit.actor_kind, audit.actor_name, audit.op, audit.table_name,
        audit.row_id, audit.change
      FROM audit WHERE audit.student_id = student.id AND audit.table_name = ${table}
      ORDER BY audit.id DESC LIMIT ${MAX_ROWS}) AS line
    ORDER BY line.id DESC`;
  return activitiesOf(rows, recordsOf);
}

/** Returns the record whose id the audit row holds. */
export const ownRecord = ({ rowId }: AuditRow): readonly number[] => {
  const id = Number(rowId);
  return Number.isSafeInteger(id) ? [id] : [];
};
