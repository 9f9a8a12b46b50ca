import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, refusalOf } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import { checkSchoolExams } from '../../office/bulk-registration/check-school-exams.ts';
import { listSchoolSittings } from '../../office/bulk-registration/list-session-students.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../../testing.ts';
import { deleteSchoolSession } from './delete-school-session.ts';
import { type SaveSchoolSession, saveSchoolSession } from './save-school-session.ts';

const BOTH = 209;
const WOMEN = 151;
let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const day = (days: number): string => dayPlus(dayInNewYork(steadyNow()), { days });
const office = (): Call => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });
const ofSchool = (schoolId: number): Call =>
  asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId, key: randomUUID() });
const save = (call: Call, about: Partial<SaveSchoolSession> = {}) =>
  saveSchoolSession(call, {
    sessionId: 0,
    schoolId: BOTH,
    gender: '3',
    testDate: day(20),
    startTime: '09:30',
    closingDate: null,
    returnDate: null,
    ...about,
  });
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const read = (id: number) =>
  world.db.one<object>`
    SELECT gender, closing_time, starts_at > now() AS is_to_come, deleted_at IS NOT NULL AS is_gone
    FROM session WHERE id = ${id}`;

/** A student of the school who sits these many exams in a session. */
async function inSession(sessionId: number, { count = 1, schoolId = BOTH } = {}): Promise<number> {
  const studentId = aStudent(world, { schoolId });
  for (let made = 0; made < count; made++) {
    const { id } = await aRegistration(world, { studentId });
    await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
      registrationId: id,
      sessionId,
    });
  }
  return studentId;
}

test('a school admin adds a session without naming the school, with an audit row', async () => {
  const { sessionId, schoolId } = await save(ofSchool(WOMEN), { schoolId: null, gender: null });
  expect(schoolId).toBe(WOMEN);
  expect(await read(sessionId)).toEqual({
    gender: '2',
    closingTime: '14:00',
    isToCome: true,
    isGone: false,
  });
  const audits = await world.db.many<object>`
    SELECT op, change ->> 'school' AS school FROM audit
    WHERE table_name = 'session' AND row_id = ${String(sessionId)}`;
  expect(audits).toEqual([{ op: 'insert', school: String(WOMEN) }]);
});

test('the same key makes one session', async () => {
  const call = office();
  expect(await save(call)).toEqual(await save(call));
});

test('a school admin finds neither another school nor its sessions', async () => {
  const { sessionId } = await save(office());
  expect(await codeOf(save(ofSchool(WOMEN)))).toBe('school_not_found');
  expect(await codeOf(save(ofSchool(WOMEN), { sessionId, schoolId: null }))).toBe(
    'session_not_found',
  );
  expect(await codeOf(deleteSchoolSession(ofSchool(WOMEN), { sessionId }))).toBe(
    'session_not_found',
  );
  const atLocation = await aSession(world);
  expect(await codeOf(save(office(), { sessionId: atLocation }))).toBe('session_not_found');
  expect(await codeOf(deleteSchoolSession(office(), { sessionId: atLocation }))).toBe(
    'session_not_found',
  );
});

test('students of a moved session get one email with their exams in it', async () => {
  const { sessionId } = await save(office());
  const studentId = await inSession(sessionId, { count: 2 });
  await save(office(), { sessionId, testDate: day(24) });
  const events = await world.db.many<object>`
    SELECT payload->'data'->>'withoutLetter' AS without_letter,
      jsonb_array_length(payload->'data'->'togetherWith') AS others FROM outbox
    WHERE type = 'registration.session_booked'
      AND payload->'data'->>'previousSessionId' = ${String(sessionId)}
      AND payload->'data'->>'studentId' = ${String(studentId)}
    ORDER BY without_letter NULLS FIRST`;
  expect(events).toEqual([
    { withoutLetter: null, others: 1 },
    { withoutLetter: 'true', others: null },
  ]);
});

test('a change of only the return day sends no email', async () => {
  const { sessionId } = await save(office());
  await inSession(sessionId);
  await save(office(), { sessionId, returnDate: day(50) });
  const events = await world.db.many`
    SELECT 1 AS found FROM outbox WHERE type = 'registration.session_booked'
      AND payload->'data'->>'previousSessionId' = ${String(sessionId)}`;
  expect(events).toEqual([]);
});

test('a gender that excludes a student of the session is refused', async () => {
  const { sessionId } = await save(office());
  await inSession(sessionId);
  expect(await codeOf(save(office(), { sessionId, gender: '1' }))).toBe('session_gender');
  expect(await save(office(), { sessionId, gender: '2' })).toMatchObject({ sessionId });
});

test('a school admin cannot change or delete a closed session, the office can', async () => {
  const about = { sessionType: '22', schoolId: BOTH, closingDate: day(-1) } as const;
  const sessionId = await aSession(world, about);
  expect(await codeOf(save(ofSchool(BOTH), { sessionId }))).toBe('session_date_closed');
  expect(await codeOf(deleteSchoolSession(ofSchool(BOTH), { sessionId }))).toBe('session_closed');
  expect(await deleteSchoolSession(office(), { sessionId })).toEqual({ schoolId: BOTH });
});

test('a session with a student is not deleted, an empty one is, once', async () => {
  const { sessionId } = await save(office());
  await inSession(sessionId);
  expect(await codeOf(deleteSchoolSession(office(), { sessionId }))).toBe('session_has_students');
  const empty = await save(office());
  await deleteSchoolSession(ofSchool(BOTH), { sessionId: empty.sessionId });
  expect(await read(empty.sessionId)).toMatchObject({ isGone: true });
  expect(await codeOf(deleteSchoolSession(office(), { sessionId: empty.sessionId }))).toBe(
    'session_not_found',
  );
});

test('a registration that waits for a run keeps its session from being deleted', async () => {
  const { sessionId } = await save(office());
  const studentId = aStudent(world, { schoolId: BOTH });
  const { exams } = await checkSchoolExams(asService(world.db, 'schools'), {
    runId: randomUUID(),
    sessionId,
    studentId,
    examIds: [anExam(world)],
  });
  expect(exams[0]?.registrationId).toEqual(expect.any(Number));
  expect(await codeOf(deleteSchoolSession(office(), { sessionId }))).toBe('session_has_students');
});

test('a run concurrent with a deletion puts no student into the deleted session', async () => {
  for (let time = 0; time < 5; time++) {
    const { sessionId } = await save(office());
    const studentId = aStudent(world, { schoolId: BOTH });
    const order = { runId: randomUUID(), sessionId, studentId, examIds: [anExam(world)] };
    const [waiting, gone] = await Promise.allSettled([
      checkSchoolExams(asService(world.db, 'schools'), order),
      deleteSchoolSession(office(), { sessionId }),
    ]);
    expect([waiting.status, gone.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  }
});

test('the sittings of a school are all of its sessions with their students', async () => {
  const [first, second] = [await save(office()), await save(office())];
  const one = await inSession(first.sessionId);
  const other = await inSession(second.sessionId);
  const { sessions, students } = await listSchoolSittings(office(), BOTH);
  expect(sessions.map(({ session }) => session.id)).toEqual(
    expect.arrayContaining([first.sessionId, second.sessionId]),
  );
  const seats = students.map(({ sessionId, studentId }) => [sessionId, studentId]);
  expect(seats).toEqual(
    expect.arrayContaining([
      [first.sessionId, one],
      [second.sessionId, other],
    ]),
  );
});
