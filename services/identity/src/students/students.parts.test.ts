import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from '@portal/kit/database/database';
import { closeClients } from '@portal/kit/grpc/client';
import { rpcs } from '@portal/kit/grpc/rpc';
import {
  asService,
  asStaff,
  asStudent,
  freshDatabase,
  PATIENT,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
  twoMeetAtInsert,
} from '@portal/kit/testing';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { setStudentBars } from '../records/files/set-student-bars.ts';
import { readStudent } from '../records/students/read-student.ts';
import type { StudentForm } from '../records/students/student.ts';
import { aForm, aPassword, aStudent, someLists } from '../testing.ts';
import { type AddStudent, addStudent } from './enrolment/add-student.ts';
import { listCohorts } from './search/list-cohorts.ts';

let db: TestDatabase;
let stopSchools: () => void;
const known = [
  {
    id: 151,
    name: 'Bais Chana',
    gender: '2',
    active: true,
    cohortChoices: ['2025-2026', '2026-2027'],
  },
  {
    id: 300,
    name: 'Ohr Torah',
    gender: '3',
    active: true,
    studentsAreMembers: true,
    cohortChoices: ['2026-2027'],
  },
  { id: 7, name: 'Closed', gender: '3', active: false, cohortChoices: ['2026-2027'] },
];

beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  const standIn = rpcs(SchoolsServiceDefinition, {
    listSchools: {
      handle: async ({ ids }) => ({ schools: known.filter(({ id }) => ids.includes(id)) }),
    },
  });
  stopSchools = await serveInProcess('SCHOOLS_ADDR', [standIn]);
});
afterAll(async () => {
  closeClients();
  stopSchools();
  await db.drop();
});

let next = 0;
/** A request to add a person unlike any other. */
function adds(changes: Partial<StudentForm> = {}, more: Partial<AddStudent> = {}): AddStudent {
  next += 1;
  const form = aForm({
    email: `added${next}@student.test`,
    dob: '1988-08-08',
    last4Ssn: String(1000 + next),
    ...changes,
  });
  return {
    id: 0,
    form,
    password: null,
    isRegular: true,
    confirmDoubleSsnDob: false,
    botProof: null,
    seminaryStudentId: null,
    ...more,
  };
}
const asAdmin = () => asStaff(db, ['ROLE_ADMIN']);
const asSchool = () => asStaff(db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151 });

test('an admin puts a person on record, without an account', async () => {
  const student = await addStudent(
    asAdmin(),
    adds(
      { firstName: 'Élise', collegeId: 269, membershipTypeId: 1 },
      { password: aPassword, id: 77 },
    ),
  );

  expect(student).toMatchObject({
    firstName: 'Élise',
    collegeName: 'Woodmont College',
    membershipName: 'Member',
    hasAccount: false,
    version: 1,
    createdBy: 'staff',
  });
  expect(student.id).toBeGreaterThan(10_000);
  expect(student.jseId).toMatch(/^\d+$/);
  expect(
    await db.maybe`
      SELECT 1 AS sent FROM outbox WHERE type = 'identity.student_added'
        AND payload->'data'->>'studentId' = ${String(student.id)}`,
  ).toBeDefined();
});

test('the same birth date and digits are another person only when staff say so', async () => {
  const first = await addStudent(asAdmin(), adds({ dob: '1990-01-01', last4Ssn: '1111' }));
  const again = adds({ dob: '1990-01-01', last4Ssn: '1111' });

  const refusal = await refusalOf(addStudent(asAdmin(), again));
  expect(refusal).toMatchObject({
    status: 409,
    code: 'duplicate_student',
    extra: { Error: true, students: [{ id: first.id, last4Ssn: '1111', dob: '1990-01-01' }] },
  });
  const second = await addStudent(asAdmin(), { ...again, confirmDoubleSsnDob: true });
  expect(second.id).not.toBe(first.id);
});

