import type { Sql } from '@portal/kit/database/database';

/** Rebuilds the figures from the ledger; the result equals the former rows. */
export async function rebuildFigures(sql: Sql): Promise<void> {
  await sql.run`LOCK TABLE balance_line IN SHARE ROW EXCLUSIVE MODE`;
  await sql.run`DELETE FROM balance_figure`;
  await sql.run`
    INSERT INTO balance_figure (school_id, day, cents)
    SELECT e.school_id, e.day, sum(l.amount_cents)::bigint
    FROM balance_line l JOIN balance_entry e ON e.id = l.entry_id
    WHERE l.account = 'balance' GROUP BY e.school_id, e.day`;
}
