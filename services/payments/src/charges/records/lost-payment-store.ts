import type { Sql } from '@portal/kit/database/database';
import type { Account } from './account.ts';
import type { ChargeNote } from './charge-note.ts';

/** A charge that the processor has and the books lack. */
export interface LostPayment {
  note: ChargeNote;
  items: {
    typeId: string;
    description: string;
    amountCents: number;
    registrationId: number | null;
  }[];
  account: Account;
  transactionId: string;
  invoiceNumber: string;
  amountCents: number;
  submittedAt: Date;
  cardType: string | null;
  last4: string | null;
  customerProfileId: string | null;
  ccId: string | null;
}

/**
 * Writes a payment that the processor has and the books lack, as it was opened, under the id that
 * it had: others remember it by that. False when a payment has this id or invoice.
 */
export async function insertLostPayment(
  sql: Sql,
  charge: LostPayment,
  by: string,
): Promise<boolean> {
  const { note, items, account } = charge;
  const made = await sql.maybe`
    WITH opened AS (
      INSERT INTO payment (id, invoice_number, student_id, school_id, tti_student_id, account,
        purpose, amount_cents, cc_id, customer_profile_id, card_type, card_last4, attempted_at,
        created_by)
      VALUES (${note.paymentId}, ${charge.invoiceNumber}, ${note.studentId}, ${note.schoolId},
        ${note.ttiStudentId}, ${account}, ${note.purpose}, ${charge.amountCents}, ${charge.ccId},
        ${charge.customerProfileId}, ${charge.cardType}, ${charge.last4}, ${charge.submittedAt},
        ${by})
      ON CONFLICT DO NOTHING RETURNING id),
    rows AS (
      INSERT INTO charge (payment_id, type_id, description, amount_cents, registration_id,
        last_change_by)
      SELECT opened.id, part.type_id, part.description, part.amount_cents, part.registration_id,
        ${by}
      FROM opened, unnest(${items.map(({ typeId }) => typeId)}::text[],
        ${items.map(({ description }) => description)}::text[],
        ${items.map(({ amountCents }) => amountCents)}::bigint[],
        ${items.map(({ registrationId }) => registrationId)}::bigint[])
        AS part (type_id, description, amount_cents, registration_id))
    SELECT id FROM opened`;
  return made !== undefined;
}