test('a school admin sees of another school no more than a name and an initial', async () => {
  await aStudent(db, {
    dob: '1990-02-02',
    last4Ssn: '2222',
    firstName: 'Hanna',
    lastName: 'Private',
  });

  const refusal = await refusalOf(
    addStudent(asSchool(), adds({ dob: '1990-02-02', last4Ssn: '2222', cohort: '2026-2027' })),
  );
  expect(refusal.extra.students).toEqual([
    expect.objectContaining({
      id: 0,
      firstName: 'Hanna',
      lastName: 'P.',
      last4Ssn: '',
      dob: '',
      email: null,
    }),
  ]);
});

test('a school admin adds to the own school only, and not where students are members', async () => {
  const student = await addStudent(
    asSchool(),
    adds({ schoolId: 151, cohort: '2026-2027', collegeId: 269, membershipTypeId: 1 }),
  );
  expect(student).toMatchObject({
    schoolId: 151,
    collegeId: 234,
    membershipTypeId: 2,
    isForSchool: true,
    cohort: '2026-2027',
  });

  expect(await refusalOf(addStudent(asSchool(), adds({ cohort: '2019-2020' })))).toMatchObject({
    code: 'invalid',
    detail: 'Cohort invalid',
  });
  const ofMembers = asStaff(db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 300 });
  expect((await refusalOf(addStudent(ofMembers, adds({ cohort: '2026-2027' })))).code).toBe(
    'forbidden',
  );
});

test.each([300, 7, 999])(
  'a school admin does not find the school %i of another one',
  async (schoolId) => {
    const wish = adds({ schoolId, cohort: '2026-2027' });
    expect(await refusalOf(addStudent(asSchool(), wish))).toMatchObject({
      status: 404,
      code: 'school_not_found',
      detail: 'No school found',
    });
    const { last4Ssn } = wish.form;
    expect(await db.many`SELECT 1 AS saved FROM student WHERE last4_ssn = ${last4Ssn}`).toEqual([]);
  },
);

test.each([
  [{ schoolId: 999 }, 'School invalid'],
  [{ schoolId: 7 }, 'School invalid'],
  [{ collegeId: 555 }, 'College invalid'],
  [{ membershipTypeId: 9 }, 'Membership type invalid'],
])('an admin who names %j gets %j', async (changes, detail) => {
  expect(await refusalOf(addStudent(asAdmin(), adds(changes)))).toMatchObject({
    status: 422,
    code: 'invalid',
    detail,
  });
});

test('an address that has an account is refused whatever its case', async () => {
  await aStudent(db, { email: 'taken@student.test' }, aPassword);
  await aStudent(db, { email: 'free@student.test' });

  const refusal = await refusalOf(addStudent(asAdmin(), adds({ email: 'TAKEN@student.test' })));
  expect(refusal).toMatchObject({
    status: 409,
    code: 'email_taken',
    detail: 'This email address is already in the JSE database.',
  });
  await addStudent(asAdmin(), adds({ email: 'free@student.test' }));
});

test('of two concurrent adds of one person the second is refused with the first', async () => {
  const answers = await Promise.allSettled(
    [1, 2, 3, 4].map(() => addStudent(asAdmin(), adds({ dob: '1990-04-04', last4Ssn: '4444' }))),
  );

  expect(refusals(answers)).toEqual([
    'duplicate_student',
    'duplicate_student',
    'duplicate_student',
  ]);
});

test('control: without the lock of the pair the same person is added twice', async () => {
  await db.run`CREATE SCHEMA unguarded`;
  await db.run`
    CREATE FUNCTION unguarded.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS $$ $$`;
  const url = new URL(db.url);
  url.searchParams.set('options', '-c search_path=unguarded,public,test_clock,pg_catalog');
  const unguarded = connect(url.href, PATIENT);
  await twoMeetAtInsert(db, 'student');

  const answers = await Promise.allSettled(
    [1, 2, 3, 4].map(() =>
      addStudent(asStaff(unguarded, ['ROLE_ADMIN']), adds({ dob: '1990-05-05', last4Ssn: '5555' })),
    ),
  );
  await unguarded.close();
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1);
});

test('the cohorts of a school are those of its students, with NULL for none', async () => {
  await aStudent(db, { schoolId: 500, cohort: '2026-2027' });
  await aStudent(db, { schoolId: 500, cohort: '2025-2026' });
  await aStudent(db, { schoolId: 500 });
  await aStudent(db, { schoolId: 500, cohort: '2026-2027' });

  expect(await listCohorts(db, [500, 501])).toEqual([
    { schoolId: 500, cohorts: ['2025-2026', '2026-2027', 'NULL'] },
  ]);
});

