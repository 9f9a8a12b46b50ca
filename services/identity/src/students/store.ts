import type { Sql } from '@portal/kit/database';
import { nameKey } from './name-key.ts';
import type { Student, StudentForm } from './student.ts';

export const findStudent = (sql: Sql, id: number): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE id = ${id}`;

export const findStudentByTtiId = (sql: Sql, ttiStudentId: string): Promise<Student | undefined> =>
  sql.maybe<Student>`SELECT * FROM student_record WHERE tti_student_id = ${ttiStudentId}`;

/** Students by id; unknown ids are left out. */
export const listStudentsById = (sql: Sql, ids: number[]): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE id = ANY(${ids}::bigint[]) ORDER BY id`;

/** Everybody above an id, in order. */
export const listStudentsAfter = (sql: Sql, id: number, limit: number): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE id > ${id} ORDER BY id LIMIT ${limit}`;

/** Whether a student has this birth date and these SSN digits, and who (R-002, R-050). */
export const listStudentsOfPair = (sql: Sql, dob: string, last4Ssn: string): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE dob = ${dob} AND last4_ssn = ${last4Ssn} ORDER BY id`;

/** Lets one transaction at a time look for and add a student with this birth date and these SSN digits (R-050). */
export async function lockPair(sql: Sql, dob: string, last4Ssn: string): Promise<void> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${`student pair ${dob} ${last4Ssn}`}, 0))`;
}

export interface NewStudent extends StudentForm {
  /** 0 for the next free one. */
  id: number;
  membershipTypeId: number;
}

/** Writes a new person and gives the id; the JSE id comes from its own sequence. */
export async function insertStudent(sql: Sql, student: NewStudent, by: string, today: string, now: Date): Promise<number> {
  const { firstName, lastName, maidenName } = student;
  const { id } = await sql.one<{ id: number }>`
    INSERT INTO student (id, first_name, last_name, maiden_name, first_name_key, last_name_key, maiden_name_key, dob, last4_ssn, gender, email,
      cellphone, phone, address, city, state, zip, country, college_id, school_id, cohort, membership_type_id, accommodations,
      accommodations_approved_by, accommodations_approved_on, is_for_school, jse_id, tti_student_id, is_tti_member, created_on, created_by)
    VALUES (coalesce(nullif(${student.id}::bigint, 0), nextval(pg_get_serial_sequence('student', 'id'))), ${firstName}, ${lastName}, ${maidenName},
      ${nameKey(firstName)}, ${nameKey(lastName)}, ${maidenName && nameKey(maidenName)}, ${student.dob}, ${student.last4Ssn}, ${student.gender},
      ${student.email}, ${student.cellphone}, ${student.phone}, ${student.address}, ${student.city}, ${student.state}, ${student.zip},
      ${student.country}, ${student.collegeId}, ${student.schoolId}, ${student.cohort}, ${student.membershipTypeId}, ${student.accommodations},
      ${student.accommodationsApprovedBy}, ${student.accommodations === null ? null : today}, ${student.isForSchool},
      nextval('jse_number')::text, ${student.ttiStudentId}, ${student.isTtiMember}, ${now}, ${by})
    RETURNING id`;
  return id;
}

/** Notes that a record was changed, and gives its new version; call it with every change. */
export async function touchStudent(sql: Sql, id: number, by: string, now: Date): Promise<number> {
  const { version } = await sql.one<{ version: number }>`
    UPDATE student SET version = version + 1, last_change = ${now}, last_change_by = ${by} WHERE id = ${id} RETURNING version`;
  return version;
}
