import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { findStudent } from '../../records/students/find-students.ts';
import type { StudentForm } from '../../records/students/student.ts';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { aForm, aPassword, aStudent, someLists } from '../../testing.ts';
import type { EditableField } from './edit-rule.ts';
import { editStudent } from './edit-student.ts';

let db: TestDatabase;
let stopSchools: () => void;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  const school = { id: 151, name: 'Bais Chana', active: true, cohortChoices: ['2026-2027'] };
  const standIn = rpcs(SchoolsServiceDefinition, {
    listSchools: { handle: async ({ ids }) => ({ schools: ids.includes(151) ? [school] : [] }) },
  });
  stopSchools = await serveInProcess('SCHOOLS_ADDR', [standIn]);
});
afterAll(async () => {
  closeClients();
  stopSchools();
  await db.drop();
});

const edit = (
  studentId: number,
  wish: Partial<StudentForm>,
  more: { emailUnlocked?: boolean; confirmDoubleSsnDob?: boolean } = {},
) =>
  editStudent(asStaff(db, ['ROLE_ADMIN']), {
    studentId,
    named: Object.keys(wish) as EditableField[],
    wish: aForm(wish),
    confirmDoubleSsnDob: false,
    emailUnlocked: false,
    ...more,
  });
const historyOf = (id: number) =>
  db.many<{ change: object }>`
    SELECT change FROM audit WHERE student_id = ${id} AND op = 'update' ORDER BY id`;

test('sent fields change, others stay; the change is announced and noted once', async () => {
  const { id, version } = await aStudent(db, { phone: '718-555-0100', maidenName: 'Nee' });
  const { student } = await edit(id, { phone: null, lastName: 'Cohen' });
  expect(student).toMatchObject({
    phone: null,
    lastName: 'Cohen',
    maidenName: 'Nee',
    version: version + 1,
    lastChangeBy: expect.stringMatching(/\w/),
  });
  expect(await historyOf(id)).toEqual([
    { change: { phone: ['718-555-0100', null], lastName: ['Moab', 'Cohen'] } },
  ]);
  const [event] = await db.many`
    SELECT 1 AS there FROM outbox WHERE type = 'identity.student_changed'
      AND payload->'data'->>'studentId' = ${String(id)}`;
  expect(event).toBeDefined();
});

test('an edit that changes nothing leaves no trace', async () => {
  const { id, version, lastName } = await aStudent(db);
  await edit(id, { lastName });
  expect(await historyOf(id)).toEqual([]);
  expect((await findStudent(db, id))?.version).toBe(version);
});

test('an unlocked login moves, sessions and links end, and both addresses get mail', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  const moved = `moved${id}@student.test`;
  expect(await refusalOf(edit(id, { email: moved }))).toMatchObject({ code: 'email_locked' });
  expect(await edit(id, { email: moved }, { emailUnlocked: true })).toMatchObject({
    isLoginMoved: true,
    student: { email: moved },
  });
  await signInStudent(asPublic(db), { email: moved, password: aPassword });
  expect(
    await refusalOf(signInStudent(asPublic(db), { email: email ?? '', password: aPassword })),
  ).toMatchObject({ code: 'invalid_credentials' });
  const mails = await db.many<{ recipient: string }>`
    SELECT recipient FROM mail WHERE subject LIKE '%was changed' ORDER BY recipient`;
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual([email, moved].sort());
  const ended = await db.many`
    SELECT 1 AS there FROM outbox WHERE type = 'identity.password_changed'
      AND payload->'data'->>'accountId' = ${String(id)}`;
  expect(ended).toHaveLength(1);
});

test("refuses another account's address, and asks once about another person's pair", async () => {
  const other = await aStudent(db, {}, aPassword);
  const { id } = await aStudent(db);
  expect(await refusalOf(edit(id, { email: other.email?.toUpperCase() ?? '' }))).toMatchObject({
    code: 'email_taken',
  });
  const pair = { dob: other.dob, last4Ssn: other.last4Ssn };
  expect(await refusalOf(edit(id, pair))).toMatchObject({
    code: 'duplicate_student',
    extra: { students: [{ id: other.id }] },
  });
  const { student } = await edit(id, pair, { confirmDoubleSsnDob: true });
  expect(student).toMatchObject(pair);
});

test('accommodations get the day on which they were approved, and lose it with them', async () => {
  const { id } = await aStudent(db);
  const given = await edit(id, { accommodations: 'Time', accommodationsApprovedBy: 'Dr Gold' });
  expect(given.student.accommodationsApprovedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const taken = await edit(id, { accommodations: null, accommodationsApprovedBy: null });
  expect(taken.student.accommodationsApprovedOn).toBeNull();
});

test('school and cohort change together; unknown colleges and schools are refused', async () => {
  const { id } = await aStudent(db);
  expect((await edit(id, { schoolId: 151, cohort: '2026-2027' })).student).toMatchObject({
    schoolId: 151,
    cohort: '2026-2027',
  });
  expect(await refusalOf(edit(id, { schoolId: 9 }))).toMatchObject({ code: 'invalid' });
  expect(await refusalOf(edit(id, { collegeId: 999 }))).toMatchObject({ code: 'invalid' });
});
