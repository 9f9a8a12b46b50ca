import { invariants as ofPayments } from '../../../../services/payments/src/invariants.ts';
import { invariants as ofRegistration } from '../../../../services/registration/src/invariants.ts';
import type { Server } from '../../postgres/server.ts';
import type { World } from '../world.ts';
import { eventsThatDiffer, repeatedClicks } from './event-checks.ts';
import { linesAtRest } from './lines-at-rest.ts';
import { reader } from './reader.ts';

/** Names of broken rules, each with the rows that break it. */
export type Broken = Readonly<Record<string, unknown[]>>;

/** Checks the invariants that each service sweeps in production. */
export async function brokenNow(world: World): Promise<Broken | null> {
  const found: Record<string, unknown[]> = { ...world.lines.broken };
  for (const [service, invariants] of [
    ['registration', ofRegistration],
    ['payments', ofPayments],
  ] as const) {
    const sql = reader(world.database(service));
    for (const [name, ask] of Object.entries(invariants)) {
      const rows = await ask(sql);
      if (rows.length > 0) found[`${service}: ${name}`] = rows;
    }
  }
  return Object.keys(found).length > 0 ? found : null;
}

/** Checks the rules that hold once no request is open and all processes have ended. */
export async function brokenAtRest(world: World): Promise<Broken | null> {
  const registration = world.database('registration');
  const payments = world.database('payments');
  const found: Record<string, unknown[]> = {};
  const check = (name: string, rows: unknown[]) => {
    if (rows.length > 0) found[name] = rows;
  };
  for (const [service, server] of world.databases)
    check(
      `${service}: every process ends`,
      server.read(`SELECT id, name, step, failures, failure FROM process
        WHERE status IN ('running', 'dead')`),
    );
  check(
    'no registration stays pending',
    registration.read("SELECT id, student_id FROM registration WHERE status = 'pending'"),
  );
  check(
    'no seat stays held',
    registration.read(`SELECT h.session_id, h.student_id FROM seat_hold h
      LEFT JOIN waiting_entry w ON w.id = h.waiting_id AND w.state = 'offered'
      WHERE w.id IS NULL`),
  );
  for (const [name, rows] of Object.entries(await linesAtRest(world))) check(name, rows);
  check(
    'no payment stays pending',
    payments.read("SELECT id, state FROM payment WHERE state IN ('pending', 'unknown')"),
  );
  check(
    'no refund stays open',
    payments.read("SELECT id, state, error FROM refund WHERE state IN ('open', 'asked')"),
  );
  check('charges match the processor', chargesThatDiffer(world));
  check('spent credits belong to open registrations', spendingsThatDiffer(registration, payments));
  for (const [name, rows] of Object.entries(eventsThatDiffer(registration, payments)))
    check(name, rows);
  check('a click is carried out once', repeatedClicks(payments));
  check('paid fees belong to open registrations', feesThatDiffer(registration, payments));
  check('students agreed to each charge', chargesNotAgreedTo(world));
  return Object.keys(found).length > 0 ? found : null;
}

interface PaymentRow {
  id: number;
  invoice_number: string;
  state: string;
  amount_cents: number;
  refunded_cents: number;
}

