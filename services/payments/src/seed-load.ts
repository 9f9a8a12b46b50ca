import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import { closeClients } from '@portal/kit/grpc/client';
import { eachPage, type Row } from '@portal/kit/grpc/load-pages';
import { rebuildProjections } from './projections/fetch-projections.ts';

export interface LoadPage {
  /** Captured payments by the columns of `payment`, with their `charges`. */
  payments: (Row & { id: number })[];
  /** By the columns of `lot`, without the balance: that comes from the ledger. */
  lots: (Row & { id: number })[];
  /** By the columns of `spending`, with `lines` of lot_id and credits. */
  spendings: (Row & { registration_id: number })[];
}

/**
 * Writes a page, in one transaction: payments and lots with both ledgers and their audit rows, and
 * the spent and returned credits. An existing page is left as it is.
 */
export async function loadPage(
  db: Database,
  { payments, lots, spendings }: LoadPage,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isKnown = await tx.maybe`
      SELECT 1 AS known
      WHERE EXISTS (SELECT FROM lot WHERE id = ${lots[0]?.id ?? 0}) OR EXISTS (SELECT FROM payment
        WHERE id = ${payments[0]?.id ?? 0})
        OR EXISTS (SELECT FROM spending
          WHERE registration_id = ${spendings[0]?.registration_id ?? 0})`;
    if (isKnown) return;
    await insertPayments(tx, JSON.stringify(payments));
    await insertLots(tx, JSON.stringify(lots));
    await insertSpendings(tx, JSON.stringify(spendings));
    await insertCreditEntries(tx, JSON.stringify(lots), JSON.stringify(spendings));
  });
}

async function insertPayments(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO payment (id, invoice_number, student_id, purpose, amount_cents, state, card_type,
      card_last4, transaction_id, attempted_at, captured_at, created_by)
    SELECT id, invoice_number, student_id, purpose, amount_cents, 'captured', 'Visa', '1111',
      transaction_id, at, at, 'student ' || student_id
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, invoice_number text, student_id bigint, purpose text, amount_cents bigint,
        transaction_id text, at timestamptz)`;
  await tx.run`
    INSERT INTO charge (payment_id, type_id, description, amount_cents, registration_id,
      last_change_by)
    SELECT row.id, part.type_id, part.description, part.amount_cents, part.registration_id,
      'student ' || student_id
    FROM jsonb_to_recordset(${rows}::jsonb) AS row (id bigint, student_id bigint, charges jsonb),
      jsonb_to_recordset(row.charges)
      AS part (type_id text, description text, amount_cents bigint, registration_id bigint)`;
  await tx.run`
    WITH entry AS (
      INSERT INTO money_entry (at, kind, payment_id)
      SELECT at, 'capture', id
      FROM jsonb_to_recordset(${rows}::jsonb) AS row (id bigint, at timestamptz)
      RETURNING id, payment_id)
    INSERT INTO money_line (entry_id, account, amount_cents, charge_id)
    SELECT entry.id, 'processor', payment.amount_cents, NULL
    FROM entry JOIN payment ON payment.id = entry.payment_id
    UNION ALL
    SELECT entry.id, account_of(charge.type_id), -charge.amount_cents, charge.id
    FROM entry JOIN charge ON charge.payment_id = entry.payment_id`;
  await tx.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
      change, request_id)
    SELECT at, 'student', student_id, 'student ' || student_id, 'insert', 'charge', id, student_id,
      jsonb_build_object('state', 'captured', 'amountCents', amount_cents, 'transaction',
        transaction_id), 'seed load'
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, student_id bigint, amount_cents bigint, transaction_id text,
        at timestamptz)`;
}

async function insertLots(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO lot (id, student_id, source, package_id, package_name, vendors_allowed,
      proctor_fee_cents, no_additional_fees, bought, paid_cents, payment_id, school_id,
      purchased_at, created_by)
    SELECT id, student_id, source, package_id, package_name, vendors_allowed, proctor_fee_cents,
      no_additional_fees, bought, paid_cents, payment_id, school_id, purchased_at, created_by
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, student_id bigint, source text, package_id bigint, package_name text,
        vendors_allowed text,
      proctor_fee_cents bigint, no_additional_fees boolean, bought integer, paid_cents bigint,
      payment_id bigint, school_id bigint, purchased_at timestamptz, created_by text)`;
  await tx.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
      change, request_id)
    SELECT purchased_at, 'service', 0, 'seed', 'insert', 'package', id, student_id,
      jsonb_build_object('source', source, 'credits', bought, 'paidCents', paid_cents, 'package',
        package_id, 'payment', payment_id), 'seed load'
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, student_id bigint, source text, bought integer, paid_cents bigint,
        package_id bigint,
      payment_id bigint, purchased_at timestamptz)`;
}

