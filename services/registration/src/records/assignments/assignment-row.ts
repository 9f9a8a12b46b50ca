import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { ProjectionMissing } from '../../projections/with-projections.ts';
import { lockRegistrations } from '../registrations/changing/lock-registrations.ts';
import type { RegistrationRow } from '../registrations/state/registration-row.ts';
import { registrationNotFound } from '../registrations/state/registration-rules.ts';

const COOPERSMITH = 3;

/** A registration with the data of exam and student that its vendor receives. */
export interface CourseRow extends RegistrationRow, Pick<tables.StudentProjection, 'email'> {
  subject: string | null;
  secularNumber: string | null;
  credits: number | null;
  firstName: string | null;
  lastName: string | null;
}

export interface CourseSelector {
  registrationId: number;
  studentId: number;
  examId?: number | undefined;
}

/**
 * Throws registration_not_found when the registration is cancelled, of another student or of
 * another exam. Throws ProjectionMissing.
 */
export async function readCourse(
  sql: Sql,
  { registrationId, studentId, examId }: CourseSelector,
): Promise<CourseRow> {
  const row = await sql.maybe<CourseRow>`
    SELECT r.*, e.subject, e.secular_number, e.credits, s.first_name, s.last_name, s.email
    FROM registration_seen r LEFT JOIN exam_copy e ON e.id = r.exam_id
    LEFT JOIN student_copy s ON s.id = r.student_id
    WHERE r.id = ${registrationId}`;
  const isIt =
    row?.studentId === studentId &&
    row.status !== 'cancelled' &&
    (examId === undefined || row.examId === examId);
  if (!row || !isIt) throw registrationNotFound();
  if (row.subject === null || row.firstName === null)
    throw new ProjectionMissing({ studentId, examId: row.examId });
  return row;
}

/** The same, locked with the others of its student until the transaction ends. */
export async function openCourse(sql: Sql, wanted: CourseSelector): Promise<CourseRow> {
  await lockRegistrations(sql, wanted.registrationId);
  return readCourse(sql, wanted);
}

/** The newest registration of a Coopersmith exam that the student has, cancelled ones left out. */
export async function courseOfExam(
  sql: Sql,
  studentId: number,
  examId: number,
): Promise<CourseRow | undefined> {
  const row = await sql.maybe<Pick<tables.Registration, 'id'>>`
    SELECT id FROM registration_seen
    WHERE student_id = ${studentId} AND exam_id = ${examId} AND vendor_id = ${COOPERSMITH}
      AND status <> 'cancelled'
    ORDER BY id DESC LIMIT 1`;
  return row && readCourse(sql, { registrationId: row.id, studentId });
}

/** Whether its assignments are listed and handed in here. R-200. */
export const hasAssignments = (
  row: Pick<RegistrationRow, 'vendorId' | 'hasAssignments'>,
): boolean => row.vendorId === COOPERSMITH && row.hasAssignments === true;
