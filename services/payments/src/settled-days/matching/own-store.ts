import type { Sql } from '@portal/kit/database/database';
import type { Account } from '../../partners/merchant-account.ts';
import { beginOf, endOf } from './days.ts';
import type { LedgerEntry, ProcessorTransaction } from './match-day.ts';

type OwnRow = Omit<LedgerEntry, 'isAwaited'>;

/** Days on which what the books have must be settled: the one compared, and signed ones before. */
export interface Awaited {
  day: string;
  signedDays: ReadonlySet<string>;
}

/**
 * Returns the entries of the books that may match these transactions, and the charges and refunds
 * of the awaited days.
 */
export async function ownToMatch(
  sql: Sql,
  account: Account,
  there: readonly ProcessorTransaction[],
  { day, signedDays }: Awaited,
): Promise<LedgerEntry[]> {
  const transactions = there.map(({ transactionId }) => transactionId);
  const invoices = there.map(({ invoiceNumber }) => invoiceNumber);
  const days = [day, ...[...signedDays].filter((signed) => signed < day)];
  const begins = days.map((one) => beginOf(one));
  const ends = days.map((one) => endOf(one));
  const [payments, refunds, mends] = [
    await sql.many<OwnRow & { isAwaited: boolean }>`
      SELECT 'payment' AS type, p.id, p.id AS payment_id, p.student_id, p.transaction_id,
        p.invoice_number, p.amount_cents,
        CASE p.state WHEN 'captured' THEN 'moved' WHEN 'voided' THEN 'voided'
          WHEN 'declined' THEN 'not_moved' ELSE 'unfinished' END AS state,
        p.captured_at AS at, s.transaction_id AS settled_as,
        EXISTS (SELECT FROM unnest(${begins}::timestamptz[], ${ends}::timestamptz[])
          AS of (begins, ends)
          WHERE p.captured_at >= of.begins AND p.captured_at < of.ends) AS is_awaited
      FROM (
        SELECT id FROM payment WHERE transaction_id = ANY(${transactions}::text[])
        UNION SELECT id FROM payment WHERE invoice_number = ANY(${invoices}::text[])
        UNION SELECT captured.id
          FROM unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) AS of (begins, ends)
          JOIN payment captured
            ON captured.captured_at >= of.begins AND captured.captured_at < of.ends
      ) AS candidate
      JOIN payment p ON p.id = candidate.id AND p.account = ${account}
      LEFT JOIN settled_transaction s ON s.payment_id = p.id
      ORDER BY p.id
      -- never null: type, state, is_awaited`,
    await sql.many<OwnRow & { isAwaited: boolean }>`
      SELECT 'refund' AS type, r.id, r.payment_id, p.student_id, r.transaction_id,
        r.invoice_number, r.amount_cents,
        CASE WHEN r.state = 'done' THEN 'moved' WHEN r.state = 'voided' THEN 'voided'
          WHEN r.state = 'refused' AND r.look_at IS NULL THEN 'not_moved'
          ELSE 'unfinished' END AS state,
        r.done_at AS at, s.transaction_id AS settled_as,
        EXISTS (SELECT FROM unnest(${begins}::timestamptz[], ${ends}::timestamptz[])
          AS of (begins, ends)
          WHERE r.done_at >= of.begins AND r.done_at < of.ends) AS is_awaited
      FROM (
        SELECT id FROM refund WHERE transaction_id = ANY(${transactions}::text[])
        UNION SELECT id FROM refund WHERE invoice_number = ANY(${invoices}::text[])
        UNION SELECT made.id
          FROM unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) AS of (begins, ends)
          JOIN refund made ON made.done_at >= of.begins AND made.done_at < of.ends
      ) AS candidate
      JOIN refund r ON r.id = candidate.id
      JOIN payment p ON p.id = r.payment_id AND p.account = ${account}
      LEFT JOIN settled_transaction s ON s.refund_id = r.id
      ORDER BY r.id
      -- never null: type, state, is_awaited`,
    await sql.many<OwnRow>`
      SELECT 'mend' AS type, d.id, d.payment_id, d.student_id,
        d.refund_transaction_id AS transaction_id, d.refund_invoice AS invoice_number,
        abs(d.there_cents) AS amount_cents,
        CASE WHEN d.refund_transaction_id IS NULL THEN 'unfinished' ELSE 'moved' END AS state,
        d.changed_at AS at, s.transaction_id AS settled_as
      FROM payment_difference d
      LEFT JOIN settled_transaction s ON s.difference_id = d.id
      WHERE d.account = ${account} AND d.refund_invoice = ANY(${invoices}::text[])
      ORDER BY d.id
      -- never null: type, invoice_number, amount_cents, state (it was asked for)`,
  ];
  return [...payments, ...refunds, ...mends.map((mend) => ({ ...mend, isAwaited: false }))];
}
