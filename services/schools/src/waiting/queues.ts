import type { Queues, Waiting, WaitingThing } from '@portal/kit/waiting/queues';

/** Cents below which the balance of a school is low, until the office says otherwise (C-O65). */
const LOW_BALANCE_CENTS = 50_000;

/** A school that has less than that. */
type LowBalance = Pick<WaitingThing, 'since' | 'what' | 'why'> & {
  schoolId: number;
};

/** Work of schools that waits for the office. R-570. */
export const queues: Queues = {
  low_balances: {
    permission: 'school_balance.read',
    // the oldest moment is unknown: the ledger knows each change, not the limit at its time
    count: (sql) => sql.one<Waiting>`
      SELECT count(*)::integer AS count, NULL::timestamptz AS oldest
      FROM school s LEFT JOIN school_balance b ON b.school_id = s.id
      WHERE s.charge_school AND s.active
        AND COALESCE(b.balance_cents, 0)
          < COALESCE((SELECT low_balance_cents FROM balance_settings), ${LOW_BALANCE_CENTS})`,
    list: (sql, _now, limit) => sql.many<LowBalance>`
      SELECT NULL::timestamptz AS since, s.name AS what,
        'Balance ' || CASE WHEN b.balance_cents < 0 THEN '−' ELSE '' END
          || to_char(abs(COALESCE(b.balance_cents, 0)) / 100.0, 'FM$999,999,990.00') AS why,
        s.id AS school_id
      FROM school s LEFT JOIN school_balance b ON b.school_id = s.id
      WHERE s.charge_school AND s.active
        AND COALESCE(b.balance_cents, 0)
          < COALESCE((SELECT low_balance_cents FROM balance_settings), ${LOW_BALANCE_CENTS})
      ORDER BY COALESCE(b.balance_cents, 0), s.name LIMIT ${limit}
      -- never null: why`,
  },
};
