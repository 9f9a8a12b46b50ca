import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** A file on its way to the vendor. */
export interface Submission extends Pick<tables.HandIn, 'id' | 'registrationId' | 'fileName'> {
  studentAssignmentId: number;
}

/** Records that a file is about to go to the vendor; a job looks it up from `lookAt` on. */
export async function recordSubmission(
  sql: Sql,
  handIn: Submission,
  now: Date,
  lookAt: Date,
): Promise<void> {
  const { id, registrationId, studentAssignmentId, fileName } = handIn;
  await sql.run`
    INSERT INTO hand_in (id, registration_id, vendor_assignment_id, file_name, asked_at, look_at)
    VALUES (${id}, ${registrationId}, ${String(studentAssignmentId)}, ${fileName}, ${now},
      ${lookAt})`;
}

/** Ends a submission whose outcome is known. False: another transaction has ended it. */
export const endHandIn = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.run`DELETE FROM hand_in WHERE id = ${id}`) > 0;

/** Whether the vendor may have a file of a registration that is not recorded here. */
export const hasPendingSubmission = async (sql: Sql, registrationId: number): Promise<boolean> =>
  (await sql.maybe`
    SELECT 1 AS there FROM hand_in WHERE registration_id = ${registrationId} LIMIT 1`) !==
  undefined;

/**
 * Takes the submissions that no request waits for any more; another replica, or the next run, takes
 * them again from `againAt` on.
 */
export function takeUnrecordedSubmissions(
  sql: Sql,
  now: Date,
  againAt: Date,
  limit: number,
): Promise<(Submission & { studentId: number })[]> {
  return sql.many<Submission & Pick<tables.Registration, 'studentId'>>`
    UPDATE hand_in h SET look_at = ${againAt} FROM registration r
    WHERE r.id = h.registration_id AND h.id IN (
      SELECT id FROM hand_in WHERE look_at <= ${now} ORDER BY look_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    RETURNING h.id, h.registration_id, r.student_id,
      h.vendor_assignment_id::bigint AS student_assignment_id, h.file_name`;
}
