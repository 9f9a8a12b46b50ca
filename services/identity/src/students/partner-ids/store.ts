import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { PartnerIds } from './partner.ts';

/** Reads the partner ids of a student; undefined for an unknown student. */
export const readPartnerIds = (sql: Sql, studentId: number): Promise<PartnerIds | undefined> =>
  sql.maybe<PartnerIds>`
    SELECT tal_id, ccc_id, tti_student_id AS tti_id, masped_id FROM student
    WHERE id = ${studentId}`;

/** Reads them and locks the student until the transaction ends. */
export const lockPartnerIds = (sql: Sql, studentId: number): Promise<PartnerIds | undefined> =>
  sql.maybe<PartnerIds>`
    SELECT tal_id, ccc_id, tti_student_id AS tti_id, masped_id FROM student WHERE id = ${studentId}
    FOR UPDATE`;

/** Finds another student who has one of these ids. */
export const findHolder = (
  sql: Sql,
  studentId: number,
  { talId, cccId, ttiId, maspedId }: PartnerIds,
): Promise<Pick<tables.Student, 'firstName' | 'lastName'> | undefined> =>
  sql.maybe<Pick<tables.Student, 'firstName' | 'lastName'>>`
    SELECT first_name, last_name FROM student
    WHERE id <> ${studentId} AND (tal_id = ${talId} OR ccc_id = ${cccId}
      OR tti_student_id = ${ttiId} OR masped_id = ${maspedId})
    LIMIT 1`;

export async function writePartnerIds(
  sql: Sql,
  studentId: number,
  { talId, cccId, ttiId, maspedId }: PartnerIds,
): Promise<void> {
  await sql.run`
    UPDATE student SET tal_id = ${talId}, ccc_id = ${cccId}, tti_student_id = ${ttiId},
      masped_id = ${maspedId}
    WHERE id = ${studentId}`;
}
