import { expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { refusalOf } from '@portal/kit/testing';
import {
  asAdmin,
  asSchool,
  EXAM,
  ended,
  entries,
  idsOf,
  setBalance,
  textsOf,
  withBulkWorld,
  world,
} from '../../testing/bulk-world.ts';
import { PRICE } from '../../testing/payments-stand-in.ts';
import { anExam, anOrder, aSession, aStudent, PAYING, PREPAYING } from '../../testing.ts';
import type { BulkOrder } from '../quote/bulk-order.ts';
import { quoteBulk } from '../quote/quote-bulk.ts';
import { orderBulk } from './order-bulk.ts';

withBulkWorld();

test('a prepaying school: registers, pays by the balance, and reports', async () => {
  await setBalance(100_000);
  const exam = anExam(world);
  const [first, second] = [aStudent(world), aStudent(world)];
  const order = anOrder(
    world,
    [first, second].map((studentId) => ({ studentId, examIds: [exam], amountCents: EXAM })),
  );
  const result = await ended(asAdmin(), order);
  expect([textsOf(result, first), textsOf(result, second)]).toEqual([['success'], ['success']]);
  expect(result).toMatchObject({
    balanceCents: 100_000 - 2 * EXAM,
    chargedFromBalanceCents: 2 * EXAM,
    error: null,
  });
  expect(result.accountReport.at(-1)).toMatchObject({
    quantity: 2,
    cohort: '2026-2027',
    amountCents: -2 * EXAM,
    balanceCents: 100_000 - 2 * EXAM,
  });
  expect(result.studentsPerSession).toHaveLength(2);
  const events = await world.db.many`SELECT 1 FROM outbox WHERE type = 'schools.balance_charged'`;
  expect(events.length).toBeGreaterThanOrEqual(2);
});

test('free credits pay first; an exam that they cover wholly is not on the balance', async () => {
  await setBalance(100_000);
  const studentId = aStudent(world, PREPAYING, { free: 4 });
  const result = await ended(
    asAdmin(),
    anOrder(world, [{ studentId, examIds: [anExam(world), anExam(world)] }]),
  );
  expect(result.students[0]).toMatchObject({ chargedCents: 2 * PRICE, creditsUsed: 6 });
  expect((await entries(idsOf(studentId))).map(({ cents }) => cents)).toEqual([-2 * PRICE]);
});

test('charges the missing sum; a declined card fails its own exams only', async () => {
  const [rich, poor] = [
    aStudent(world, PAYING, { card: true }),
    aStudent(world, PAYING, { card: true, free: 3 }),
  ];
  world.payments.declined.add(poor);
  const order = anOrder(
    world,
    [rich, poor].map((studentId) => ({
      studentId,
      examIds: [anExam(world), anExam(world)],
      ccId: `card of ${studentId}`,
    })),
    PAYING,
  );
  const result = await ended(asAdmin(), order);
  expect(textsOf(result, rich)).toEqual(['success', 'success']);
  expect(textsOf(result, poor)).toEqual([
    'success',
    'There was a problem charging your card. This transaction has been declined.',
  ]);
  expect(result.students.map(({ chargedCents, error }) => [chargedCents, error !== null])).toEqual([
    [2 * EXAM, false],
    [0, true],
  ]);
  expect(result).toMatchObject({
    balanceCents: null,
    accountReport: [],
    chargedFromBalanceCents: 0,
  });
});

test('exams that are in the session already are left out of the sums', async () => {
  await setBalance(100_000);
  const [studentId, exam] = [aStudent(world), anExam(world)];
  const order = anOrder(world, [{ studentId, examIds: [exam] }]);
  await ended(asAdmin(), order);
  await setBalance(0);
  expect(await quoteBulk(asAdmin(), order)).toMatchObject({ totalCents: 0, canPay: true });
  const again = await ended(asAdmin(), order);
  expect([textsOf(again, studentId), again.students[0]?.chargedCents]).toEqual([['success'], 0]);
});

test('checks the order: own school, open session, agreed sums, enough money', async () => {
  await setBalance(EXAM);
  const studentId = aStudent(world);
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)] }]);
  const code = async (call: Call, about: Partial<BulkOrder>) =>
    (await refusalOf(orderBulk(call, { ...order, ...about }))).code;
  expect(await code(asSchool(PAYING), {})).toBe('school_not_found');
  expect(await code(asAdmin(), { schoolId: null })).toBe('invalid');
  expect(await code(asAdmin(), { schoolId: 987 })).toBe('school_not_found');
  expect(await code(asAdmin(), { sessionId: aSession(world, PAYING) })).toBe('session_not_found');
  expect(await code(asSchool(), { sessionId: aSession(world, PREPAYING, { closed: true }) })).toBe(
    'session_closed',
  );
  expect(
    await code(asAdmin(), { sessionId: aSession(world, PREPAYING, { startsAt: new Date(0) }) }),
  ).toBe('session_closed');
  expect(
    await code(asAdmin(), {
      students: [
        { studentId, examIds: order.students[0]?.examIds ?? [], ccId: null, amountCents: 1 },
      ],
    }),
  ).toBe('amount_changed');
  expect(
    await code(asAdmin(), {
      students: [{ studentId: 5, examIds: [5], ccId: null, amountCents: null }],
    }),
  ).toBe('student_not_allowed');
  await setBalance(EXAM - 1);
  expect(await code(asAdmin(), {})).toBe('school_balance_too_low');
  await setBalance(EXAM);
  expect(textsOf(await ended(asSchool(), { ...order, schoolId: null }), studentId)).toEqual([
    'success',
  ]);
});
