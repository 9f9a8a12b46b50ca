import type { Sql } from '@portal/kit/database';
import type { Student } from './student.ts';

/** Who has this birth date and these SSN digits (R-002, R-050). */
export const listStudentsOfPair = (sql: Sql, dob: string, last4Ssn: string): Promise<Student[]> =>
  sql.many<Student>`SELECT * FROM student_record WHERE dob = ${dob} AND last4_ssn = ${last4Ssn} ORDER BY id`;

/** Lets one transaction at a time look for and add a student with this birth date and these SSN digits (R-050). */
export async function lockPair(sql: Sql, dob: string, last4Ssn: string): Promise<void> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${`student pair ${dob} ${last4Ssn}`}, 0))`;
}
