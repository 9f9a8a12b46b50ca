import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { SeminaryForm } from '../form/check-form.ts';
import type { SeminaryCourse, SeminaryStudent } from './seminary-student.ts';

/** All of them, the newest year first, then by name. */
export const listRecords = (sql: Sql): Promise<SeminaryStudent[]> =>
  sql.many<SeminaryStudent>`
    SELECT * FROM seminary_student_record
    ORDER BY seminary_year DESC, last_name, first_name, id`;

/** Returns the records with these ids; leaves unknown ones out. */
export const listRecordsById = (sql: Sql, ids: readonly number[]): Promise<SeminaryStudent[]> =>
  sql.many<SeminaryStudent>`
    SELECT * FROM seminary_student_record WHERE id = ANY (${[...ids]}::bigint[]) ORDER BY id`;

/** Returns the records with this birth date and these SSN digits. */
export const listRecordsOfPair = (
  sql: Sql,
  dob: string,
  last4Ssn: string,
): Promise<SeminaryStudent[]> =>
  sql.many<SeminaryStudent>`
    SELECT * FROM seminary_student_record WHERE last4_ssn = ${last4Ssn} AND dob = ${dob}
    ORDER BY seminary_year DESC, last_name, first_name, id`;

/** Returns the linked ones of these members, with their seminary students. */
export const listLinked = (
  sql: Sql,
  studentIds: readonly number[],
): Promise<{ studentId: number }[]> =>
  sql.many<{ studentId: number }>`
    SELECT student_id FROM seminary_student
    WHERE student_id = ANY (${[...studentIds]}::bigint[])
    -- never null: student_id (rows are found by it)`;

/** The exams of these seminary students, in the order of their papers. */
export const listCourses = (sql: Sql, ids: readonly number[]): Promise<SeminaryCourse[]> =>
  sql.many<SeminaryCourse>`
    SELECT seminary_student_id, exam_id, actual_taken_date, taken_date, grade, grade_comment
    FROM seminary_exam WHERE seminary_student_id = ANY (${[...ids]}::bigint[])
    ORDER BY seminary_student_id, actual_taken_date, exam_id`;

/**
 * Lets one transaction at a time look for and add a seminary student with this birth date and these
 * SSN digits (R-065).
 */
export async function lockPair(sql: Sql, dob: string, last4Ssn: string): Promise<void> {
  await sql.run`
    SELECT pg_advisory_xact_lock(hashtextextended(${`seminary pair ${dob} ${last4Ssn}`}, 0))`;
}

/** A seminary student, held until the transaction ends. */
export const lockRecord = async (sql: Sql, id: number): Promise<SeminaryStudent | undefined> => {
  await sql.run`SELECT 1 FROM seminary_student WHERE id = ${id} FOR UPDATE`;
  return (await listRecordsById(sql, [id]))[0];
};

/** Whether a seminary is one that students can be put at. */
export const isSeminaryOpen = async (sql: Sql, id: number): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS known FROM seminary WHERE id = ${id} AND active`) !== undefined;

/** Writes a new seminary student and gives the id. */
export async function insertRecord(
  sql: Sql,
  form: SeminaryForm,
  { jseId, by, now }: { jseId: string; by: string; now: Date },
): Promise<number> {
  const { id } = await sql.one<Pick<tables.SeminaryStudent, 'id'>>`
    INSERT INTO seminary_student (first_name, last_name, email, phone, last4_ssn, dob, address,
      city, state, zip, country, seminary_id, seminary_year, seminary_phone, seminary_email, jse_id,
      created_by, created_at)
    VALUES (${form.firstName}, ${form.lastName}, ${form.email}, ${form.phone}, ${form.last4Ssn},
      ${form.dob}, ${form.address}, ${form.city}, ${form.state}, ${form.zip}, ${form.country},
      ${form.seminaryId}, ${form.seminaryYear}, ${form.seminaryPhone}, ${form.seminaryEmail},
      ${jseId}, ${by}, ${now})
    RETURNING id`;
  return id;
}

/** Writes what may change of a seminary student. */
export async function updateRecord(sql: Sql, id: number, form: SeminaryForm): Promise<void> {
  await sql.run`
    UPDATE seminary_student
    SET first_name = ${form.firstName}, last_name = ${form.lastName}, email = ${form.email},
      phone = ${form.phone}, address = ${form.address}, city = ${form.city},
      state = ${form.state}, zip = ${form.zip}, country = ${form.country},
      seminary_id = ${form.seminaryId}, seminary_year = ${form.seminaryYear},
      seminary_phone = ${form.seminaryPhone}, seminary_email = ${form.seminaryEmail}
    WHERE id = ${id}`;
}
