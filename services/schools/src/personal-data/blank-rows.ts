import type { Tx } from '@portal/kit/commands/command';
import type { Person } from '@portal/kit/personal-data/export-student';

/**
 * Removes the card of a student, their only personal data here; orders and ledger stay, by id
 * alone.
 */
export async function blankRows(tx: Tx, { studentId }: Person): Promise<void> {
  await tx.run`
    UPDATE bulk_student SET cc_id = NULL WHERE student_id = ${studentId} AND cc_id IS NOT NULL`;
}
