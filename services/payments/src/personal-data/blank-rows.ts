import type { Call, Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { unavailable } from '@portal/kit/errors';
import { REMOVED } from '@portal/kit/personal-data/blank-student';
import type { Person } from '@portal/kit/personal-data/export-student';
import { deleteRowsOfStudent } from '../../prisma/personal-tables.ts';
import type * as tables from '../../prisma/tables.ts';
import { NoAnswer, ProcessorError } from '../partners/authorize-net.ts';
import { deleteCard } from '../partners/card-profiles.ts';
import type { Account } from '../partners/merchant-account.ts';

/** Ids of the processor for a card or bank account of the student. */
interface Profile {
  customerProfileId: string;
  profileId: string;
  account: Account;
}

const profilesOf = (sql: Sql, { studentId, ttiStudentId }: Person): Promise<Profile[]> =>
  sql.many<Profile>`
    SELECT k.customer_profile_id, c.cc_id AS profile_id, 'TTI' AS account
    FROM card_customer k JOIN card c ON c.student_id = k.student_id
    WHERE k.student_id = ${studentId}
    UNION ALL
    SELECT k.customer_profile_id, m.profile_id, m.account
    FROM study_customer k
      JOIN study_method m ON m.tti_student_id = k.tti_student_id AND m.account = k.account
    WHERE k.tti_student_id = ${ttiStudentId}
    -- never null: customer_profile_id, profile_id, account`;

/**
 * Deletes the student's profiles at the processor; a missing profile is no error. Refuses as
 * unavailable while the processor does not answer.
 */
export async function deleteAtProcessor({ db }: Call, person: Person): Promise<void> {
  try {
    for (const { customerProfileId, profileId, account } of await profilesOf(db, person))
      await deleteCard(customerProfileId, profileId, account);
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof ProcessorError) throw unavailable();
    throw error;
  }
}

/** Where receipts of the student went. */
export async function emailsOf(sql: Sql, { studentId }: Person): Promise<string[]> {
  const rows = await sql.many<{ email: string }>`
    SELECT DISTINCT lower(m.recipient) AS email
    FROM payment p JOIN mail m ON m.key = 'receipt:' || p.id
    WHERE p.student_id = ${studentId} AND m.recipient <> ${REMOVED}
    -- never null: email`;
  return rows.map(({ email }) => email);
}

/**
 * Removes the data that names a student here; payments, refunds, credits and both ledgers stay with
 * their sums, by id alone. Remaining credits are taken back by an entry of their own. R-591, R-592
 */
export async function blankRows(tx: Tx, { studentId, ttiStudentId }: Person): Promise<void> {
  await forfeitCredits(tx, studentId);
  await tx.run`
    UPDATE payment SET payer_first_name = NULL, payer_email = NULL, cc_id = NULL,
      customer_profile_id = NULL
    WHERE student_id = ${studentId}`;
  await tx.run`
    UPDATE payment SET payer_first_name = NULL, payer_email = NULL, cc_id = NULL,
      customer_profile_id = NULL, tti_student_id = ${`removed-${studentId}`}
    WHERE tti_student_id = ${ttiStudentId}`;
  await tx.run`UPDATE card_customer SET default_cc_id = NULL WHERE student_id = ${studentId}`;
  await tx.run`DELETE FROM card WHERE student_id = ${studentId}`;
  await deleteRowsOfStudent(tx, studentId);
  await tx.run`DELETE FROM study_method WHERE tti_student_id = ${ttiStudentId}`;
  await tx.run`DELETE FROM study_customer WHERE tti_student_id = ${ttiStudentId}`;
}

/** Takes back what is left of each lot, in one balanced entry. */
async function forfeitCredits(tx: Tx, studentId: number): Promise<void> {
  const held = await tx.many<Pick<tables.Lot, 'id' | 'balance'>>`
    SELECT id, balance FROM lot WHERE student_id = ${studentId} AND balance > 0
    ORDER BY id FOR UPDATE`;
  if (held.length === 0) return;
  await tx.run`
    WITH entry AS (INSERT INTO credit_entry (at, student_id, kind, made_by)
      VALUES (${tx.now}, ${studentId}, 'forfeit', ${tx.actor.name}) RETURNING id),
    part AS (SELECT * FROM unnest(${held.map(({ id }) => id)}::bigint[],
      ${held.map(({ balance }) => balance)}::integer[]) AS part (lot_id, credits))
    INSERT INTO credit_line (entry_id, account, lot_id, credits)
    SELECT entry.id, 'lot', part.lot_id, -part.credits FROM entry, part
    UNION ALL SELECT entry.id, 'withdrawn', NULL, (SELECT sum(credits) FROM part)::integer
    FROM entry`;
}
