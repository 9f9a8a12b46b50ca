import { expect, test } from '@jest/globals';
import type { Database } from '@portal/kit/database/database';
import { asStaff } from '@portal/kit/testing';
import { checkSchoolExams } from '../../office/bulk-registration/check-school-exams.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { book, bookByStaff, hold } from '../../testing/ways-to-a-seat.ts';
import { own, withWorldBeside, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, aStudent, seatsLeft } from '../../testing.ts';

withWorldBeside();

type Change = (tx: Pick<Database, 'run'>, sessionId: number) => Promise<unknown>;
const close: Change = (tx, id) =>
  tx.run`UPDATE session SET closed_by_staff = true WHERE id = ${id}`;
const remove: Change = (tx, id) => tx.run`UPDATE session SET deleted_at = now() WHERE id = ${id}`;

/** Changes it to men only, or to one exam per student, as changeOfficeSession does. */
const forMen: Change = (tx, id) =>
  tx.run`UPDATE session SET gender = '1', version = version + 1 WHERE id = ${id}`;
const forOneExam: Change = async (tx, id) => {
  await tx.run`UPDATE student_session SET minutes_left = 0 WHERE session_id = ${id}`;
  await tx.run`
    UPDATE session SET limit_to_1_test = true, version = version + 1 WHERE id = ${id}`;
};

/** Works while staff change the session, and is let go when that commits: it has read it open. */
async function whileStaff(
  change: Change,
  sessionId: number,
  work: () => Promise<unknown>,
): Promise<string> {
  let working: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await own.transaction(async (tx) => {
    await change(tx, sessionId);
    working = Promise.allSettled([work()]);
    await waitingForLocks(own, 1);
  });
  const [outcome] = (await working) as [PromiseSettledResult<unknown>];
  return outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'done';
}

test.each([
  { who: 'a student', booking: book, outcome: 'session_closed', left: 20 },
  { who: 'who only pays yet', booking: hold, outcome: 'session_closed', left: 20 },
  { who: 'staff', booking: bookByStaff, outcome: 'done', left: 19 },
])(
  'a session that staff close is checked again where the seat is taken: $who',
  async ({ booking, outcome, left }) => {
    const [sessionId, one] = [await aSession(world), await aRegistration(world)];
    expect(await whileStaff(close, sessionId, () => booking(one, sessionId))).toBe(outcome);
    expect(await seatsLeft(world.db, sessionId)).toBe(left);
  },
);

test.each([
  { who: 'a student', booking: book, outcome: 'call_office', left: 20 },
  { who: 'staff', booking: bookByStaff, outcome: 'done', left: 19 },
])(
  'a session changed to men only is checked again where the seat is taken: $who',
  async ({ booking, outcome, left }) => {
    const [sessionId, one] = [await aSession(world), await aRegistration(world)];
    expect(await whileStaff(forMen, sessionId, () => booking(one, sessionId))).toBe(outcome);
    expect(await seatsLeft(world.db, sessionId)).toBe(left);
  },
);

test('a second exam is refused once the session is limited to one exam', async () => {
  const [sessionId, studentId] = [await aSession(world), aStudent(world)];
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  await book(first, sessionId);
  expect(await whileStaff(forOneExam, sessionId, () => book(second, sessionId))).toBe(
    'session_booked_up',
  );
});

test.each([
  { who: 'a student', booking: book },
  { who: 'staff', booking: bookByStaff },
])('a concurrently deleted session is not found: $who', async ({ booking }) => {
  const [sessionId, one] = [await aSession(world), await aRegistration(world)];
  expect(await whileStaff(remove, sessionId, () => booking(one, sessionId))).toBe(
    'session_not_found',
  );
  expect(await seatsLeft(world.db, sessionId)).toBe(20);
});

test('a second exam in a place that the student has is refused as well', async () => {
  const [sessionId, studentId] = [await aSession(world), aStudent(world)];
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  await book(first, sessionId);
  expect(await whileStaff(close, sessionId, () => book(second, sessionId))).toBe('session_closed');
});

test("a school's run takes no places in its session then, but for the office", async () => {
  const studentId = aStudent(world, { schoolId: 209 });
  const order = async (sessionId: number) => ({
    runId: crypto.randomUUID(),
    sessionId,
    studentId,
    examIds: [anExam(world)],
  });
  const [first, second] = [
    await aSession(world, { sessionType: '22', schoolId: 209 }),
    await aSession(world, { sessionType: '22', schoolId: 209 }),
  ];
  const school = asStaff(world.db, ['ROLE_SCHOOL'], { schoolId: 209 });
  const admin = asStaff(world.db, ['ROLE_ADMIN']);
  const [ofSchool, auditOf] = [await order(first), await order(second)];
  expect(await whileStaff(close, first, () => checkSchoolExams(school, ofSchool))).toBe(
    'session_closed',
  );
  expect(await whileStaff(close, second, () => checkSchoolExams(admin, auditOf))).toBe('done');
});

test('positive control: without the mark a student sits in a closed session', async () => {
  const [sessionId, one] = [await aSession(world), await aRegistration(world)];
  await own.run`
    CREATE FUNCTION forget_closing() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN NEW.closed_by_staff := false; RETURN NEW; END'`;
  await own.run`
    CREATE TRIGGER forget BEFORE UPDATE ON session FOR EACH ROW EXECUTE FUNCTION forget_closing()`;
  expect(await whileStaff(close, sessionId, () => book(one, sessionId))).toBe('done');
  await own.run`DROP TRIGGER forget ON session`;
  await own.run`DROP FUNCTION forget_closing`;
});
