import { type Call, inTransaction } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';

const studentNotFound = () => domainError('student_not_found', 'No student found');

/**
 * Returns the vendors' ids of a student; null for vendors without a record of the student. Refuses
 * with student_not_found.
 */
export async function getVendorIds(
  { db }: Pick<Call, 'db'>,
  studentId: number,
): Promise<{ cccId: string | null }> {
  const row = await db.maybe<
    Pick<tables.Student, 'cccId'>
  >`SELECT ccc_id FROM student WHERE id = ${studentId}`;
  if (!row) throw studentNotFound();
  return row;
}

export interface VendorIds extends Pick<tables.Student, 'talId' | 'cccId'> {
  studentId: number;
}

/** Returns the vendors' ids of each of these students; leaves unknown ones out. */
export const listVendorIds = (
  { db }: Pick<Call, 'db'>,
  studentIds: readonly number[],
): Promise<VendorIds[]> =>
  db.many<VendorIds>`
    SELECT id AS student_id, tal_id, ccc_id FROM student WHERE id = ANY (${studentIds}::bigint[])
    ORDER BY id LIMIT 1000`;

/** The students with these JSE ids; unknown ones are left out. */
export const findByJseIds = (
  { db }: Pick<Call, 'db'>,
  jseIds: readonly string[],
): Promise<{ jseId: string; studentId: number }[]> =>
  db.many`
    SELECT jse_id, id AS student_id FROM student WHERE jse_id = ANY (${jseIds}::text[])
    ORDER BY id LIMIT 20000`;

/**
 * Stores the id that Coopersmith has given, unless one is stored already. Returns the stored one.
 * Refuses with student_not_found.
 */
export async function keepCccId(
  call: Call,
  { studentId, cccId }: { studentId: number; cccId: string },
): Promise<string> {
  if (cccId === '') throw domainError('malformed');
  return inTransaction(call, 'keepCccId', async (tx) => {
    const kept =
      await tx.run`UPDATE student SET ccc_id = ${cccId} WHERE id = ${studentId} AND ccc_id IS NULL`;
    if (kept > 0)
      tx.audit({
        op: 'update',
        table: 'student',
        id: studentId,
        studentId,
        change: { cccId: [null, cccId] },
      });
    const row = await tx.maybe<Pick<tables.Student, 'cccId'>>`
      SELECT ccc_id FROM student WHERE id = ${studentId}`;
    if (!row?.cccId) throw studentNotFound();
    return row.cccId;
  });
}
