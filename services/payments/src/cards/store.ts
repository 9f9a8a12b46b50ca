import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

export interface StoredCard
  extends Pick<tables.Card, 'ccId' | 'cardType' | 'last4' | 'name' | 'expMonth' | 'expYear'>,
    Pick<tables.CardCustomer, 'customerProfileId'> {
  /** The student chose it to be offered first. */
  isDefault: boolean;
}

/** Saved cards of a student, newest first. */
export async function cardsOf(sql: Sql, studentId: number): Promise<StoredCard[]> {
  return sql.many<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name,
      card.exp_month, card.exp_year, customer.default_cc_id IS NOT DISTINCT FROM card.cc_id
      AS is_default
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.student_id = ${studentId} AND card.removed_at IS NULL
    ORDER BY card.saved_at DESC, card.cc_id DESC`;
}

/** Saved cards of many students, by student, newest first. */
export async function cardsOfStudents(
  sql: Sql,
  studentIds: readonly number[],
): Promise<Map<number, StoredCard[]>> {
  const rows = await sql.many<StoredCard & Pick<tables.Card, 'studentId'>>`
    SELECT card.student_id, card.cc_id, customer.customer_profile_id, card.card_type, card.last4,
      card.name, card.exp_month, card.exp_year,
      customer.default_cc_id IS NOT DISTINCT FROM card.cc_id AS is_default
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.student_id = ANY (${[...studentIds]}::bigint[]) AND card.removed_at IS NULL
    ORDER BY card.saved_at DESC, card.cc_id DESC`;
  return Map.groupBy(rows, (row) => row.studentId);
}

/** A saved card, only when it is this student's; it is not removed before this transaction ends. */
export async function cardOfStudent(
  sql: Sql,
  studentId: number,
  ccId: string,
): Promise<StoredCard | undefined> {
  return sql.maybe<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name,
      card.exp_month, card.exp_year, customer.default_cc_id IS NOT DISTINCT FROM card.cc_id
      AS is_default
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.cc_id = ${ccId} AND card.student_id = ${studentId} AND card.removed_at IS NULL
    FOR SHARE OF card`;
}

/** The card that a process has saved already. */
export async function cardOfProcess(sql: Sql, processId: string): Promise<StoredCard | undefined> {
  return sql.maybe<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name,
      card.exp_month, card.exp_year, customer.default_cc_id IS NOT DISTINCT FROM card.cc_id
      AS is_default
    FROM card JOIN card_customer customer USING (student_id) WHERE card.process_id = ${processId}`;
}

export async function customerOf(sql: Sql, studentId: number): Promise<string | undefined> {
  return (
    await sql.maybe<{
      id: string;
    }>`SELECT customer_profile_id AS id FROM card_customer WHERE student_id = ${studentId}`
  )?.id;
}

export async function keepCustomer(
  sql: Sql,
  studentId: number,
  customerProfileId: string,
): Promise<void> {
  await sql.run`
    INSERT INTO card_customer (student_id, customer_profile_id)
    VALUES (${studentId}, ${customerProfileId})
    ON CONFLICT (student_id) DO UPDATE SET customer_profile_id = excluded.customer_profile_id`;
}

/**
 * Saves a card, or renews the entry of the same card; returns whether it is the default, undefined
 * when it has been removed: a removed profile never comes back, the processor gives the same card a
 * new one.
 */
export async function upsertCard(
  sql: Sql,
  studentId: number,
  card: Omit<StoredCard, 'isDefault'>,
  processId: string,
  at: Date,
): Promise<{ isDefault: boolean } | undefined> {
  return sql.maybe<{ isDefault: boolean }>`
    INSERT INTO card (cc_id, student_id, card_type, last4, name, exp_month, exp_year, process_id,
      saved_at)
    VALUES (${card.ccId}, ${studentId}, ${card.cardType}, ${card.last4}, ${card.name},
      ${card.expMonth}, ${card.expYear}, ${processId}, ${at})
    ON CONFLICT (cc_id) DO UPDATE SET card_type = excluded.card_type, last4 = excluded.last4,
      name = excluded.name, exp_month = excluded.exp_month, exp_year = excluded.exp_year,
      process_id = excluded.process_id, saved_at = excluded.saved_at
      WHERE card.removed_at IS NULL
    RETURNING EXISTS (SELECT FROM card_customer WHERE default_cc_id = cc_id
      AND card_customer.student_id = card.student_id) AS is_default`;
}

/**
 * A saved card of this student, locked until the transaction ends against being charged, removed or
 * chosen; undefined when it is not there.
 */
export async function lockCard(
  sql: Sql,
  studentId: number,
  ccId: string,
): Promise<StoredCard | undefined> {
  await sql.run`SELECT 1 AS locked FROM card_customer WHERE student_id = ${studentId} FOR UPDATE`;
  return sql.maybe<StoredCard>`
    SELECT card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name,
      card.exp_month, card.exp_year, customer.default_cc_id IS NOT DISTINCT FROM card.cc_id
      AS is_default
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.cc_id = ${ccId} AND card.student_id = ${studentId} AND card.removed_at IS NULL
    FOR UPDATE OF card`;
}

/**
 * Whether a payment of this student is under way that is made with this card, or with a new one
 * that may be the same.
 */
export async function isBeingCharged(sql: Sql, studentId: number, ccId: string): Promise<boolean> {
  return (
    (await sql.maybe`
      SELECT 1 AS open FROM payment
      WHERE student_id = ${studentId} AND state IN ('pending', 'unknown')
        AND (cc_id IS NULL OR cc_id = ${ccId}) LIMIT 1`) !== undefined
  );
}

/** Takes a card off the student's list; the default one leaves none. */
export async function markRemoved(
  sql: Sql,
  studentId: number,
  ccId: string,
  at: Date,
): Promise<void> {
  await sql.run`
    WITH removed AS (UPDATE card SET removed_at = ${at} WHERE cc_id = ${ccId})
    UPDATE card_customer SET default_cc_id = NULL
    WHERE student_id = ${studentId} AND default_cc_id = ${ccId}`;
}

/** Makes a card the one that is offered first. */
export async function chooseDefault(sql: Sql, studentId: number, ccId: string): Promise<void> {
  await sql.run`UPDATE card_customer SET default_cc_id = ${ccId} WHERE student_id = ${studentId}`;
}
