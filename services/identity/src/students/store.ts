import type { Sql } from '@portal/kit/database';
import { nameKey } from './name-key.ts';
import type { StudentForm } from './student.ts';

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
