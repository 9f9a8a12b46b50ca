import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { findStudent } from './find-students.ts';
import { nameKey } from './name-key.ts';
import type { Student, StudentForm } from './student.ts';

export interface NewStudent extends StudentForm {
  /** 0 for the next free one. */
  id: number;
  membershipTypeId: number;
}

/** Writes a new person and gives the id; the JSE id comes from its own sequence. */
export async function insertStudent(
  sql: Sql,
  student: NewStudent,
  by: string,
  today: string,
  now: Date,
): Promise<number> {
  const { firstName, lastName, maidenName } = student;
  const { id } = await sql.one<Pick<tables.Student, 'id'>>`
    INSERT INTO student (id, first_name, last_name, maiden_name, first_name_key, last_name_key,
      maiden_name_key, dob, last4_ssn, gender, email, cellphone, phone, address, city, state, zip,
      country, college_id, school_id, cohort, membership_type_id, accommodations,
      accommodations_approved_by, accommodations_approved_on, is_for_school, jse_id, tti_student_id,
      is_tti_member, created_on, created_by)
    VALUES (coalesce(nullif(${student.id}::bigint, 0),
      nextval(pg_get_serial_sequence('student', 'id'))), ${firstName}, ${lastName}, ${maidenName},
      ${nameKey(firstName)}, ${nameKey(lastName)}, ${maidenName && nameKey(maidenName)},
      ${student.dob}, ${student.last4Ssn}, ${student.gender}, ${student.email},
      ${student.cellphone}, ${student.phone}, ${student.address}, ${student.city}, ${student.state},
      ${student.zip}, ${student.country}, ${student.collegeId}, ${student.schoolId},
      ${student.cohort}, ${student.membershipTypeId}, ${student.accommodations},
      ${student.accommodationsApprovedBy}, ${student.accommodations === null ? null : today},
      ${student.isForSchool}, nextval('jse_number')::text, ${student.ttiStudentId},
      ${student.isTtiMember}, ${now}, ${by})
    RETURNING id`;
  return id;
}

/** A record, held until the transaction ends. */
export async function lockStudent(sql: Sql, id: number): Promise<Student | undefined> {
  await sql.run`SELECT 1 FROM student WHERE id = ${id} FOR UPDATE`;
  return findStudent(sql, id);
}

interface Change {
  /** Accommodations or who approved them are not what they were. */
  isApprovalNew: boolean;
  by: string;
  today: string;
  now: Date;
}

/** Writes the fields of a form into a record, and gives its new version.. */
export async function updateStudent(
  sql: Sql,
  student: NewStudent,
  { isApprovalNew, by, today, now }: Change,
): Promise<number> {
  const { firstName, lastName, maidenName } = student;
  const approvedOn = student.accommodations === null ? null : today;
  const { version } = await sql.one<Pick<tables.Student, 'version'>>`
    UPDATE student SET first_name = ${firstName}, last_name = ${lastName},
      maiden_name = ${maidenName}, first_name_key = ${nameKey(firstName)},
      last_name_key = ${nameKey(lastName)}, maiden_name_key = ${maidenName && nameKey(maidenName)},
      dob = ${student.dob}, last4_ssn = ${student.last4Ssn}, gender = ${student.gender},
      email = ${student.email}, cellphone = ${student.cellphone}, phone = ${student.phone},
      address = ${student.address}, city = ${student.city}, state = ${student.state},
      zip = ${student.zip}, country = ${student.country}, college_id = ${student.collegeId},
      school_id = ${student.schoolId}, cohort = ${student.cohort},
      membership_type_id = ${student.membershipTypeId}, accommodations = ${student.accommodations},
      accommodations_approved_by = ${student.accommodationsApprovedBy},
      accommodations_approved_on = CASE WHEN ${isApprovalNew}::boolean THEN ${approvedOn}::date
        ELSE accommodations_approved_on END,
      is_for_school = ${student.isForSchool}, version = version + 1, last_change = ${now},
      last_change_by = ${by}
    WHERE id = ${student.id} RETURNING version`;
  return version;
}
