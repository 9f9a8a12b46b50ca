import type { Queues, Waiting, WaitingThing } from '@portal/kit/waiting/queues';

/** A refund that the processor refused, and whose it is. */
type RefusedRefund = Pick<WaitingThing, 'since' | 'what' | 'why'> & {
  studentId: number | null;
  schoolId: number | null;
};

/** A difference between the processor and the ledger. */
type OpenDifference = Pick<WaitingThing, 'since' | 'what' | 'why'> & { studentId: number | null };

/** The queues of this service that wait for the office. R-570. */
export const queues: Queues = {
  refunds_refused: {
    permission: 'number.read',
    count: (sql) => sql.one<Waiting>`
      SELECT count(*)::integer AS count, min(created_at) AS oldest
      FROM refund WHERE state IN ('open', 'asked') AND error IS NOT NULL`,
    // without amounts: those are for staff who may see revenue
    list: (sql, _now, limit) => sql.many<RefusedRefund>`
      SELECT refund.created_at AS since, charge.description AS what, refund.error AS why,
        payment.student_id, payment.school_id
      FROM refund JOIN payment ON payment.id = refund.payment_id
      JOIN charge ON charge.id = refund.charge_id
      WHERE refund.state IN ('open', 'asked') AND refund.error IS NOT NULL
      ORDER BY refund.created_at, refund.id LIMIT ${limit}
      -- never null: why (it is asked for)`,
  },
  differences_open: {
    permission: 'reconciliation.read',
    count: (sql) => sql.one<Waiting>`
      SELECT count(*)::integer AS count, min(found_at) AS oldest
      FROM payment_difference WHERE state = 'open'`,
    list: (sql, _now, limit) => sql.many<OpenDifference>`
      SELECT found_at AS since, day || ', ' || account AS what, replace(kind, '_', ' ') AS why,
        student_id
      FROM payment_difference WHERE state = 'open' ORDER BY found_at, id LIMIT ${limit}
      -- never null: what, why`,
  },
};
