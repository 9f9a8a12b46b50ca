import type { Invariants } from '@portal/kit/sweep';

/** What must hold whatever died meanwhile. Swept as a metric. */
export const invariants: Invariants = {
  'no more of a payment is given back than was paid': (sql) => sql.many`
    SELECT paid.id FROM study_payment paid JOIN study_payment back ON back.refund_of = paid.id
    GROUP BY paid.id, paid.amount_cents HAVING paid.amount_cents + sum(back.amount_cents) < 0`,
  'an interest that is taken is being worked on': (sql) => sql.many`
    SELECT id FROM student_program program WHERE busy_with IS NOT NULL
      AND NOT EXISTS (SELECT FROM process WHERE process.id = program.busy_with AND process.status = 'running')`,
};
