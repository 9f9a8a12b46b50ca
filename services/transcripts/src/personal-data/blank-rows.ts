import type { Tx } from '@portal/kit/commands/command';
import type { Person } from '@portal/kit/personal-data/export-student';

/** Removes what names a student here; results and invoices stay, by id alone. */
export async function blankRows(tx: Tx, { studentId }: Person): Promise<void> {
  await tx.run`UPDATE exam_result SET vendor_reference = NULL WHERE student_id = ${studentId}`;
  await tx.run`
    UPDATE transcript_request SET recipient = NULL, partner_reference = NULL, reference = NULL
    WHERE student_id = ${studentId}`;
  await tx.run`UPDATE tal_invoice_line SET tal_student_id = NULL WHERE student_id = ${studentId}`;
}
