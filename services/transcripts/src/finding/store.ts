import type { Sql } from '@portal/kit/database/database';

/** Returns those of TAL's references that results of the student have. */
export async function talReferencesOf(
  db: Sql,
  studentId: number,
  references: readonly string[],
): Promise<string[]> {
  const rows = await db.many<{ vendorReference: string }>`
    SELECT vendor_reference FROM exam_result
    WHERE student_id = ${studentId} AND vendor_id IN (1, 4)
      AND vendor_reference = ANY (${[...references]}::text[])
    -- never null: vendor_reference (rows are found by it)`;
  return rows.map(({ vendorReference }) => vendorReference);
}
