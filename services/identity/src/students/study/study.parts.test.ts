import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import type { StudentForm } from '../../records/students/student.ts';
import { aForm, aStudent, someLists } from '../../testing.ts';
import { findStudyMember } from './find-study-member.ts';
import { joinStudy } from './join-study.ts';
import { leaveStudy } from './leave-study.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

let next = 0;
const aTtiId = () => `T-${++next}`;
const aPerson = (changes: Partial<StudentForm> = {}) => {
  next += 1;
  const digits = String(6000 + next);
  return aForm({
    dob: '2004-02-03',
    last4Ssn: digits,
    email: `tti${digits}@student.test`,
    ...changes,
  });
};
const call = (key?: string) => asService(db, 'seminary', key ? { key } : {});
const join = (ttiStudentId: string, form: StudentForm | null, isMember = true) =>
  joinStudy(call(), { ttiStudentId, isMember, form });
const row = (id: number | null) =>
  db.maybe<Record<string, unknown>>`
    SELECT tti_student_id, is_tti_member, membership_type_id, college_id, email, address, version
    FROM student WHERE id = ${id}`;

test('puts a new person on record with their TTI id, once a key', async () => {
  const ttiStudentId = aTtiId();
  const form = aPerson({ membershipTypeId: null, collegeId: 269 });
  const input = { ttiStudentId, isMember: true, form };
  const id = await joinStudy(call('one key'), input);
  expect(await row(id)).toMatchObject({
    ttiStudentId,
    isTtiMember: true,
    membershipTypeId: 2,
    collegeId: 269,
    email: form.email,
  });
  expect(await joinStudy(call('one key'), input)).toBe(id);
  expect(await join(ttiStudentId, form)).toBe(id);
});

test('links a student with the same birth date and digits, and adds none', async () => {
  const student = await aStudent(db, { dob: '2004-07-07', last4Ssn: '7701' });
  const ttiStudentId = aTtiId();
  expect(await join(ttiStudentId, aPerson({ dob: '2004-07-07', last4Ssn: '7701' }))).toBe(
    student.id,
  );
  expect(await row(student.id)).toMatchObject({
    ttiStudentId,
    isTtiMember: true,
    version: student.version + 1,
  });
  expect(
    await db.maybe`
      SELECT 1 AS known FROM outbox WHERE type = 'identity.student_changed'
        AND payload->'data'->>'studentId' = ${String(student.id)}`,
  ).toBeDefined();
});

test('leaves twins, students with another id and incomplete records to the office', async () => {
  const pair = { dob: '2004-08-08', last4Ssn: '7702' };
  await aStudent(db, pair);
  await aStudent(db, pair);
  expect(await join(aTtiId(), aPerson(pair))).toBeNull();
  const linked = await aStudent(db, {
    dob: '2004-09-09',
    last4Ssn: '7703',
    ttiStudentId: aTtiId(),
  });
  expect(await join(aTtiId(), aPerson({ dob: '2004-09-09', last4Ssn: '7703' }))).toBeNull();
  expect(await row(linked.id)).toMatchObject({ ttiStudentId: linked.ttiStudentId });
  expect(await join(aTtiId(), null)).toBeNull();
  expect(await join(aTtiId(), aPerson({ dob: '2024-01-01' }))).toBeNull();
});

test('leaves invalid values out of the record', async () => {
  const id = await join(aTtiId(), aPerson({ address: '<b>', zip: '?', collegeId: 99_999 }));
  expect(await row(id)).toMatchObject({ address: null, collegeId: 234 });
});

test('a payment without membership links the student and keeps their membership', async () => {
  const outside = await aStudent(db, { dob: '2004-10-10', last4Ssn: '7704' });
  await join(aTtiId(), aPerson({ dob: '2004-10-10', last4Ssn: '7704' }), false);
  expect(await row(outside.id)).toMatchObject({ isTtiMember: false });
  const member = await aStudent(db, { ttiStudentId: aTtiId(), isTtiMember: true });
  await join(member.ttiStudentId as string, null, false);
  expect(await row(member.id)).toMatchObject({ isTtiMember: true });
});

test('a membership that ended is removed and the link stays', async () => {
  const { id, ttiStudentId } = await aStudent(db, { ttiStudentId: aTtiId(), isTtiMember: true });
  await leaveStudy(call(), { ttiStudentId: ttiStudentId as string });
  await leaveStudy(call(), { ttiStudentId: 'nobody' });
  expect(await row(id)).toMatchObject({ ttiStudentId, isTtiMember: false });
});

test('an address is in use when another record or login has it, in any case', async () => {
  const own = await aStudent(db, {
    email: 'own@student.test',
    ttiStudentId: aTtiId(),
    collegeId: 269,
  });
  const find = (ttiStudentId: string, email: string | null) =>
    findStudyMember(call(), ttiStudentId, email);
  expect(await find(own.ttiStudentId as string, 'Own@Student.test')).toEqual({
    studentId: own.id,
    collegeId: 269,
    isMember: false,
    emailInUse: false,
  });
  expect(await find(aTtiId(), 'OWN@student.test')).toEqual({ isMember: false, emailInUse: true });
  expect(await find(aTtiId(), 'nobody@student.test')).toEqual({
    isMember: false,
    emailInUse: false,
  });
  expect(await find(aTtiId(), null)).toEqual({ isMember: false, emailInUse: false });
});

const mailsTo = (email: string | null) =>
  db.many<{
    subject: string;
    bodyText: string;
  }>`SELECT subject, body_text FROM mail WHERE recipient = ${email}`;

test('mails a new member without an account how to sign up, once', async () => {
  const ttiStudentId = aTtiId();
  const form = aPerson();
  const studentId = await join(ttiStudentId, form);
  await join(ttiStudentId, form);
  const mails = await mailsTo(form.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Sign up to the JSE portal']);
  expect(mails[0]?.bodyText).toContain('/login');
  expect(mails[0]?.bodyText).toContain('last 4 digits of your SSN');
  expect(mails[0]?.bodyText).not.toContain(form.last4Ssn);
  expect(studentId).not.toBeNull();

  const [guest, linked] = [
    aPerson(),
    await aStudent(db, { dob: '2004-11-11', last4Ssn: '7705', email: 'linked@student.test' }),
  ];
  await join(aTtiId(), guest, false);
  expect(await mailsTo(guest.email)).toEqual([]);
  await db.run`
    INSERT INTO student_account (student_id, email, password_hash, password_set_at)
    VALUES (${linked.id}, 'linked@student.test', '$argon2id$x', now())`;
  await join(
    aTtiId(),
    aPerson({ dob: '2004-11-11', last4Ssn: '7705', email: 'linked@student.test' }),
  );
  expect(await mailsTo('linked@student.test')).toEqual([]);
});
