import { randomInt, randomUUID } from 'node:crypto';
import {
  type Difference,
  getReconciliation,
  mendDifference,
  reconcileDay,
  type SettledDay,
} from '@portal/contract/payments/reconciliation';
import { steadyNow } from '@portal/kit/steady-clock';
import { inDatabase, sql } from '../../portal/databases.ts';
import { type Place, thePortal } from '../../portal/place.ts';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';

const DAY_MS = 86_400_000;

/** Distance at which the comparison of one day does not read another. */
const APART_DAYS = 12;
let daysAgo = randomInt(1000, 8000);

/** Draws a day long ago that no other test compares. */
export function aSettledDay(): string {
  daysAgo += APART_DAYS;
  return new Date(steadyNow().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

export interface OnlyThere {
  account?: 'TTI' | 'TTINJ';
  kind?: 'charge' | 'refund' | 'returned';
  cents?: number;
  invoiceNumber?: string;
}

async function control(path: string, body: object, place: Place): Promise<unknown> {
  const answer = await fetch(`${place.sandboxUrl}/__cards/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`);
  return answer.json();
}

/** Adds a transaction that only the processor has, in a batch of a day; returns its id. */
export async function onlyThere(
  day: string,
  more: OnlyThere = {},
  place: Place = thePortal,
): Promise<string> {
  const transaction = { kind: 'charge', cents: 5200, settledAt: `${day}T20:00:00Z`, ...more };
  return ((await control('settled', transaction, place)) as { transId: string }).transId;
}

/** Changes a settled transaction at the processor. */
export const changeThere = (
  transId: string,
  to: { account?: 'TTI' | 'TTINJ'; cents?: number; status?: string },
  place: Place = thePortal,
): Promise<unknown> => control('change', { transId, ...to }, place);

/** Stores a payment of a proctor fee whose result at the processor is unknown since a day ago. */
export async function aLostPayment(
  studentId: number,
  cents = 1500,
): Promise<{ paymentId: number; invoiceNumber: string }> {
  const invoiceNumber = `e2e-${randomUUID().slice(0, 12)}`;
  return inDatabase('payments', async (ask) => {
    const [payment] = await ask<{ id: string }>(
      `INSERT INTO payment (invoice_number, student_id, purpose, amount_cents, state,
         attempted_at, asked_at, created_by)
       VALUES ($1, $2, $1, $3, 'unknown', now() - interval '1 day', now() + interval '1 day',
         'e2e') RETURNING id`,
      [invoiceNumber, studentId, cents],
    );
    await ask(
      `INSERT INTO charge (payment_id, type_id, description, amount_cents, last_change_by)
       VALUES ($1, '1', 'Proctor fee', $2, 'e2e')`,
      [payment?.id, cents],
    );
    return { paymentId: Number(payment?.id), invoiceNumber };
  });
}

/** Compares a day. Throws when the comparison fails. */
export async function compared(
  person: Person,
  date: string,
  account: 'TTI' | 'TTINJ' = 'TTI',
): Promise<void> {
  const key = randomUUID();
  const { status, body } = await until(
    () => person.ask(reconcileDay, { date, account }, key),
    (answer) => answer.status !== 503 && answer.body.code !== 'request_in_progress',
  );
  if (status !== 202) throw new Error(`not compared: ${JSON.stringify(body)}`);
}

/** Returns a day with its differences. */
export async function dayOf(
  person: Person,
  date: string,
  account: 'TTI' | 'TTINJ' = 'TTI',
): Promise<SettledDay & { list: Difference[] }> {
  const { days, differences = [] } = await person.do(getReconciliation, { date, account });
  const [day] = days;
  if (!day) throw new Error(`${date} is not shown`);
  return { ...day, list: differences };
}

/** Compares a day and returns its only difference. */
export async function theDifference(person: Person, date: string): Promise<Difference> {
  await compared(person, date);
  const { list } = await dayOf(person, date);
  const [one, ...others] = list;
  if (!one || others.length > 0) throw new Error(`${list.length} differences and not one`);
  return one;
}

/** Mends a difference, by default with a generic comment. */
export const requestMend = (
  person: Person,
  differenceId: number,
  action: string,
  more: { amount?: number; comment?: string } = {},
  key: string = randomUUID(),
) => person.ask(mendDifference, { differenceId, action, comment: 'Seen by us', ...more }, key);

/** Returns the ledger's lines of the account 'reconciliation' for a difference, in cents. */
export async function adjustedCents(differenceId: number): Promise<number[]> {
  const rows = await sql<{ amount_cents: string }>(
    'payments',
    `SELECT line.amount_cents
     FROM money_entry entry JOIN money_line line ON line.entry_id = entry.id
     WHERE entry.difference_id = $1 AND line.account = 'reconciliation'`,
    [differenceId],
  );
  return rows.map((row) => Number(row.amount_cents));
}

/** Returns the number of the processor's refunds for a difference. */
export async function refundsThere(
  differenceId: number,
  place: Place = thePortal,
): Promise<number> {
  const [row] = await sql<{ refund_invoice: string | null }>(
    'payments',
    'SELECT refund_invoice FROM payment_difference WHERE id = $1',
    [differenceId],
  );
  const answer = await fetch(`${place.sandboxUrl}/__cards/transactions`);
  const lines = (await answer.json()) as { type: string; invoiceNumber: string }[];
  return lines.filter(
    ({ type, invoiceNumber }) => type === 'refund' && invoiceNumber === row?.refund_invoice,
  ).length;
}
