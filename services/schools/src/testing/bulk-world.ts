import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff } from '@portal/kit/testing';
import { recordPayment } from '../balance/record-payment.ts';
import type { BulkOrder } from '../bulk/quote/bulk-order.ts';
import { orderBulk } from '../bulk/run/order-bulk.ts';
import type { RunResult } from '../bulk/run/run-result.ts';
import { aWorld, PREPAYING, type World } from '../testing.ts';
import { PRICE } from './payments-stand-in.ts';

/** The schools of the test file, there once `withBulkWorld` has begun. */
export let world: World;

/** Gives a test file its schools, and sweeps their balances at its end. */
export function withBulkWorld(): void {
  beforeAll(async () => {
    world = await aWorld();
  });
  afterAll(async () => {
    const broken = await world.db.many`
    SELECT b.school_id FROM school_balance b JOIN balance_entry e ON e.school_id = b.school_id
      JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    GROUP BY b.school_id, b.balance_cents HAVING b.balance_cents <> sum(l.amount_cents)
      OR (b.balance_cents < 0 AND NOT bool_or(e.kind = 'correction'))`;
    expect(broken).toEqual([]);
    await world.close();
  });
}

/** A call of an admin of the organisation. */
export const asAdmin = (key: string = randomUUID()): Call =>
  asStaff(world.db, ['ROLE_ADMIN'], { key });
/** A call of the admin of a school. */
export const asSchool = (schoolId = PREPAYING): Call =>
  asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId });
/** Cents of an exam of three credits. */
export const EXAM = 3 * PRICE;
/** The balance of the school that prepays, in cents. */
export const balance = async (of: World = world) =>
  (
    await of.db.one<{
      cents: number;
    }>`SELECT balance_cents AS cents FROM school_balance WHERE school_id = ${PREPAYING}`
  ).cents;
/** Enters a payment or a correction, so that the balance is this. */
export async function setBalance(cents: number, of: World = world): Promise<void> {
  const amountCents = cents - (await balance(of));
  if (amountCents === 0) return;
  const call = asStaff(of.db, ['ROLE_SUPER_ADMIN'], { key: randomUUID() });
  const date = dayInNewYork(steadyNow());
  await recordPayment(call, { schoolId: PREPAYING, amountCents, date, comment: 'test' });
}
/** Orders, and gives the result; fails when the run has not ended. */
export async function ended(call: Call, order: BulkOrder): Promise<RunResult> {
  const state = await orderBulk(call, order);
  if (!('result' in state)) throw new Error('the run goes on');
  return state.result;
}
/** Returns the result of each exam of a student. */
export const textsOf = (result: RunResult, studentId: number) =>
  result.students.find((student) => student.studentId === studentId)?.exams.map(({ text }) => text);
/** Returns the balance movements of these registrations, in order. */
export const entries = (registrationIds: number[]) =>
  world.db.many<{ kind: string; cohort: string | null; cents: number }>`
    SELECT e.kind, e.cohort, l.amount_cents AS cents
    FROM balance_entry e JOIN balance_line l ON l.entry_id = e.id AND l.account = 'balance'
    WHERE e.registration_id = ANY (${registrationIds}::bigint[]) ORDER BY e.id`;
/** Ids of the registrations of a student. */
export const idsOf = (studentId: number) =>
  [...world.registration.registrations]
    .filter(([, one]) => one.studentId === studentId)
    .map(([id]) => id);
