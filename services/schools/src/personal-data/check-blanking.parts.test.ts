import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { checkBlanking } from './check-blanking.ts';

const RUNNING = ['A bulk registration of the school is running.'];

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
});
afterAll(() => db.drop());

/** A bulk run of a school of its own with one student in it: a school has one that runs. */
async function aRun(studentId: number, finishedAt: Date | null): Promise<void> {
  const { id: schoolId } = await db.one<{ id: number }>`
    INSERT INTO school (name, gender) VALUES (${randomUUID()}, '2') RETURNING id`;
  await db.run`
    WITH run AS (INSERT INTO bulk_run (school_id, session_id, send_study_materials, ordered_by,
        ordered_at, finished_at)
      VALUES (${schoolId}, 1, false, 'test', clock_timestamp(), ${finishedAt}) RETURNING id)
    INSERT INTO bulk_student (run_id, student_id) SELECT id, ${studentId} FROM run`;
}

test.each([
  { what: 'that runs', finishedAt: null, reasons: RUNNING },
  { what: 'that is finished', finishedAt: steadyNow(), reasons: [] },
])('a bulk run of the school $what gives $reasons', async ({ finishedAt, reasons }) => {
  const studentId = finishedAt === null ? 7001 : 7002;
  await aRun(studentId, finishedAt);
  expect(await checkBlanking(db, { studentId })).toEqual({ reasons, credits: 0 });
});

test('a run that the student is not in is not in the way', async () => {
  await aRun(7003, null);
  expect(await checkBlanking(db, { studentId: 7004 })).toEqual({ reasons: [], credits: 0 });
});

test('one run that is finished does not hide another that is not', async () => {
  await aRun(7005, steadyNow());
  await aRun(7005, null);
  expect(await checkBlanking(db, { studentId: 7005 })).toEqual({ reasons: RUNNING, credits: 0 });
});
