import type { Sql } from '@portal/kit/database/database';
import type { Person } from '@portal/kit/personal-data/export-student';
import type { PersonalTable } from '@portal/proto/portal/personal_data/v1/personal_data';
import type * as tables from '../../../prisma/tables.ts';

type Facts = Pick<
  tables.DataRequest,
  'id' | 'studentId' | 'forOffice' | 'reason' | 'askedAt' | 'until'
>;
export interface RequestRow extends Facts {
  /** First and last name. */
  student: string;
  /** Real name of staff; empty: the student. */
  askedBy: string;
}

const MAX_OF_STUDENT = 50;

/** Returns when the office or the student last requested an export about a student. */
export const lastRequest = (
  sql: Sql,
  studentId: number,
  forOffice: boolean,
): Promise<Pick<tables.DataRequest, 'askedAt'> | undefined> =>
  sql.maybe<Pick<tables.DataRequest, 'askedAt'>>`
    SELECT asked_at FROM data_request
    WHERE student_id = ${studentId} AND for_office = ${forOffice}
    ORDER BY asked_at DESC LIMIT 1`;

/** Notes a request under the id of its process. */
export async function insertRequest(
  sql: Sql,
  {
    id,
    studentId,
    reason,
    askedById,
    askedBy,
    askedAt,
  }: Pick<tables.DataRequest, 'id' | 'studentId' | 'reason' | 'askedById' | 'askedBy' | 'askedAt'>,
): Promise<void> {
  await sql.run`
    INSERT INTO data_request (id, student_id, for_office, reason, asked_by_id, asked_by, asked_at)
    VALUES (${id}, ${studentId}, ${reason !== null}, ${reason}, ${askedById}, ${askedBy},
      ${askedAt})`;
}

export const deleteRequest = (sql: Sql, id: string): Promise<number> =>
  sql.run`DELETE FROM data_request WHERE id = ${id}`;

/** Keeps what one service gave; once more replaces it. */
export async function keepPart(
  sql: Sql,
  requestId: string,
  service: string,
  given: readonly PersonalTable[],
): Promise<void> {
  const sent = JSON.stringify(given.map(({ name, rows }) => ({ name, rows: JSON.parse(rows) })));
  await sql.run`
    INSERT INTO data_request_part (request_id, service, tables)
    VALUES (${requestId}, ${service}, ${sent}::jsonb)
    ON CONFLICT (request_id, service) DO UPDATE SET tables = EXCLUDED.tables`;
}

export async function noteReady(sql: Sql, id: string, at: Date, until: Date): Promise<void> {
  await sql.run`UPDATE data_request SET ready_at = ${at}, until = ${until} WHERE id = ${id}`;
}

export const findRequest = (sql: Sql, id: string): Promise<RequestRow | undefined> =>
  sql.maybe<RequestRow>`
    SELECT r.id, r.student_id, r.for_office, r.reason, r.asked_at, r.until,
      s.first_name || ' ' || s.last_name AS student,
      CASE WHEN r.for_office THEN COALESCE(u.real_name, r.asked_by) ELSE '' END AS asked_by
    FROM data_request r JOIN student s ON s.id = r.student_id
      LEFT JOIN staff_user u ON r.for_office AND u.id = r.asked_by_id
    WHERE r.id = ${id}
    -- never null: student, asked_by`;

/** Requests about a student, the newest first; without those of the office for the student. */
export const listOfStudent = (
  sql: Sql,
  studentId: number,
  withOffice: boolean,
): Promise<RequestRow[]> => sql.many<RequestRow>`
  SELECT r.id, r.student_id, r.for_office, r.reason, r.asked_at, r.until,
    s.first_name || ' ' || s.last_name AS student,
    CASE WHEN r.for_office THEN COALESCE(u.real_name, r.asked_by) ELSE '' END AS asked_by
  FROM data_request r JOIN student s ON s.id = r.student_id
    LEFT JOIN staff_user u ON r.for_office AND u.id = r.asked_by_id
  WHERE r.student_id = ${studentId} AND (${withOffice}::boolean OR NOT r.for_office)
  ORDER BY r.asked_at DESC, r.id DESC LIMIT ${MAX_OF_STUDENT}
  -- never null: student, asked_by`;

interface Part {
  service: string;
  tables: { name: string; rows: unknown }[];
}

/** Reads the data that the services returned. */
export const readParts = (sql: Sql, requestId: string): Promise<Part[]> => sql.many<Part>`
  SELECT service, tables FROM data_request_part WHERE request_id = ${requestId} ORDER BY service`;

/**
 * Returns the keys that find the rows about a student. Leaves out addresses that another student or
 * account has as well: mail to them may be about the other.
 */
export async function findPerson(sql: Sql, studentId: number): Promise<Person> {
  const { ttiStudentId, emails } = await sql.one<{
    ttiStudentId: string;
    emails: string[];
  }>`
    SELECT COALESCE(s.tti_student_id, '') AS tti_student_id, ARRAY(
      SELECT DISTINCT lower(known.email)
      FROM (
        SELECT s.email
        UNION ALL SELECT a.email FROM student_account a WHERE a.student_id = s.id
        UNION ALL SELECT t.mailed_to FROM token t WHERE t.student_id = s.id) AS known (email)
      WHERE known.email IS NOT NULL
        AND NOT EXISTS (SELECT FROM student other
          WHERE lower(other.email) = lower(known.email) AND other.id <> s.id)
        AND NOT EXISTS (SELECT FROM student_account other
          WHERE lower(other.email) = lower(known.email) AND other.student_id <> s.id)) AS emails
    FROM student s WHERE s.id = ${studentId}
    -- never null: tti_student_id, emails`;
  return { studentId, emails, ttiStudentId };
}

/** Where to announce that a request is ready. */
export interface Requester {
  email: string;
  /** As a mail greets them. */
  name: string;
  language: string | null;
}

export const findStaffRequester = (sql: Sql, id: number): Promise<Requester | undefined> =>
  sql.maybe<Requester>`
    SELECT email, real_name AS name, NULL::text AS language FROM staff_user WHERE id = ${id}`;

export const findStudentRequester = (sql: Sql, id: number): Promise<Requester | undefined> =>
  sql.maybe<Requester>`
    SELECT a.email, s.first_name AS name, s.language
    FROM student s JOIN student_account a ON a.student_id = s.id WHERE s.id = ${id}`;

/** Drops the data of requests that are over. */
export const dropExpired = (sql: Sql, now: Date): Promise<number> => sql.run`
  DELETE FROM data_request_part WHERE request_id IN (
    SELECT id FROM data_request WHERE until < ${now})`;
