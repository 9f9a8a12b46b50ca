import type { Sql } from '@portal/kit/database';

export interface StoredCard {
  ccId: string;
  customerProfileId: string;
  cardType: string;
  last4: string;
  name: string;
  expMonth: number;
  expYear: number;
}

/** Saved cards of a student, newest first. */
export async function cardsOf(sql: Sql, studentId: number): Promise<StoredCard[]> {
  return sql.many<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name, card.exp_month, card.exp_year
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.student_id = ${studentId} AND card.removed_at IS NULL ORDER BY card.saved_at DESC, card.cc_id DESC`;
}

/** Saved cards of many students, by student, newest first. */
export async function cardsOfStudents(sql: Sql, studentIds: readonly number[]): Promise<Map<number, StoredCard[]>> {
  const rows = await sql.many<StoredCard & { studentId: number }>`
    SELECT card.student_id, card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name, card.exp_month, card.exp_year
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.student_id = ANY (${[...studentIds]}::bigint[]) AND card.removed_at IS NULL ORDER BY card.saved_at DESC, card.cc_id DESC`;
  return Map.groupBy(rows, (row) => row.studentId);
}

/** A saved card, only when it is this student's. */
export async function cardOfStudent(sql: Sql, studentId: number, ccId: string): Promise<StoredCard | undefined> {
  return sql.maybe<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name, card.exp_month, card.exp_year
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.cc_id = ${ccId} AND card.student_id = ${studentId} AND card.removed_at IS NULL`;
}

/** The card that a process has saved already. */
export async function cardOfProcess(sql: Sql, processId: string): Promise<StoredCard | undefined> {
  return sql.maybe<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name, card.exp_month, card.exp_year
    FROM card JOIN card_customer customer USING (student_id) WHERE card.process_id = ${processId}`;
}

export async function customerOf(sql: Sql, studentId: number): Promise<string | undefined> {
  return (await sql.maybe<{ id: string }>`SELECT customer_profile_id AS id FROM card_customer WHERE student_id = ${studentId}`)?.id;
}

export async function keepCustomer(sql: Sql, studentId: number, customerProfileId: string): Promise<void> {
  await sql.run`
    INSERT INTO card_customer (student_id, customer_profile_id) VALUES (${studentId}, ${customerProfileId})
    ON CONFLICT (student_id) DO UPDATE SET customer_profile_id = excluded.customer_profile_id`;
}

/** Saves a card, or renews the entry of the same card. */
export async function upsertCard(sql: Sql, studentId: number, card: StoredCard, processId: string, at: Date): Promise<void> {
  await sql.run`
    INSERT INTO card (cc_id, student_id, card_type, last4, name, exp_month, exp_year, process_id, saved_at)
    VALUES (${card.ccId}, ${studentId}, ${card.cardType}, ${card.last4}, ${card.name}, ${card.expMonth}, ${card.expYear}, ${processId}, ${at})
    ON CONFLICT (cc_id) DO UPDATE SET card_type = excluded.card_type, last4 = excluded.last4, name = excluded.name, exp_month = excluded.exp_month,
      exp_year = excluded.exp_year, process_id = excluded.process_id, saved_at = excluded.saved_at, removed_at = NULL`;
}
