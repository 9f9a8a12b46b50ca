import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asPublic, asService, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { hashPassword } from './accounts/passwords/password.ts';
import { studentPassword } from './demo/students.ts';
import { findStudent } from './records/students/find-students.ts';
import { signInStudent } from './security/sign-in/sign-in-student.ts';
import { seed } from './seed.ts';
import { finishLoad, type LoadStudent, loadPage } from './seed-load.ts';
import { addStudent } from './students/enrolment/add-student.ts';

const now = new Date('2026-11-21T15:00:00Z');
const student = (place: number): LoadStudent => ({
  id: 100_001 + place,
  first_name: 'Zoë',
  last_name: 'Klein',
  dob: '2001-05-06',
  last4_ssn: String(1000 + place),
  gender: '2',
  email: place === 7 ? null : `load${place}@student.test`,
  membership_type_id: 1,
  college_id: 234,
  school_id: place % 2 === 0 ? 1001 : null,
  cohort: place % 2 === 0 ? '2026-2027' : null,
  created_on: '2024-01-02T03:04:05Z',
  has_account: place < 6,
});
const page = { students: Array.from({ length: 8 }, (_, place) => student(place)) };
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await seed(db, now);
  const hash = await hashPassword(studentPassword);
  for (let round = 0; round < 2; round++) {
    await loadPage(db, page, hash);
    await finishLoad(db);
  }
});
afterAll(() => db.drop());

test('adds a page once, with its accounts and audit rows and without an event', async () => {
  const counts = await db.one`
    SELECT (SELECT count(*)::int FROM student WHERE id > 100000) AS students,
      (SELECT count(*)::int FROM student_account WHERE student_id > 100000) AS accounts,
      (SELECT count(*)::int FROM audit WHERE student_id > 100000) AS audit,
      (SELECT count(*)::int FROM outbox WHERE payload::text LIKE '%10000%') AS events`;
  expect(counts).toEqual({ students: 8, accounts: 6, audit: 8, events: 0 });
  expect(await findStudent(db, 100_001)).toMatchObject({
    firstName: 'Zoë',
    cohort: '2026-2027',
    hasAccount: true,
    isForSchool: true,
  });
  expect(await db.one`SELECT first_name_key FROM student WHERE id = 100001`).toEqual({
    firstNameKey: 'zoe',
  });
});

test('load students sign in with the password of the demo students', async () => {
  const signedIn = await signInStudent(asPublic(db), {
    email: 'load3@student.test',
    password: studentPassword,
  });
  expect(signedIn).toMatchObject({ id: 100_004 });
});

test('a student added afterwards gets a higher id', async () => {
  const form = {
    ...(await findStudent(db, 100_001)),
    firstName: 'Later',
    last4Ssn: '9999',
    email: 'later@student.test',
    schoolId: null,
    cohort: null,
    isForSchool: false,
  };
  const added = await addStudent(asService(db, 'test'), {
    id: 0,
    form: form as never,
    password: null,
    isRegular: false,
    confirmDoubleSsnDob: true,
    botProof: null,
    seminaryStudentId: null,
  });
  expect(added.id).toBeGreaterThan(100_008);
});
