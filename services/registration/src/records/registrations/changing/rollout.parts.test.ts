import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, Sql } from '@portal/kit/database/database';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { writeChanges } from './change-store.ts';
import { lockRegistrations } from './lock-registrations.ts';

/**
 * While a release is rolled out, pods of the version before write the columns of registration, and
 * new ones the tables of sittings and results: each must read what the other wrote. The test goes
 * with the columns.
 */
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('registration');
});
afterAll(() => db.drop());

let lastId = 100;
const aRegistration = async () => {
  const id = ++lastId;
  await db.run`
    INSERT INTO registration (id, student_id, exam_id, exam_group, status, created_at)
    VALUES (${id}, ${id}, 1, 1, 'registered', now())`;
  return id;
};
const columns = (id: number, sql: Sql = db) => sql.one<object>`
  SELECT proctor_uuid, online_access, online_exam_taken_override AS reopened, taken_on, grade,
    grade_comment, held_grade_comment, is_passed
  FROM registration WHERE id = ${id}`;
const tables = (id: number, sql: Sql = db) => sql.one<object>`
  SELECT o.proctor_uuid, COALESCE(o.online_access, false) AS online_access,
    COALESCE(o.online_exam_taken_override, false) AS reopened, x.taken_on, x.grade,
    x.grade_comment, x.held_grade_comment, COALESCE(x.is_passed, false) AS is_passed
  FROM registration r
  LEFT JOIN online_sitting o ON o.registration_id = r.id
  LEFT JOIN exam_result x ON x.registration_id = r.id
  WHERE r.id = ${id}`;
/** Returns registrations whose columns differ from the tables. */
const differing = async (sql: Sql) =>
  sql.many`
    SELECT r.id FROM registration r
    LEFT JOIN online_sitting o ON o.registration_id = r.id
    LEFT JOIN exam_result x ON x.registration_id = r.id
    WHERE (r.proctor_reserved, r.proctor_uuid, r.online_access, r.online_exam_started,
      r.online_exam_completed, r.online_exam_redirect, r.online_exam_taken_override, r.resume_until,
      r.reopened_at, r.access_cleared_at) IS DISTINCT FROM (
        COALESCE(o.proctor_reserved, false), o.proctor_uuid, COALESCE(o.online_access, false),
        o.online_exam_started, o.online_exam_completed, o.online_exam_redirect,
        COALESCE(o.online_exam_taken_override, false), o.resume_until, o.reopened_at,
        o.access_cleared_at)
      OR (r.taken_on, r.arrived_back, r.paper_exam_uploaded, r.batch_id, r.grade, r.grade_comment,
        r.graded_on, r.held_grade, r.held_grade_comment) IS DISTINCT FROM (
        x.taken_on, x.arrived_back, COALESCE(x.paper_exam_uploaded, false), x.batch_id, x.grade,
        x.grade_comment, x.graded_on, x.held_grade, x.held_grade_comment)`;
const nothing = {
  proctorUuid: null,
  onlineAccess: false,
  reopened: false,
  takenOn: null,
  grade: null,
  gradeComment: null,
  heldGradeComment: null,
  isPassed: false,
};

/** Writes the changes of an event as pods of the previous release do. */
const writeAsBefore = (sql: Sql, id: number, change: object) => sql.run`
  UPDATE registration r SET
    status = n.status, proctor_reserved = n.proctor_reserved, proctor_uuid = n.proctor_uuid,
    online_access = n.online_access, online_exam_started = n.online_exam_started,
    online_exam_completed = n.online_exam_completed,
    online_exam_redirect = n.online_exam_redirect,
    online_exam_taken_override = n.online_exam_taken_override, resume_until = n.resume_until,
    reopened_at = n.reopened_at, access_cleared_at = n.access_cleared_at,
    taken_on = n.taken_on, arrived_back = n.arrived_back,
    paper_exam_uploaded = n.paper_exam_uploaded, batch_id = n.batch_id, grade = n.grade,
    grade_comment = n.grade_comment, graded_on = n.graded_on, held_grade = n.held_grade,
    held_grade_comment = n.held_grade_comment
  FROM registration b, LATERAL jsonb_populate_record(b, ${JSON.stringify(change)}::jsonb) AS n
  WHERE r.id = ${id} AND b.id = r.id`;

/** Increments proctor_uuid and grade, as a command of the previous release does. */
const countAsBefore = (sql: Database, id: number) =>
  sql.transaction(async (tx) => {
    await lockRegistrations(tx, id);
    const { last } = await tx.one<{ last: number }>`
      SELECT COALESCE(grade, '0')::integer AS last FROM registration WHERE id = ${id}`;
    await writeAsBefore(tx, id, { proctor_uuid: `${id}-${last + 1}`, grade: `${last + 1}` });
  });
