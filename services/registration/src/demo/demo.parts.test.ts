import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStudent, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { newestOfEachExam } from '../records/registrations/reading/registration-view.ts';
import { readOfStudent } from '../records/registrations/reading/store.ts';
import { listStudentSessions } from '../records/sessions/list-student-sessions.ts';
import { seed } from '../seed.ts';
import { schoolSessionDays, schoolSessionStart } from './school-sessions.ts';

const now = steadyNow();
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('registration');
  await seed(db, now);
});
afterAll(() => db.drop());

const of = async (studentId: number) => newestOfEachExam(await readOfStudent(db, studentId), now);

test('dana has a passed, a failed and a pending exam', async () => {
  const seen = (await of(1001)).map(({ status, gradeComment, grade, examTaken }) => [
    status,
    gradeComment,
    grade,
    examTaken,
  ]);
  expect(seen).toEqual(
    expect.arrayContaining([
      ['graded', 'Pass', '91', true],
      ['graded', 'Fail', undefined, true],
      ['taken', undefined, undefined, true],
    ]),
  );
  expect(seen).toHaveLength(3);
});

test('a student whom TAL knows has taken a TAL exam that waits for its result', async () => {
  expect(await of(2201)).toMatchObject([{ examId: 107, status: 'taken', examTaken: true }]);
});

test('miri has a running course with two assignments', async () => {
  expect(await of(1003)).toMatchObject([
    { examId: 301, status: 'course_started', freeAdditionalFees: true },
  ]);
  expect(await db.one`SELECT count(*)::integer AS n FROM assignment`).toEqual({ n: 2 });
});

test('rivka sits in a coming session of their school', async () => {
  expect(await of(1004)).toMatchObject([
    { status: 'scheduled', sessionType: '22', chargeSchool: true },
  ]);
  const [session] = await listStudentSessions(asStudent(db, 1004));
  expect(session).toMatchObject({ schoolId: 151, closed: false });
});

test('demo data breaks no rule, and a second seed changes nothing', async () => {
  const rows = () =>
    db.one`
      SELECT (SELECT count(*)::integer FROM registration) AS registrations, (SELECT
      count(*)::integer FROM session) AS sessions`;
  const before = await rows();
  await seed(db, now);
  expect(await rows()).toEqual(before);
  expect(await brokenInvariants(db)).toEqual({});
});

test.each([
  ['2026-12-06', '2026-12-03'], // Sunday
  ['2026-12-07', '2026-12-03'], // Monday
  ['2026-12-08', '2026-12-07'],
])('a school session on %s closes on %s and never lies on a Sabbath', (day, closingDate) => {
  expect(schoolSessionDays(new Date(`${day}T14:30:00Z`)).closingDate).toBe(closingDate);
  expect(schoolSessionStart(new Date('2026-12-01T15:00:00Z'), 4, '09:30').toISOString()).toBe(
    '2026-12-06T14:30:00.000Z',
  );
});
