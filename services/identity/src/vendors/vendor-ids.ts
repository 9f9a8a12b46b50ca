import { type Call, inTransaction } from '@portal/kit/command';
import { malformed, notFound } from '@portal/kit/errors';

const studentNotFound = () => notFound('student_not_found', 'No student found');

/** What the vendors call a student; null where none has a record of her. Refuses with student_not_found. */
export async function getVendorIds({ db }: Pick<Call, 'db'>, studentId: number): Promise<{ cccId: string | null }> {
  const row = await db.maybe<{ cccId: string | null }>`SELECT ccc_id FROM student WHERE id = ${studentId}`;
  if (!row) throw studentNotFound();
  return row;
}

/** Keeps the id that Coopersmith has given; one that is kept already stands. Answers the one that stands. Refuses with student_not_found. */
export async function keepCccId(call: Call, { studentId, cccId }: { studentId: number; cccId: string }): Promise<string> {
  if (cccId === '') throw malformed('malformed', 'An id is needed.');
  return inTransaction(call, 'keepCccId', async (tx) => {
    const kept = await tx.run`UPDATE student SET ccc_id = ${cccId} WHERE id = ${studentId} AND ccc_id IS NULL`;
    if (kept > 0) tx.audit({ op: 'update', table: 'student', id: studentId, studentId, change: { cccId: [null, cccId] } });
    const row = await tx.maybe<{ cccId: string }>`SELECT ccc_id FROM student WHERE id = ${studentId}`;
    if (!row) throw studentNotFound();
    return row.cccId;
  });
}
