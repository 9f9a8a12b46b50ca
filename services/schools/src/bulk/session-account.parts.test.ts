import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, refusalOf } from '@portal/kit/testing';
import { refundToBalance } from '../balance/refund-to-balance.ts';
import { PRICE } from '../testing/payments-stand-in.ts';
import { anExam, anOrder, aStudent, aWorld, PAYING, PREPAYING, type World } from '../testing.ts';
import { orderBulk } from './run/order-bulk.ts';
import type { RunResult } from './run/run-result.ts';
import { readSessionAccount } from './session-account.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const asAdmin = (): Call => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });
const asSchool = (schoolId: number): Call => asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId });

/** An exam that the balance has paid. */
async function paid() {
  const studentId = aStudent(world, PREPAYING);
  const order = anOrder(world, [{ studentId, examIds: [anExam(world)] }]);
  const { result } = (await orderBulk(asAdmin(), order)) as { result: RunResult };
  const seat = result.studentsPerSession.find((one) => one.studentId === studentId);
  return {
    studentId,
    sessionId: order.sessionId,
    registrationId: seat?.registrationId ?? 0,
    before: result,
  };
}

test('shows students and the balance with the pending refund after a cancellation', async () => {
  const { studentId, sessionId, registrationId, before } = await paid();
  const read = readSessionAccount(asAdmin(), {
    sessionId,
    cancelledRegistrationId: registrationId,
  });
  world.registration.registrations.delete(registrationId);
  await inTransaction(asService(world.db, 'schools'), 'test', (tx) =>
    refundToBalance(tx, registrationId, studentId),
  );
  const { balanceCents, accountReport, studentsPerSession } = await read;
  expect(balanceCents).toBe((before.balanceCents ?? 0) + 3 * PRICE);
  expect(accountReport.at(-1)).toMatchObject({ amountCents: 3 * PRICE, balanceCents });
  expect(studentsPerSession.map((one) => one.registrationId)).not.toContain(registrationId);
});

test('a school admin reads their own school only; without prepayment no balance', async () => {
  const { sessionId } = await paid();
  const about = { sessionId, cancelledRegistrationId: 0 };
  expect(
    (await readSessionAccount(asSchool(PREPAYING), about)).studentsPerSession[0],
  ).toMatchObject({ sessionId, lastName: 'Gold' });
  expect((await refusalOf(readSessionAccount(asSchool(PAYING), about))).code).toBe(
    'school_not_found',
  );
  world.registration.sessions.set(999, {
    schoolId: PAYING,
    gender: '3',
    startsAt: steadyNow(),
    closed: false,
  });
  expect(await readSessionAccount(asSchool(PAYING), { ...about, sessionId: 999 })).toEqual({
    studentsPerSession: [],
    balanceCents: null,
    accountReport: [],
  });
});
