import type { Sql } from '@portal/kit/database/database';
import type { OwnCharge, OwnPayment } from './what-differs.ts';

/**
 * Payments that took money since a moment, those that the processor names, and those of
 * registrations that are closed, with their charges.
 */
export function paymentsToCompare(
  sql: Sql,
  since: Date,
  transactionIds: readonly string[],
  registrationIds: readonly number[],
): Promise<OwnPayment[]> {
  return sql.many<
    Omit<OwnPayment, 'charges' | 'state'> & {
      state: OwnPayment['state'];
      charges: OwnCharge[];
    }
  >`
    SELECT payment.id, payment.invoice_number, payment.transaction_id, payment.state,
      payment.amount_cents, payment.captured_at,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', charge.id, 'typeId', charge.type_id,
          'registrationId', charge.registration_id, 'amountCents', charge.amount_cents,
          'leftCents', charge.amount_cents - charge.held_cents - charge.refunded_cents)
          ORDER BY charge.id), '[]')
        FROM charge WHERE charge.payment_id = payment.id) AS charges
    FROM payment
    WHERE payment.state IN ('captured', 'voided')
      AND (payment.captured_at >= ${since}
        OR payment.transaction_id = ANY(${[...transactionIds]}::text[])
        OR payment.id IN (SELECT payment_id FROM charge
          WHERE charge.registration_id = ANY(${[...registrationIds]}::bigint[])))
    ORDER BY payment.id
    -- never null: transaction_id, captured_at, charges (it took money)`;
}

/** Invoice numbers of payments whose end is not known yet. */
export async function unfinishedInvoices(sql: Sql): Promise<Set<string>> {
  const rows = await sql.many<{ invoiceNumber: string }>`
    SELECT invoice_number FROM payment WHERE state IN ('pending', 'unknown')`;
  return new Set(rows.map(({ invoiceNumber }) => invoiceNumber));
}

/** Those of these invoice numbers that are refunds of ours. */
export async function knownRefunds(sql: Sql, invoices: readonly string[]): Promise<Set<string>> {
  const rows = await sql.many<{ invoiceNumber: string }>`
    SELECT invoice_number FROM refund WHERE invoice_number = ANY(${[...invoices]}::text[])`;
  return new Set(rows.map(({ invoiceNumber }) => invoiceNumber));
}

/** Reads the spent credits of these registrations, and of all from an id on. */
export function spendingsToCompare(
  sql: Sql,
  registrationIds: readonly number[],
  completeFrom: number,
): Promise<{ registrationId: number; studentId: number; credits: number; isReturned: boolean }[]> {
  return sql.many`
    SELECT registration_id, student_id, credits, returned_at IS NOT NULL AS is_returned
    FROM spending
    WHERE registration_id = ANY(${[...registrationIds]}::bigint[])
      OR registration_id >= ${completeFrom}
    ORDER BY registration_id
    -- never null: is_returned`;
}

/** Returns those of these students who are in the projections. */
export async function knownStudents(sql: Sql, ids: readonly number[]): Promise<Set<number>> {
  const rows = await sql.many<{ id: number }>`
    SELECT id FROM student_copy WHERE id = ANY(${[...ids]}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}