async function insertSpendings(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO spending (registration_id, student_id, exam_id, credits, proctor_fee_cents,
      no_additional_fees, free_seminary_retake, spent_at, returned_at)
    SELECT registration_id, student_id, exam_id, credits, proctor_fee_cents, no_additional_fees,
      false, spent_at, returned_at
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (registration_id bigint, student_id bigint, exam_id bigint, credits integer,
        proctor_fee_cents bigint,
      no_additional_fees boolean, spent_at timestamptz, returned_at timestamptz)`;
  await tx.run`
    INSERT INTO spending_line (registration_id, lot_id, credits)
    SELECT row.registration_id, line.lot_id, line.credits
    FROM jsonb_to_recordset(${rows}::jsonb) AS row (registration_id bigint, lines jsonb),
      jsonb_to_recordset(row.lines) AS line (lot_id bigint, credits integer)`;
  await tx.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
      change, request_id)
    SELECT done.at, 'student', student_id, 'student ' || student_id, 'action', 'package',
      registration_id, student_id, done.change, 'seed load'
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (registration_id bigint, student_id bigint, exam_id bigint, credits integer,
        spent_at timestamptz,
      returned_at timestamptz, lines jsonb)
    CROSS JOIN LATERAL (VALUES
      (spent_at, jsonb_build_object('spent', credits, 'exam', exam_id, 'lots', lines)),
      (returned_at, jsonb_build_object('returned', credits, 'lots', lines))
    ) AS done (at, change) WHERE done.at IS NOT NULL`;
}

/**
 * Writes the ledger of the whole page: each lot issued, each spending, each return. One statement
 * writes all lines, so that a lot's balance changes once, by its remaining credits: returned
 * credits may have been spent again.
 */
async function insertCreditEntries(tx: Sql, lots: string, spendings: string): Promise<void> {
  await tx.run`
    CREATE TEMPORARY TABLE IF NOT EXISTS new_entry (id bigint, at timestamptz, student_id bigint,
      kind text, registration_id bigint, lot_id bigint, by text)
    ON COMMIT DELETE ROWS`;
  await tx.run`
    INSERT INTO new_entry
    SELECT nextval(pg_get_serial_sequence('credit_entry', 'id')), made.*
    FROM (
      SELECT purchased_at, student_id,
        CASE source WHEN 'granted' THEN 'grant' WHEN 'assigned' THEN 'assign' ELSE 'purchase' END,
        NULL::bigint, id, created_by
      FROM jsonb_to_recordset(${lots}::jsonb)
        AS lot (id bigint, student_id bigint, source text, purchased_at timestamptz,
          created_by text)
      UNION ALL
      SELECT entry.at, student_id, entry.kind, registration_id, NULL, 'student ' || student_id
      FROM jsonb_to_recordset(${spendings}::jsonb)
        AS spending (registration_id bigint, student_id bigint, spent_at timestamptz,
          returned_at timestamptz)
      CROSS JOIN LATERAL (VALUES ('spend', spent_at), ('return', returned_at)) AS entry (kind, at)
      WHERE entry.at IS NOT NULL
    ) AS made (at, student_id, kind, registration_id, lot_id, by)
    ORDER BY student_id, at`;
  await tx.run`
    INSERT INTO credit_entry (id, at, student_id, kind, registration_id, made_by)
    SELECT id, at, student_id, kind, registration_id, by FROM new_entry`;
  await tx.run`
    INSERT INTO credit_line (entry_id, account, lot_id, credits)
    SELECT e.id, 'lot', lot.id, lot.bought FROM new_entry e JOIN lot ON lot.id = e.lot_id
    UNION ALL SELECT e.id, 'issued', NULL, -lot.bought
    FROM new_entry e JOIN lot ON lot.id = e.lot_id
    UNION ALL
    SELECT e.id, 'lot', line.lot_id,
      CASE e.kind WHEN 'spend' THEN -line.credits ELSE line.credits END
    FROM new_entry e JOIN spending_line line ON line.registration_id = e.registration_id
    UNION ALL
    SELECT e.id, 'spent', NULL,
      CASE e.kind WHEN 'spend' THEN spending.credits ELSE -spending.credits END
    FROM new_entry e JOIN spending ON spending.registration_id = e.registration_id`;
}

/** Raises the sequences, so that later rows get higher ids. */
export async function finishLoad(db: Database): Promise<void> {
  await db.run`
    SELECT setval(pg_get_serial_sequence('payment', 'id'), (SELECT greatest(max(id), 1)
      FROM payment))`;
  await db.run`
    SELECT setval(pg_get_serial_sequence('lot', 'id'), (SELECT greatest(max(id), 1) FROM lot))`;
  // vacuums the new rows now, so that the first query does not have to
  await db.run`VACUUM (ANALYZE)`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', {
    name: 'payments load',
    max: 1,
    ...NO_TIMEOUT,
  });
  await eachPage<LoadPage>((page) => loadPage(db, page));
  await rebuildProjections(db);
  await finishLoad(db);
  closeClients();
  await db.close();
}