/** The same, as a command of this version does. */
const count = (sql: Database, id: number) =>
  sql.transaction(async (tx) => {
    await lockRegistrations(tx, id);
    const { last } = await tx.one<{ last: number }>`
      SELECT COALESCE(max(grade), '0')::integer AS last
      FROM exam_result WHERE registration_id = ${id}`;
    const change = { proctorUuid: `${id}-${last + 1}`, grade: `${last + 1}` };
    expect(await writeChanges(tx, [{ id, from: 'registered', change }])).toBe(1);
  });

/** Some workers count up the registrations, one after the other, so many times each. */
async function countAll(ids: readonly number[], times: number): Promise<void> {
  const work = async (worker: number) => {
    for (let turn = 0; turn < times; turn++)
      for (const id of ids) await (worker % 2 === 0 ? count : countAsBefore)(db, id);
  };
  await Promise.all([0, 1, 2, 3].map(work));
}
const counted = (ids: readonly number[]) => db.many<object>`
  SELECT x.registration_id AS id, x.grade, o.proctor_uuid
  FROM exam_result x LEFT JOIN online_sitting o ON o.registration_id = x.registration_id
  WHERE x.registration_id = ANY (${ids}::bigint[]) ORDER BY 1`;

test('the new tables hold values written by a pod of the previous release', async () => {
  const id = await aRegistration();
  await writeAsBefore(db, id, { proctor_uuid: `u-${id}`, online_access: true });
  expect(await tables(id)).toEqual({ ...nothing, proctorUuid: `u-${id}`, onlineAccess: true });
  const passed = { status: 'graded', taken_on: '2026-03-01', grade: '91', grade_comment: 'Pass' };
  await writeAsBefore(db, id, { online_access: false, ...passed });
  const graded = {
    ...nothing,
    proctorUuid: `u-${id}`,
    takenOn: '2026-03-01',
    grade: '91',
    gradeComment: 'Pass',
    isPassed: true,
  };
  expect([await tables(id), await columns(id)]).toEqual([graded, graded]);
});

test('the old columns hold values written by a new pod', async () => {
  const id = await aRegistration();
  const write = (change: object, from: 'registered' | 'taken') =>
    db.transaction((tx) => writeChanges(tx, [{ id, from, change }]));
  await write({ proctorUuid: `u-${id}` }, 'registered');
  await write({ onlineAccess: true }, 'registered');
  const taken = { status: 'taken', takenOn: '2026-03-01', heldGradeComment: 'Fail' };
  await write(taken, 'registered');
  const written = {
    ...nothing,
    proctorUuid: `u-${id}`,
    onlineAccess: true,
    takenOn: '2026-03-01',
    heldGradeComment: 'Fail',
  };
  expect([await columns(id), await tables(id)]).toEqual([written, written]);
  await write({ status: 'graded', gradeComment: 'Pass', heldGradeComment: null }, 'taken');
  const graded = { ...written, gradeComment: 'Pass', heldGradeComment: null, isPassed: true };
  expect([await columns(id), await tables(id)]).toEqual([graded, graded]);
});

test('a change of something else makes no rows, nor does one that says nothing', async () => {
  const id = await aRegistration();
  await writeAsBefore(db, id, { status: 'course_started' });
  const change = { status: 'registered', proctorUuid: null, proctorReserved: false } as const;
  expect(await writeChanges(db, [{ id, from: 'course_started', change }])).toBe(1);
  const rows = await db.many`
    SELECT registration_id FROM online_sitting WHERE registration_id = ${id}
    UNION ALL SELECT registration_id FROM exam_result WHERE registration_id = ${id}`;
  expect(rows).toEqual([]);
});

test('both change the same registrations at once, and neither loses writes', async () => {
  const ids = [await aRegistration(), await aRegistration(), await aRegistration()];
  await countAll(ids, 15);
  expect(await counted(ids)).toEqual(
    ids.map((id) => ({ id, grade: '60', proctorUuid: `${id}-60` })),
  );
  expect(await differing(db)).toEqual([]);
});

test('without the triggers they do', async () => {
  const ids = [await aRegistration()];
  const guards = (state: 'DISABLE' | 'ENABLE') =>
    db.pool.query(
      ['registration', 'online_sitting', 'exam_result']
        .map((table) => `ALTER TABLE ${table} ${state} TRIGGER USER`)
        .join(';'),
    );
  await guards('DISABLE');
  await countAll(ids, 2);
  await guards('ENABLE');
  // each kind has its own count, to the half of eight
  expect(await counted(ids)).toMatchObject([{ grade: '4' }]);
});

test('a registration is not graded without its grade', async () => {
  const id = await aRegistration();
  await expect(db.run`UPDATE registration SET status = 'graded' WHERE id = ${id}`).rejects.toThrow(
    'graded without a grade',
  );
});
