import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, refusalOf } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { listOfStudents } from '../../booking/online-office/list-of-students.ts';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import type { Attendance } from '../../records/attendance/attendance-rules.ts';
import { countAbsences } from '../../records/attendance/kept-attendance.ts';
import { withWorld, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, aStudent, later, seatsLeft } from '../../testing.ts';
import { getOfficeSession } from '../calendar/queries/list-office-sessions.ts';
import { getSessionDay } from './session-day.ts';
import { setAttendance } from './set-attendance.ts';

withWorld();

const office = (about: object = {}) =>
  asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID(), ...about });
const school = (schoolId: number) => asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId });

/** A session that begins in half an hour unless said otherwise. */
const soon = (hours = 0.5, about: object = {}) =>
  aSession(world, { startsAt: later(steadyNow(), { hours }), ...about });

/** A student with a place in a session. */
async function seated(sessionId: number, about: Parameters<typeof aStudent>[1] = {}) {
  const studentId = aStudent(world, about);
  const { id } = await aRegistration(world, {
    studentId,
    examId: anExam(world, { durationMinutes: 60 }),
  });
  await scheduleSession(office({ studentId }), { registrationId: id, sessionId });
  return { studentId, registrationId: id };
}
const mark = (
  sessionId: number,
  studentId: number,
  attendance: Attendance,
  at: Date | null = null,
) => setAttendance(office(), { sessionId, students: [{ studentId, attendance, at }] });

test('a day lists its students by name, with exams, end and attendance', async () => {
  const sessionId = await soon();
  const names = [
    ['Sara', 'zilber'],
    ['Ruth', 'Adler'],
    ['Ada', 'Adler'],
  ] as const;
  for (const [firstName, lastName] of names) await seated(sessionId, { firstName, lastName });
  const day = await getSessionDay(office(), sessionId);
  expect(day.rows.map(({ name }) => name)).toEqual(['Ada Adler', 'Ruth Adler', 'Sara zilber']);
  expect(day.counts).toEqual({ expected: 3, arrived: 0, absent: 0, leftEarly: 0 });
  expect(day.rows[0]).toMatchObject({
    attendance: 'expected',
    attendanceAt: undefined,
    attendanceBy: undefined,
    accommodations: [],
    barred: false,
    exams: [{ minutes: 60, status: 'scheduled', feesDueCents: 0, result: undefined }],
    endsAt: new Date(day.session.startsAt.getTime() + 210 * 60_000),
  });
});

test('attendance is stored with time and name and logged; a repeat changes nothing', async () => {
  const sessionId = await soon();
  const { studentId } = await seated(sessionId, { firstName: 'Ada', lastName: 'Adler' });
  const first = await mark(sessionId, studentId, 'arrived');
  expect(first.rows).toMatchObject([{ studentId, attendance: 'arrived' }]);
  expect(first.counts).toMatchObject({ expected: 0, arrived: 1 });
  const again = await mark(sessionId, studentId, 'arrived');
  expect(again.rows[0]?.attendanceAt).toEqual(first.rows[0]?.attendanceAt);
  await mark(sessionId, studentId, 'left_early');
  const back = await mark(sessionId, studentId, 'expected');
  expect(back.rows).toMatchObject([{ attendance: 'expected', attendanceAt: undefined }]);
  const { history } = await getOfficeSession(office(), sessionId);
  expect(history.map(({ text }) => text).slice(0, 3)).toEqual([
    'Ada Adler, attendance: left_early → expected',
    'Ada Adler, attendance: arrived → left_early',
    'Ada Adler, attendance: expected → arrived',
  ]);
});

test('of many students all are marked or none', async () => {
  const sessionId = await soon();
  const { studentId } = await seated(sessionId);
  const stranger = aStudent(world);
  const refused = await refusalOf(
    setAttendance(office(), {
      sessionId,
      students: [studentId, stranger].map((id) => ({
        studentId: id,
        attendance: 'arrived' as const,
        at: null,
      })),
    }),
  );
  expect([refused.status, refused.code]).toEqual([422, 'not_in_session']);
  expect((await getSessionDay(office(), sessionId)).counts).toMatchObject({ arrived: 0 });
});