/** Each transaction has one payment of the same amount, and each payment one transaction. */
function chargesThatDiffer(world: World): unknown[] {
  const rows = world.database('payments').read<PaymentRow>(`
    SELECT p.id, p.invoice_number, p.state, p.amount_cents,
      (SELECT coalesce(sum(c.refunded_cents), 0)::bigint FROM charge c
        WHERE c.payment_id = p.id) AS refunded_cents
    FROM payment p`);
  const refunds = world
    .database('payments')
    .read<{ invoice_number: string; state: string }>(
      "SELECT invoice_number, state FROM refund WHERE state = 'done'",
    );
  const refundInvoices = new Set(refunds.map((row) => row.invoice_number));
  const byInvoice = new Map(rows.map((row) => [row.invoice_number, row]));
  const { transactions } = world.processor;
  const charges = transactions.filter(
    ({ kind, status }) => kind === 'charge' && status !== 'declined',
  );
  const wrong: unknown[] = [];
  const seen = new Map<string, number>();
  for (const one of charges) {
    seen.set(one.invoiceNumber, (seen.get(one.invoiceNumber) ?? 0) + 1);
    const payment = byInvoice.get(one.invoiceNumber);
    const isBooked = payment?.state === 'captured' || payment?.state === 'voided';
    const back = transactions
      .filter(({ refTransId, status }) => refTransId === one.transId && status !== 'declined')
      .reduce((sum, refund) => sum + refund.cents, 0);
    const expected = one.status === 'voided' ? one.cents : back;
    if (!isBooked || payment.amount_cents !== one.cents || payment.refunded_cents !== expected)
      wrong.push({ transaction: one, back, payment });
  }
  for (const [invoice, count] of seen) if (count > 1) wrong.push({ invoice, count });
  for (const row of rows)
    if ((row.state === 'captured' || row.state === 'voided') && !seen.has(row.invoice_number))
      wrong.push(row);
  for (const one of transactions)
    if (
      one.kind === 'refund' &&
      one.status !== 'declined' &&
      !refundInvoices.has(one.invoiceNumber)
    )
      wrong.push(one);
  return wrong;
}

/** Spent credits belong to open registrations, and those registrations have their spendings. */
function spendingsThatDiffer(registration: Server, payments: Server): unknown[] {
  const spent = new Map(
    payments
      .read<{ registration_id: number; credits: number }>(
        'SELECT registration_id, credits FROM spending WHERE returned_at IS NULL AND credits > 0',
      )
      .map((row) => [row.registration_id, row.credits]),
  );
  const standing = registration.read<{ id: number; credits_spent: number }>(
    "SELECT id, credits_spent FROM registration WHERE status NOT IN ('cancelled', 'dropped')",
  );
  const wrong: unknown[] = [];
  for (const { id, credits_spent } of standing) {
    if ((spent.get(id) ?? 0) !== (credits_spent ?? 0))
      wrong.push({ id, credits_spent, spent: spent.get(id) });
    spent.delete(id);
  }
  for (const [id, credits] of spent) wrong.push({ id, credits, 'registration is gone': true });
  return wrong;
}

/** an offer costs nothing before the student pays for it. */
const chargesNotAgreedTo = (world: World): unknown[] =>
  world
    .database('payments')
    .read<{ student_id: number; payments: number }>(
      `SELECT student_id, count(*)::integer AS payments FROM payment
        WHERE amount_cents > 0 GROUP BY student_id`,
    )
    .filter(({ student_id, payments }) => payments > (world.agreed.get(student_id) ?? 0));

/** A fee that registration counts as paid was captured once; other captured fees were refunded. */
function feesThatDiffer(registration: Server, payments: Server): unknown[] {
  const paidFees = registration.read<{ payment_id: number; cents: number }>(
    `SELECT payment_id, sum(proctor_cents + additional_cents)::bigint AS cents
      FROM fee_payment GROUP BY payment_id`,
  );
  const paid = new Map(
    payments
      .read<{ id: number; cents: number; back: number }>(`
        SELECT p.id, sum(c.amount_cents)::bigint AS cents, sum(c.refunded_cents)::bigint AS back
        FROM payment p JOIN charge c ON c.payment_id = p.id AND c.type_id IN ('1', '3')
        WHERE p.state IN ('captured', 'voided') GROUP BY p.id`)
      .map((row) => [row.id, row]),
  );
  const wrong: unknown[] = [];
  for (const { payment_id: id, cents } of paidFees) {
    if (paid.get(id)?.cents !== cents)
      wrong.push({ payment: id, expected: cents, paid: paid.get(id) });
    paid.delete(id);
  }
  for (const row of paid.values())
    if (row.back !== row.cents) wrong.push({ 'unknown to registration': row });
  return wrong;
}
