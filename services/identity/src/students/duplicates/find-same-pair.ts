import type { Sql } from '@portal/kit/database/database';
import type { Student } from '../../records/students/student.ts';

/** Lists students with this birth date and these SSN digits (R-002, R-050). */
export const listStudentsOfPair = (sql: Sql, dob: string, last4Ssn: string): Promise<Student[]> =>
  sql.many<Student>`
    SELECT * FROM student_record WHERE dob = ${dob} AND last4_ssn = ${last4Ssn} ORDER BY id`;

/**
 * Lets one transaction at a time look for and add a student with this birth date and these SSN
 * digits (R-050).
 */
export async function lockPair(sql: Sql, dob: string, last4Ssn: string): Promise<void> {
  await sql.run`
    SELECT pg_advisory_xact_lock(hashtextextended(${`student pair ${dob} ${last4Ssn}`}, 0))`;
}

export interface SsnDobPair {
  dob: string;
  last4Ssn: string;
}

/** Lists students with one of these pairs, by id. */
export const listStudentsOfPairs = (sql: Sql, pairs: readonly SsnDobPair[]): Promise<Student[]> =>
  sql.many<Student>`
    SELECT * FROM student_record WHERE id IN (
      SELECT student.id
      FROM unnest(${pairs.map(({ dob }) => dob)}::date[],
        ${pairs.map(({ last4Ssn }) => last4Ssn)}::text[]) AS pair (dob, last4_ssn)
      JOIN student ON student.dob = pair.dob AND student.last4_ssn = pair.last4_ssn)
    ORDER BY id`;

/** Takes the next JSE id, for a person who is not on record. */
export async function takeJseId(sql: Sql): Promise<string> {
  const { jseId } = await sql.one<{ jseId: string }>`SELECT nextval('jse_number')::text AS jse_id`;
  return jseId;
}
