import type { Sql } from '@portal/kit/database';
import type { Student } from './student.ts';

export const findStudent = (sql: Sql, id: number): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE id = ${id}`;

export const findStudentByTtiId = (sql: Sql, ttiStudentId: string): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE tti_student_id = ${ttiStudentId}`;

/** Students by id; unknown ids are left out. */
export const listStudentsById = (sql: Sql, ids: number[]): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE id = ANY(${ids}::bigint[]) ORDER BY id`;

/** Who has this address, on record or as login, whatever its case. */
export const listStudentsOfEmail = (sql: Sql, email: string): Promise<Student[]> =>
  sql.many<Student>`
    SELECT * FROM student_record WHERE id IN (
      SELECT id FROM student WHERE lower(email) = lower(${email}) UNION SELECT student_id FROM student_account WHERE lower(email) = lower(${email}))
    ORDER BY id`;

/** Everybody above an id, in order. */
export const listStudentsAfter = (sql: Sql, id: number, limit: number): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE id > ${id} ORDER BY id LIMIT ${limit}`;