test('a school admin sees and marks only sessions of their school, and no other name', async () => {
  const sessionId = await soon(0.5, { sessionType: '22', schoolId: 209 });
  const { studentId } = await seated(sessionId, { schoolId: 209 });
  const own = await getSessionDay(school(209), sessionId);
  expect(own.rows.map((row) => row.studentId)).toEqual([studentId]);
  for (const id of [sessionId, await soon()]) {
    const refused = await refusalOf(getSessionDay(school(151), id));
    expect(refused.code).toBe('session_not_found');
  }
  const other = aStudent(world, { firstName: 'Hidden', lastName: 'Name', schoolId: 151 });
  const unknown = await refusalOf(
    setAttendance(school(209), {
      sessionId,
      students: [{ studentId: other, attendance: 'arrived', at: null }],
    }),
  );
  expect(unknown.detail).toBe('This student is not in this session.');
});

test('two concurrent marks of a student leave one state and a log without a gap', async () => {
  const sessionId = await soon();
  const { studentId } = await seated(sessionId, { firstName: 'Ada', lastName: 'Adler' });
  await Promise.all([
    mark(sessionId, studentId, 'arrived'),
    mark(sessionId, studentId, 'absent'),
    mark(sessionId, studentId, 'arrived'),
  ]);
  const day = await getSessionDay(office(), sessionId);
  const { history } = await getOfficeSession(office(), sessionId);
  const steps = history.flatMap(({ text }) => /: (\w+) → (\w+)/.exec(text)?.slice(1, 3) ?? []);
  // newest first: each begins where the one before ended
  const pairs = Array.from({ length: steps.length / 2 }, (_, n) => steps.slice(2 * n, 2 * n + 2));
  expect(pairs[0]?.[1]).toBe(day.rows[0]?.attendance);
  for (const [n, [from]] of pairs.entries()) expect(from).toBe(pairs[n + 1]?.[1] ?? 'expected');
});

test('a student marked as arrived is no no-show, of neither session nor exam', async () => {
  const sessionId = await soon();
  const { studentId, registrationId } = await seated(sessionId);
  await mark(sessionId, studentId, 'arrived');
  const by = () => office({ studentId });
  for (const cancelled of [
    cancelSession(by(), { registrationId, reason: 1 }),
    cancelRegistration(by(), { registrationId, reason: 1 }),
  ]) {
    const refused = await refusalOf(cancelled);
    expect([refused.status, refused.code, refused.detail]).toEqual([
      409,
      'was_present',
      'The student was marked as arrived.',
    ]);
  }
  await cancelSession(by(), { registrationId, reason: 2 });
});

test('absence frees no seat and is counted, also after the session is left for it', async () => {
  const sessionId = await soon();
  const { studentId, registrationId } = await seated(sessionId);
  const before = await seatsLeft(world.db, sessionId);
  await mark(sessionId, studentId, 'absent');
  expect(await seatsLeft(world.db, sessionId)).toBe(before);
  await cancelSession(office({ studentId }), { registrationId, reason: 1 });
  expect(await countAbsences(world.db, studentId)).toMatchObject({ absent: 1 });
});

test("a registration shows its student's absence until the session is left", async () => {
  const sessionId = await soon();
  const { studentId, registrationId } = await seated(sessionId);
  const wasAbsent = async () =>
    (await listOfStudents(office(), [studentId])).map((one) => one.wasAbsent);
  expect(await wasAbsent()).toEqual([false]);
  const { session } = await getSessionDay(office(), sessionId);
  expect(await listOfStudents(office(), [studentId])).toMatchObject([
    { sessionStartsAt: session.startsAt, location: session.locationName, feesDueCents: 0 },
  ]);
  await mark(sessionId, studentId, 'absent');
  expect(await wasAbsent()).toEqual([true]);
  await cancelSession(office({ studentId }), { registrationId, reason: 1 });
  expect(await wasAbsent()).toEqual([false]);
});

test('attendance of a session days ahead is refused', async () => {
  const sessionId = await soon(48);
  const { studentId } = await seated(sessionId);
  expect((await refusalOf(mark(sessionId, studentId, 'arrived'))).code).toBe('too_early');
});
