import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** The facts of the email about an assigned package. */
export async function assignedFacts(
  sql: Sql,
  lotId: number,
): Promise<(Pick<tables.Lot, 'studentId'> & { name: string; credits: number }) | undefined> {
  return sql.maybe`
    SELECT student_id, coalesce(package_name, 'Credits') AS name, bought AS credits FROM lot
    WHERE id = ${lotId}`;
}
