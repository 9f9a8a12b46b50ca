import type { Invariants } from '@portal/kit/commands/sweep';

/** Invariants that hold after any crash. Swept as a metric. */
export const invariants: Invariants = {
  'both sides of an entry of a balance sum to zero': (sql) => sql.many`
    SELECT entry.id FROM balance_entry entry LEFT JOIN balance_line line ON line.entry_id = entry.id
    GROUP BY entry.id HAVING sum(line.amount_cents) IS DISTINCT FROM 0`,
  'the balance of a school is the sum of its entries': (sql) => sql.many`
    SELECT balance.school_id FROM school_balance balance LEFT JOIN (
      SELECT entry.school_id, sum(line.amount_cents) AS cents FROM balance_entry entry
      JOIN balance_line line ON line.entry_id = entry.id AND line.account = 'balance'
      GROUP BY entry.school_id) AS ledger USING (school_id)
    WHERE balance.balance_cents <> coalesce(ledger.cents, 0)`,
  'a balance below zero was corrected': (sql) => sql.many`
    SELECT school_id FROM school_balance balance WHERE balance_cents < 0
      AND NOT EXISTS (SELECT FROM balance_entry
        WHERE school_id = balance.school_id AND kind = 'correction')`,
  'a balance is given back what it gave': (sql) => sql.many`
    SELECT back.id FROM balance_entry back JOIN balance_line gained ON gained.entry_id = back.id
      AND gained.account = 'balance'
      LEFT JOIN balance_entry taken ON taken.registration_id = back.registration_id
        AND taken.kind = 'registration'
      LEFT JOIN balance_line lost ON lost.entry_id = taken.id AND lost.account = 'balance'
    WHERE back.kind = 'cancelled' AND gained.amount_cents + lost.amount_cents IS DISTINCT FROM 0`,
  'money that came in by card has its charge, other money has none': (sql) => sql.many`
    SELECT id FROM balance_entry WHERE (kind = 'card_payment') <> (payment_id IS NOT NULL)`,
  'a school that is being paid for is paid for by a process': (sql) => sql.many`
    SELECT school_id FROM paying_school
    WHERE NOT EXISTS (SELECT FROM process
      WHERE process.id = paying_school.process_id AND process.status IN ('running', 'dead'))`,
  'a run that is not over is being worked on': (sql) => sql.many`
    SELECT id FROM bulk_run run WHERE finished_at IS NULL AND process_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM process
        WHERE process.id = run.process_id AND process.status IN ('running', 'dead'))`,
};
