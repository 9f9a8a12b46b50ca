import { sql } from '../../portal/databases.ts';

interface Charge {
  readonly payment_id: string;
  readonly school_id: string | null;
  readonly amount_cents: string;
}

/**
 * Describes kept charges of a school without exactly one row of the same sum in its account, and
 * rows without a charge.
 */
export async function schoolPaymentsThatDiffer(): Promise<string[]> {
  const [charges, rows] = await Promise.all([
    sql<Charge>(
      'payments',
      `SELECT p.id AS payment_id, p.school_id, p.amount_cents FROM payment p
       JOIN charge c ON c.payment_id = p.id
       WHERE c.type_id = '5' AND p.state = 'captured' AND NOT EXISTS (SELECT FROM refund
         WHERE refund.payment_id = p.id AND refund.cause = 'not_recorded')`,
    ),
    sql<Charge>(
      'schools',
      `SELECT e.payment_id, e.school_id, l.amount_cents FROM balance_entry e
       JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
       WHERE e.kind = 'card_payment'`,
    ),
  ]);
  const entered = Map.groupBy(rows, ({ payment_id }) => payment_id);
  const known = new Set(charges.map(({ payment_id }) => payment_id));
  const isOf = (charge: Charge, row: Charge) =>
    row.school_id === charge.school_id && row.amount_cents === charge.amount_cents;
  return [
    ...charges
      .filter((charge) => {
        const own = entered.get(charge.payment_id) ?? [];
        return own.length !== 1 || !own.every((row) => isOf(charge, row));
      })
      .map(({ payment_id }) => `school payments: charge ${payment_id} is not in the account once`),
    ...rows
      .filter(({ payment_id }) => !known.has(payment_id))
      .map(({ payment_id }) => `school payments: payment ${payment_id} was never captured`),
  ];
}
