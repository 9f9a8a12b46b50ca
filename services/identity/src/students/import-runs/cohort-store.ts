import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

type Cohort = Pick<tables.Student, 'schoolId' | 'cohort' | 'dob' | 'last4Ssn'>;

/**
 * Reads the fields on which a change of a student's cohort depends, locked until the transaction
 * ends.
 */
export const readCohort = (sql: Sql, studentId: number): Promise<Cohort | undefined> =>
  sql.maybe<Cohort>`
    SELECT school_id, cohort, dob, last4_ssn FROM student WHERE id = ${studentId} FOR UPDATE`;

/** Puts a student into a cohort, or into none, and gives the new version of the record. */
export async function writeCohort(
  sql: Sql,
  studentId: number,
  cohort: string | null,
  by: string,
  now: Date,
): Promise<number> {
  const { version } = await sql.one<Pick<tables.Student, 'version'>>`
    UPDATE student SET cohort = ${cohort}, version = version + 1, last_change = ${now},
      last_change_by = ${by}
    WHERE id = ${studentId} RETURNING version`;
  return version;
}
