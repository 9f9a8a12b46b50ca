import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { webhookData } from './webhook-data.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const webhookBody = async (data: object, event = 'registration.created') =>
  (await webhookData(world.db, [{ id: 'one', event, data }])).get('one');

async function registered() {
  const studentId = aStudent(world);
  const examId = anExam(world);
  const { id: registrationId } = await aRegistration(world, { studentId, examId });
  const exam = await world.db.one<{ vendorId: number; secularNumber: string }>`
    SELECT vendor_id, secular_number FROM exam_copy WHERE id = ${examId}`;
  return { registrationId, studentId, examId, ...exam };
}

test('webhook data has ids, vendor, number and state, and no personal data', async () => {
  const facts = await registered();
  const data = await webhookBody({
    registrationId: facts.registrationId,
    studentId: facts.studentId,
  });
  expect(data).toEqual({ ...facts, status: 'registered' });
});

test('a booking has its session and the session that was left for it', async () => {
  const { registrationId } = await registered();
  const sessionId = await aSession(world);
  const event = { registrationId, sessionId, previousSessionId: 7, calendarSequence: 2 };
  const data = await webhookBody(event, 'registration.session_booked');
  expect(data).toMatchObject({ registrationId, sessionId, previousSessionId: 7 });
});

test.each([
  { grade: '91', comment: 'Pass', result: 'Pass', score: '91' },
  { grade: '40', comment: 'Fail', result: 'Fail', score: null },
  { grade: null, comment: 'Disqualified', result: 'Disqualified', score: null },
])('a grade of $comment has result $result, $score', async ({ grade, comment, ...shown }) => {
  const { registrationId } = await registered();
  await world.db.transaction(async (tx) => {
    await tx.run`
      INSERT INTO exam_result (registration_id, grade, grade_comment, taken_on, graded_on)
      VALUES (${registrationId}, ${grade}, ${comment}, '2026-11-13', '2026-11-20')`;
    await tx.run`UPDATE registration SET status = 'graded' WHERE id = ${registrationId}`;
  });
  const data = await webhookBody({ registrationId }, 'registration.exam_graded');
  expect(data).toMatchObject({ status: 'graded', ...shown });
});

test('several messages each get their own facts; a deleted registration its id', async () => {
  const both = [await registered(), await registered()];
  const data = await webhookData(world.db, [
    ...both.map(({ registrationId }, index) => ({
      id: String(index),
      event: 'registration.created',
      data: { registrationId },
    })),
    { id: 'gone', event: 'registration.created', data: { registrationId: 2_000_000_000 } },
  ]);
  expect(both.map((_, index) => data.get(String(index)))).toEqual(
    both.map((facts) => ({ ...facts, status: 'registered' })),
  );
  expect(data.get('gone')).toEqual({ registrationId: 2_000_000_000 });
});
