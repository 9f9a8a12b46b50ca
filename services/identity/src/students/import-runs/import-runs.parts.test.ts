import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { plusSeconds } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { aForm, aStudent, someLists } from '../../testing.ts';
import { addWithoutAccount } from '../enrolment/add-without-account.ts';
import { forgetImportsJob } from '../imports/records/forget-imports.ts';
import { insertImport } from '../imports/records/import-store.ts';
import { importRow } from './import-row.ts';
import { beginRun } from './run-store.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

const admin = () => asStaff(db, ['ROLE_ADMIN']);
let next = 0;
/** A table of one row whose columns are chosen. */
async function aTable({ uploadedAt = steadyNow(), mapped = true } = {}) {
  next += 1;
  const id = randomUUID();
  const cells = {
    lastName: 'Row',
    firstName: 'Lea',
    gender: 'F',
    dob: '05/17/2001',
    last4ssn: String(next).padStart(4, '0'),
  };
  await insertImport(
    db,
    {
      id,
      schoolId: 412,
      schoolName: 'School',
      cohortChoices: ['2026-2027'],
      fileName: 'a.csv',
      columns: ['Last name'],
      rows: [{ row: 2, cells: ['Row'] }],
    },
    { id: 1, name: 'admin' },
    uploadedAt,
  );
  if (mapped)
    await db.run`
      WITH chosen AS (
        UPDATE student_import SET mapping = '{}', defaults = '{}', date_order = 'MDY'
        WHERE id = ${id} RETURNING id)
      UPDATE student_import_row SET cells = ${JSON.stringify(cells)}::jsonb
      WHERE import_id IN (SELECT id FROM chosen)`;
  return { id, cells };
}
const ready = (id: string) => ({
  id,
  schoolId: 412,
  dateOrder: 'MDY' as const,
  defaults: { gender: null, cohort: null, country: null },
});
const begin = (importId: string, choice: 'add' | 'cohort', matchId: number | null = null) =>
  beginRun(
    db,
    { importId, runId: randomUUID(), by: { id: 1, name: 'admin' } },
    [{ row: 2, choice, matchId }],
    steadyNow(),
  );
const run = (id: string) =>
  inTransaction(admin(), 'importStudents.row', (tx) => importRow(tx, ready(id), 2));
const resultOf = (id: string) =>
  db.one`
    SELECT outcome, text, student_id IS NOT NULL AS has_student FROM student_import_row
    WHERE import_id = ${id}`;

test('a row is put on record once, however often it is worked on', async () => {
  const { id, cells } = await aTable();
  await begin(id, 'add');
  await Promise.all([run(id), run(id)]);
  await run(id);
  expect(await resultOf(id)).toEqual({ outcome: 'added', text: 'Added', hasStudent: true });
  const made = await db.many`
    SELECT school_id, membership_type_id, college_id, is_for_school FROM student
    WHERE last4_ssn = ${cells.last4ssn}`;
  expect(made).toEqual([{ schoolId: 412, membershipTypeId: 2, collegeId: 234, isForSchool: true }]);
});

test('a student added since is not added again, unless that was seen and confirmed', async () => {
  const [fresh, seen] = [await aTable(), await aTable()];
  const pair = (last4Ssn: string) => ({ dob: '2001-05-17', last4Ssn });
  await aStudent(db, pair(fresh.cells.last4ssn));
  const known = await aStudent(db, pair(seen.cells.last4ssn));
  await begin(fresh.id, 'add');
  await begin(seen.id, 'add', known.id);
  await run(fresh.id);
  await run(seen.id);
  expect(await resultOf(fresh.id)).toMatchObject({
    outcome: 'failed',
    hasStudent: false,
    text: 'A student already exists with the given SSN and date of birth.',
  });
  expect(await resultOf(seen.id)).toMatchObject({ outcome: 'added' });
});

test('the cohort of a student who has left the school stays', async () => {
  const { id, cells } = await aTable();
  const moved = await aStudent(db, {
    dob: '2001-05-17',
    last4Ssn: cells.last4ssn,
    schoolId: 209,
    cohort: '2025-2026',
  });
  await db.run`
    UPDATE student_import_row SET cells = cells || '{"cohort": "2026-2027"}'
    WHERE import_id = ${id}`;
  await begin(id, 'cohort', moved.id);
  await run(id);
  expect(await resultOf(id)).toMatchObject({
    outcome: 'failed',
    text: 'This student is not in this school any more.',
  });
});

test('two concurrent imports of one person add one', async () => {
  const form = aForm({ email: null, dob: '2002-02-02', last4Ssn: '0202' });
  const add = () =>
    inTransaction(admin(), 'add', (tx) => addWithoutAccount(tx, form, { confirmed: false }));
  const answers = await Promise.all([add(), add()]);
  expect(answers.filter((answer) => answer === 'duplicate_student')).toHaveLength(1);
});

test('deletes cells after 24 hours, unmapped tables after 1, results after 90 days', async () => {
  const ago = (hours: number) => plusSeconds(steadyNow(), -3_600 * hours);
  const [unread, read, old, began] = [
    await aTable({ uploadedAt: ago(2), mapped: false }),
    await aTable({ uploadedAt: ago(2) }),
    await aTable({ uploadedAt: ago(25) }),
    await aTable({ uploadedAt: ago(25) }),
  ];
  const ended = await aTable();
  await begin(began.id, 'add');
  await begin(ended.id, 'add');
  await db.run`
    UPDATE student_import SET started_at = now() - interval '91 days' WHERE id = ${ended.id}`;
  await forgetImportsJob(db).run();
  const left = async ({ id }: { id: string }) =>
    db.one`
      SELECT (SELECT count(*)::int FROM student_import WHERE id = ${id}) AS imports,
        (SELECT count(*)::int FROM student_import_row WHERE import_id = ${id}) AS rows,
        (SELECT count(cells)::int FROM student_import_row WHERE import_id = ${id}) AS cells`;
  expect(await Promise.all([unread, read, old, began, ended].map(left))).toEqual([
    { imports: 0, rows: 0, cells: 0 },
    { imports: 1, rows: 1, cells: 1 },
    { imports: 0, rows: 0, cells: 0 },
    { imports: 1, rows: 1, cells: 0 },
    { imports: 1, rows: 0, cells: 0 },
  ]);
});
