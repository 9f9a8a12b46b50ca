import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { checkBlanking } from './check-blanking.ts';

const OPEN = 'An exam registration is open.';
const MOVING = 'A session of the student is being moved or called off.';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const reasonsOf = async (studentId: number) =>
  (await checkBlanking(world.db, { studentId })).reasons;

/** A registration that was brought into a state behind the rules; the student's id too. */
async function aRegistrationThatIs(status: string) {
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, { studentId });
  const needsSession = status === 'scheduled' || status === 'online_access';
  const sessionId = needsSession ? await aSession(world) : null;
  await world.db.run`
    UPDATE registration SET status = ${status}, session_id = ${sessionId},
      cancelled_at = ${status === 'cancelled' ? steadyNow() : null},
      grade_comment = ${status === 'graded' ? 'Pass' : null}
    WHERE id = ${id}`;
  return { studentId, id };
}

test('a student without registrations can be blanked', async () => {
  expect(await checkBlanking(world.db, { studentId: aStudent(world) })).toEqual({
    reasons: [],
    credits: 0,
  });
});

test.each([
  ...[
    'pending',
    'registered',
    'scheduled',
    'online_access',
    'course_started',
    'course_completed',
    'online_started',
    'disconnected',
  ].map((status) => ({ status, reasons: [OPEN] })),
  ...['dropped', 'cancelled', 'taken', 'graded'].map((status) => ({ status, reasons: [] })),
])('a registration that is $status gives $reasons', async ({ status, reasons }) => {
  const { studentId } = await aRegistrationThatIs(status);
  expect(await reasonsOf(studentId)).toEqual(reasons);
  expect(await reasonsOf(aStudent(world))).toEqual([]);
});

test.each([
  { what: 'that was not come to yet', outcome: null, pays: false, gave: null, reasons: [MOVING] },
  { what: 'that was moved', outcome: 'moved', pays: false, gave: null, reasons: [] },
  { what: 'that left it', outcome: 'left', pays: false, gave: null, reasons: [] },
  { what: 'whose fee is to go back', outcome: 'left', pays: true, gave: null, reasons: [MOVING] },
  { what: 'whose fee went back', outcome: 'left', pays: true, gave: 1500, reasons: [] },
])('an exam $what in a session that is called off gives $reasons', async (row) => {
  const { studentId, id } = await aRegistrationThatIs('cancelled');
  const [runId, sessionId] = [randomUUID(), await aSession(world)];
  await world.db.run`
    INSERT INTO session_run (id, kind, session_id, started_at)
    VALUES (${runId}, 'call_off', ${sessionId}, clock_timestamp())`;
  await world.db.run`
    INSERT INTO session_run_exam (run_id, registration_id, student_id, outcome, refund_payment_id,
      refund_cents, refunded_cents)
    VALUES (${runId}, ${id}, ${studentId}, ${row.outcome}, ${row.pays ? 1 : null},
      ${row.pays ? 1500 : 0}, ${row.gave})`;
  expect(await reasonsOf(studentId)).toEqual(row.reasons);
});

test('each thing in the way has a sentence of its own', async () => {
  const { studentId, id } = await aRegistrationThatIs('scheduled');
  const runId = randomUUID();
  await world.db.run`
    INSERT INTO session_run (id, kind, session_id, started_at)
    SELECT ${runId}, 'move', session_id, clock_timestamp() FROM registration WHERE id = ${id}`;
  await world.db.run`
    INSERT INTO session_run_exam (run_id, registration_id, student_id)
    VALUES (${runId}, ${id}, ${studentId})`;
  expect(await reasonsOf(studentId)).toEqual([OPEN, MOVING]);
});
