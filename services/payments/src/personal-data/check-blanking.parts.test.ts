import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { checkBlanking } from './check-blanking.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('payments');
});
afterAll(() => db.drop());

let lastId = 7000;
/** Creates a student with unique ids, also as a student of TTI. */
const aStudent = () => ({ studentId: ++lastId, ttiStudentId: `tti-${lastId}` });
type Student = ReturnType<typeof aStudent>;
const unique = (): string => randomUUID().slice(0, 18);

/** A payment of the student's own, or for seminary study, in some state; its id. */
async function aPayment(
  { studentId, ttiStudentId }: Student,
  state: string,
  payer: 'own' | 'study' = 'own',
): Promise<number> {
  const isTaken = state === 'captured' || state === 'voided';
  const [own, study] = payer === 'own' ? [studentId, null] : [null, ttiStudentId];
  const { id } = await db.one<{ id: number }>`
    INSERT INTO payment (invoice_number, student_id, tti_student_id, purpose, amount_cents, state,
      transaction_id, captured_at, attempted_at, created_by)
    VALUES (${unique()}, ${own}, ${study}, 'credits', 1500, ${state},
      ${isTaken ? unique() : null}, ${isTaken ? steadyNow() : null}, clock_timestamp(), 'test')
    RETURNING id`;
  return id;
}

async function aRefund(paymentId: number, state: string): Promise<void> {
  const isDone = state === 'done' || state === 'voided';
  await db.run`
    WITH part AS (INSERT INTO charge (payment_id, type_id, description, amount_cents,
        last_change_by)
      VALUES (${paymentId}, '1', 'Credits', 1500, 'test') RETURNING id)
    INSERT INTO refund (payment_id, charge_id, amount_cents, cause, invoice_number, state,
      next_try_at, requested_by, created_at, done_at)
    SELECT ${paymentId}, id, 1500, 'staff', ${unique()}, ${state}, clock_timestamp(), 'test',
      clock_timestamp(), ${isDone ? steadyNow() : null} FROM part`;
}

async function aDifference(paymentId: number, state: string): Promise<void> {
  const isOpen = state === 'open' || state === 'gone';
  await db.run`
    INSERT INTO settled_day (day, account) VALUES ('2026-03-09', 'TTI') ON CONFLICT DO NOTHING`;
  await db.run`
    INSERT INTO payment_difference (day, account, subject, kind, known, moves, state, payment_id,
      found_at, action, comment, changed_by, changed_at)
    VALUES ('2026-03-09', 'TTI', ${`payment:${paymentId}`}, 'other_amount', 'finished', 'charge',
      ${state}, ${paymentId}, clock_timestamp(), ${isOpen ? null : 'explain'},
      ${isOpen ? null : 'Paid twice'}, ${isOpen ? null : 'test'},
      ${isOpen ? null : steadyNow()})`;
}

const reasonsOf = async (student: Student) => (await checkBlanking(db, student)).reasons;
const PAYING = ['A payment is not finished.'];
const REFUNDING = ['A refund is not finished.'];
const DIFFERING = ['A difference of a payment is open.'];

test('a student who never paid has no obstacles', async () => {
  expect(await checkBlanking(db, aStudent())).toEqual({ reasons: [], credits: 0 });
  expect(await checkBlanking(db, { studentId: ++lastId, ttiStudentId: '' })).toEqual({
    reasons: [],
    credits: 0,
  });
});

test.each([
  { state: 'pending', reasons: PAYING },
  { state: 'unknown', reasons: PAYING },
  { state: 'captured', reasons: [] },
  { state: 'voided', reasons: [] },
  { state: 'declined', reasons: [] },
  { state: 'dropped', reasons: [] },
])('a payment that is $state gives $reasons, also one for seminary study', async (row) => {
  for (const payer of ['own', 'study'] as const) {
    const student = aStudent();
    await aPayment(student, row.state, payer);
    expect([payer, await reasonsOf(student)]).toEqual([payer, row.reasons]);
    expect(await reasonsOf(aStudent())).toEqual([]);
  }
});

test.each([
  { state: 'open', reasons: REFUNDING },
  { state: 'asked', reasons: REFUNDING },
  { state: 'done', reasons: [] },
  { state: 'voided', reasons: [] },
  { state: 'refused', reasons: [] },
])('a refund that is $state gives $reasons, also one of seminary study', async (row) => {
  for (const payer of ['own', 'study'] as const) {
    const student = aStudent();
    await aRefund(await aPayment(student, 'captured', payer), row.state);
    expect([payer, await reasonsOf(student)]).toEqual([payer, row.reasons]);
  }
});

test.each([
  { state: 'open', reasons: DIFFERING },
  { state: 'explained', reasons: [] },
  { state: 'mended', reasons: [] },
  { state: 'gone', reasons: [] },
])('a difference that is $state gives $reasons, also one of seminary study', async (row) => {
  for (const payer of ['own', 'study'] as const) {
    const student = aStudent();
    await aDifference(await aPayment(student, 'captured', payer), row.state);
    expect([payer, await reasonsOf(student)]).toEqual([payer, row.reasons]);
  }
});

test('each thing in the way has a sentence of its own', async () => {
  const student = aStudent();
  await aPayment(student, 'unknown');
  const paymentId = await aPayment(student, 'captured');
  await aRefund(paymentId, 'open');
  await aDifference(paymentId, 'open');
  expect(await reasonsOf(student)).toEqual([...PAYING, ...REFUNDING, ...DIFFERING]);
});

test('credits that are left are counted over all lots', async () => {
  const student = aStudent();
  await db.run`
    WITH lots AS (INSERT INTO lot (student_id, source, proctor_fee_cents, bought, purchased_at,
        created_by)
      SELECT ${student.studentId}, 'granted', 1500, credits, clock_timestamp(), 'test'
      FROM unnest('{4,3}'::integer[]) AS credits RETURNING id, bought),
    entry AS (INSERT INTO credit_entry (at, student_id, kind, made_by)
      VALUES (clock_timestamp(), ${student.studentId}, 'grant', 'test') RETURNING id)
    INSERT INTO credit_line (entry_id, account, lot_id, credits)
    SELECT entry.id, 'lot', lots.id, lots.bought FROM entry, lots
    UNION ALL SELECT entry.id, 'issued', NULL, -7 FROM entry`;
  expect(await checkBlanking(db, student)).toEqual({ reasons: [], credits: 7 });
});