test('the event of a new student names the seminary student that an admin gave', async () => {
  const student = await addStudent(asAdmin(), adds({}, { seminaryStudentId: 12 }));
  const bySchool = await addStudent(
    asSchool(),
    adds({ cohort: '2026-2027' }, { seminaryStudentId: 12 }),
  );

  const eventOf = (id: number) =>
    db.one<{
      data: object;
    }>`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'identity.student_added'
        AND payload->'data'->>'studentId' = ${String(id)}`;
  expect((await eventOf(student.id)).data).toEqual({
    studentId: student.id,
    seminaryStudentId: 12,
  });
  expect((await eventOf(bySchool.id)).data).toEqual({ studentId: bySchool.id });
});

test('a bar is a change that is announced once', async () => {
  const student = await aStudent(db);
  const bars = { studentId: student.id, deniedRegistration: true, buyingStopped: false };
  await setStudentBars(asAdmin(), bars);
  await setStudentBars(asAdmin(), bars);

  expect(await readStudent(asStudent(db, student.id), { ttiStudentId: null })).toMatchObject({
    deniedRegistration: true,
    version: 2,
    lastChangeBy: 'staff',
  });
  const events = await db.many`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'identity.student_changed'
        AND payload->'data'->>'studentId' = ${String(student.id)}`;
  expect(events).toEqual([{ data: { studentId: student.id, version: 2 } }]);
  await setStudentBars(asAdmin(), { ...bars, deniedRegistration: false, buyingStopped: true });
  expect(await readStudent(asStudent(db, student.id), { ttiStudentId: null })).toMatchObject({
    deniedRegistration: false,
    buyingBarredUntil: null,
    buyingStopped: true,
  });
  expect((await refusalOf(setStudentBars(asAdmin(), { ...bars, studentId: 9_999_999 }))).code).toBe(
    'student_not_found',
  );
});

test('only permitted callers see a student', async () => {
  const own = await aStudent(db, { schoolId: 151, cohort: '2026-2027', ttiStudentId: 'T-1' });
  const other = await aStudent(db, { ttiStudentId: 'T-2' });
  const read = (call: ReturnType<typeof asAdmin>, ttiStudentId: string | null = null) =>
    readStudent(call, { ttiStudentId });

  expect((await read(asStudent(db, own.id))).id).toBe(own.id);
  expect((await read(asStudent(db, own.id), 'T-1')).id).toBe(own.id);
  expect((await read(asStaff(db, ['ROLE_ADMIN'], { studentId: other.id }))).id).toBe(other.id);
  expect((await read(asService(db, 'payments', { studentId: other.id }))).id).toBe(other.id);
  expect(
    (await read(asStaff(db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151, studentId: own.id }))).id,
  ).toBe(own.id);

  const hidden = [
    read(asStudent(db, own.id), 'T-2'),
    read(asStudent(db, 9_999_999)),
    read(asAdmin(), 'T-3'),
    read(asStaff(db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151, studentId: other.id })),
  ];
  for (const refusal of await Promise.all(hidden.map(refusalOf)))
    expect(refusal).toMatchObject({
      status: 404,
      code: 'student_not_found',
      detail: 'No student found',
    });
  expect((await refusalOf(read(asAdmin()))).code).toBe('student_id_required');
});

test('the database refuses rows that break the rules', async () => {
  const student = await aStudent(db);
  const change = (sql: Promise<unknown>) => expect(sql).rejects.toMatchObject({ code: '23514' });

  await change(db.run`UPDATE student SET last4_ssn = '12a4' WHERE id = ${student.id}`);
  await change(db.run`UPDATE student SET accommodations = 'More time' WHERE id = ${student.id}`);
  await change(db.run`UPDATE student SET cohort = '2026-2027' WHERE id = ${student.id}`);
  await change(
    db.run`
      INSERT INTO student_account (student_id, email, password_hash, password_set_at)
      VALUES (${student.id}, 'x@y.test', 'Study4JSE!', now())`,
  );
});
