import type { Sql } from '@portal/kit/database/database';

// Recounts every day, once and when an operator requests it: reads whole tables.

export async function noteCount(sql: Sql, now: Date): Promise<void> {
  await sql.run`
    INSERT INTO figure_count (id, counted_at) VALUES (1, ${now})
    ON CONFLICT (id) DO UPDATE SET counted_at = excluded.counted_at`;
}

/** Counts card payments and refunds of every day. */
export async function countAllMoney(sql: Sql): Promise<void> {
  await sql.run`DELETE FROM figure_change`;
  await sql.run`DELETE FROM money_figure`;
  await sql.run`
    INSERT INTO money_figure (day, captured_cents, refunded_cents)
    SELECT (e.at AT TIME ZONE 'America/New_York')::date,
      COALESCE(sum(l.amount_cents) FILTER (WHERE e.kind = 'capture'), 0)::bigint,
      COALESCE(-sum(l.amount_cents) FILTER (WHERE e.kind <> 'capture'), 0)::bigint
    FROM money_entry e JOIN money_line l ON l.entry_id = e.id AND l.account = 'processor'
    GROUP BY 1`;
}
