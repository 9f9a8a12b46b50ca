import type { Sql } from '@portal/kit/database/database';
import { ProjectionMissing } from '../../../projections/with-projections.ts';
import type { Granted } from '../../../records/accommodations/exam-minutes.ts';
import { lockRegistrations } from '../../../records/registrations/changing/lock-registrations.ts';
import type { RegistrationRow } from '../../../records/registrations/state/registration-row.ts';
import { registrationNotFound } from '../../../records/registrations/state/registration-rules.ts';

/** A registration with the fields of exam and student that an online sitting needs. */
export interface OnlineRow extends RegistrationRow {
  /** A start link is in force; none right after the exam was opened again. */
  hasStartLink: boolean;
  subject: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Of all days; null: the student is not known yet. */
  granted: Granted[] | null;
}

/** The registration, and the student and exam that it must have; an absent field matches any. */
export interface SittingSelector {
  registrationId: number;
  studentId?: number | undefined;
  examId?: number | undefined;
}

const read = (sql: Sql, id: number) => sql.maybe<OnlineRow>`
  SELECT r.*, e.subject, s.first_name, s.last_name, s.accommodations AS granted,
    EXISTS (SELECT FROM start_token t WHERE t.registration_id = r.id AND t.ended_at IS NULL)
      AS has_start_link
  FROM registration_seen r
  LEFT JOIN exam_copy e ON e.id = r.exam_id
  LEFT JOIN student_copy s ON s.id = r.student_id
  WHERE r.id = ${id}`;

/** Throws registration_not_found if it is cancelled, of another student or of another exam. */
export async function readOnline(
  sql: Sql,
  { registrationId, studentId, examId }: SittingSelector,
): Promise<OnlineRow> {
  const row = await read(sql, registrationId);
  const isIt =
    row !== undefined &&
    row.status !== 'cancelled' &&
    (studentId === undefined || row.studentId === studentId) &&
    (examId === undefined || row.examId === examId);
  if (!isIt) throw registrationNotFound();
  return row;
}

/** The same, locked with the others of its student until the transaction ends. */
export async function openOnline(sql: Sql, wanted: SittingSelector): Promise<OnlineRow> {
  await lockRegistrations(sql, wanted.registrationId);
  return readOnline(sql, wanted);
}

/** Requires the exam's and student's data for partners and rules. Throws ProjectionMissing. */
export function withExam(row: OnlineRow): OnlineRow {
  if (row.subject === null || row.firstName === null)
    throw new ProjectionMissing({ studentId: row.studentId, examId: row.examId });
  return row;
}

/** Returns the student's fields for partners. */
export const studentOf = ({ studentId, firstName, lastName }: OnlineRow) => ({
  id: studentId,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
});
