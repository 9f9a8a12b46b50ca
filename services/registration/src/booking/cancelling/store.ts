import type { Sql } from '@portal/kit/database/database';

export async function noteAdditionalRefund(sql: Sql, id: number): Promise<void> {
  await sql.run`
    UPDATE registration SET additional_refunded_cents = additional_paid_cents WHERE id = ${id}`;
}
