import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Student } from './student.ts';

export const findStudent = (sql: Sql, id: number): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE id = ${id}`;

export const findStudentByTtiId = (sql: Sql, ttiStudentId: string): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE tti_student_id = ${ttiStudentId}`;

export const findStudentByJseId = (sql: Sql, jseId: string): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE jse_id = ${jseId}`;

/** Students by id; unknown ids are left out. */
export const listStudentsById = (sql: Sql, ids: number[]): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE id = ANY(${ids}::bigint[]) ORDER BY id`;

/** A student as a report prints one. */
export interface StudentDetails
  extends Pick<tables.Student, 'id' | 'firstName' | 'lastName' | 'last4Ssn' | 'dob' | 'email'> {
  phone: string | null;
}

/** Returns the details of these students for reports; leaves unknown ids out. */
export const listStudentDetails = (sql: Sql, ids: number[]): Promise<StudentDetails[]> =>
  sql.many<StudentDetails>`
    SELECT id, first_name, last_name, last4_ssn, dob, email, COALESCE(cellphone, phone) AS phone
    FROM student WHERE id = ANY(${ids}::bigint[])`;

/** Lists students with this address, on record or as login, in any case. */
export const listStudentsOfEmail = (sql: Sql, email: string): Promise<Student[]> =>
  sql.many<Student>`
    SELECT * FROM student_record WHERE id IN (
      SELECT id FROM student WHERE lower(email) = lower(${email})
      UNION SELECT student_id FROM student_account WHERE lower(email) = lower(${email}))
    ORDER BY id`;

/** Reads all students above an id, in order. */
export const listStudentsAfter = (sql: Sql, id: number, limit: number): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE id > ${id} ORDER BY id LIMIT ${limit}`;
