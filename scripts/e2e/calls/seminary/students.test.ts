import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  addSeminaryStudent,
  editSeminaryStudent,
  findAllSeminaryStudents,
  findSeminaryStudent,
  findSeminaryStudentById,
  getAllSeminariesForSeminaryTesting,
} from '@portal/contract/seminary/students';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aPair, aSeminaryForm, settled } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

const added = async (changes: Readonly<Record<string, unknown>> = {}) =>
  (await admin.do(addSeminaryStudent, aSeminaryForm(changes))).seminaryStudent;
const auditOf = (id: number) =>
  sql<{ op: string; change: object }>(
    'seminary',
    `SELECT op, change FROM audit WHERE table_name = 'seminary_student' AND row_id = $1
     ORDER BY id`,
    [String(id)],
  );
const academicYear = () => {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
    .format(steadyNow())
    .split('-')
    .map(Number);
  return month >= 10 ? year : year - 1;
};

describe('addSeminaryStudent', () => {
  test('adds a student for the current academic year once per key, with a JSE id', async () => {
    const form = aSeminaryForm({ semEmail: 'office@seminary.test', semPhone: '02-555-1234' });
    const key = randomUUID();
    const { seminaryStudent } = await admin.do(addSeminaryStudent, form, key);
    const again = await admin.do(addSeminaryStudent, form, key);
    expect(again.seminaryStudent.id).toBe(seminaryStudent.id);
    const { ssn, dob, seminaryId, ...rest } = form;
    expect(seminaryStudent).toMatchObject({
      ...rest,
      ssn,
      dob,
      seminary_id: seminaryId,
      seminaryName: 'Bnos Sarah Jerusalem',
      seminaryYear: academicYear(),
      sem_email: 'office@seminary.test',
      jseId: expect.stringMatching(/^\d+$/),
      studentId: null,
      redeemed_exams: null,
      examsCount: 0,
      redeemedExams: [],
      hasStudentWithSameSsnDob: false,
    });
    expect(await auditOf(seminaryStudent.id)).toEqual([{ op: 'insert', change: {} }]);
  });

  test('uses the JSE id of a student on record with the same name', async () => {
    const { dob, ssn } = aPair();
    const { firstName, lastName, id } = await anEnrolled({ dob, last4Ssn: ssn });
    const [record] = await sql<{ jse_id: string }>(
      'identity',
      'SELECT jse_id FROM student WHERE id = $1',
      [id],
    );
    const same = await added({ dob, ssn, firstName: firstName.toUpperCase(), lastName });
    expect(same).toMatchObject({
      jseId: record?.jse_id,
      studentId: null,
      hasStudentWithSameSsnDob: true,
    });
    const other = await added({ dob, ssn, firstName: 'Other', confirmDoubleSsnDob: true });
    expect(other.jseId).not.toBe(record?.jse_id);
  });

  test('requires confirmation of a duplicate SSN and birth date', async () => {
    const first = await added();
    const { ssn, dob } = first;
    const again = aSeminaryForm({ ssn, dob, firstName: 'Leah' });
    const refused = await admin.ask(addSeminaryStudent, again);
    expect(refusal(refused)).toEqual({
      status: 409,
      code: 'duplicate_seminary_student',
      detail: 'A seminary student with this SSN and date of birth already exists.',
    });
    expect(refused.body).toMatchObject({ Error: true, students: [first] });
    await admin.do(addSeminaryStudent, { ...again, confirmDoubleSsnDob: true });
    const found = await admin.do(findSeminaryStudent, { dob, ssn });
    expect(found.map((one) => one.firstName).sort()).toEqual(['Chana', 'Leah']);
  });

  test('adds one student for concurrent calls', async () => {
    const form = aSeminaryForm();
    const answers = await Promise.all([1, 2, 3].map(() => admin.ask(addSeminaryStudent, form)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('editSeminaryStudent', () => {
  const editInput = ({ id, ssn, dob }: Awaited<ReturnType<typeof added>>, more: object = {}) => ({
    ...aSeminaryForm({ ssn, dob }),
    student_id: id,
    ...more,
  });

  test('changes sent fields, clears empty ones, and keeps an omitted year', async () => {
    const before = await added({ seminaryYear: 2022, semPhone: '02-555-1234' });
    const { seminaryStudent } = await admin.do(
      editSeminaryStudent,
      editInput(before, { lastName: 'Katz', seminaryId: 2, semPhone: '', email: before.email }),
    );
    expect(seminaryStudent).toEqual({
      ...before,
      lastName: 'Katz',
      seminaryId: 2,
      seminary_id: 2,
      seminaryName: 'Machon Rivka',
      semPhone: null,
      sem_phone: null,
    });
    const [, edited] = await auditOf(before.id);
    expect(edited?.change).toEqual({
      lastName: ['Weiss', 'Katz'],
      seminaryId: [1, 2],
      seminaryPhone: ['02-555-1234', null],
    });
  });

  test('refuses changes of SSN digits and birth date', async () => {
    const before = await added();
    const ssn = before.ssn === '1111' ? '2222' : '1111';
    const answer = await admin.ask(
      editSeminaryStudent,
      editInput(before, { ssn, dob: '1990-01-01' }),
    );
    expect(refusal(answer)).toMatchObject({ status: 422, code: 'read_only' });
    expect(answer.body).toMatchObject({
      errors: [expect.objectContaining({ path: 'ssn' }), expect.objectContaining({ path: 'dob' })],
    });
  });

  test('refuses redeemed or discarded records, and does not find unknown ones', async () => {
    const [before, student] = await Promise.all([added(), anEnrolled()]);
    await settled(before.id, 2, student.id);
    expect(refusal(await admin.ask(editSeminaryStudent, editInput(before)))).toEqual({
      status: 409,
      code: 'already_redeemed',
      detail: 'The exams of this student were already redeemed or discarded.',
    });
    const unknown = await admin.ask(
      editSeminaryStudent,
      editInput(before, { student_id: 2_000_000_000 }),
    );
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'seminary_student_not_found' });
  });
});

describe('findSeminaryStudent', () => {
  test('finds by birth date, in either form, and SSN digits', async () => {
    const one = await added();
    const [year, month, day] = one.dob.split('-');
    const dob = `${month}/${day}/${year}`;
    expect(await admin.do(findSeminaryStudent, { dob, ssn: one.ssn })).toEqual([one]);
    const unused = { dob: '1950-01-01', ssn: String(randomInt(1000, 10_000)) };
    expect(await admin.do(findSeminaryStudent, unused)).toEqual([]);
  });
});

describe('findSeminaryStudentById', () => {
  test('gives a student, also to admissions', async () => {
    const one = await added();
    const admissions = await signedInStaff('ROLE_ADMISSIONS');
    expect(await admissions.do(findSeminaryStudentById, { student_id: one.id })).toEqual({
      seminaryStudent: one,
    });
  });

  test('does not find an unknown student', async () => {
    const answer = await admin.ask(findSeminaryStudentById, { student_id: 2_000_000_000 });
    expect(refusal(answer)).toEqual({
      status: 404,
      code: 'seminary_student_not_found',
      detail: 'Not found.',
    });
  });
});

describe('findAllSeminaryStudents', () => {
  test('gives all students by year, newest first, and their redeemed exams', async () => {
    const old = await added({ seminaryYear: 2001, lastName: 'Aaron' });
    const all = await admin.do(findAllSeminaryStudents, {});
    expect(all).toContainEqual(old);
    const years = all.map(({ seminaryYear }) => seminaryYear);
    expect(years).toEqual([...years].sort((a, b) => b - a));
    const redeemed = all.find(({ id, redeemed_exams }) => id <= 1000 && redeemed_exams === 1);
    expect(redeemed?.redeemedExams[0]).toEqual({
      subject: expect.any(String),
      courseNumber: expect.stringMatching(/./),
      numCredits: expect.any(Number),
      examActualTakenDate: expect.stringMatching(/^\d{4}-/),
      examTakenDate: expect.stringMatching(/^\d{4}-/),
      grade: expect.any(String),
    });
  });
});

describe('getAllSeminariesForSeminaryTesting', () => {
  test('gives the seminaries by name', async () => {
    const seminaries = await admin.do(getAllSeminariesForSeminaryTesting, {});
    expect(seminaries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Bnos Sarah Jerusalem', 'Machon Rivka', 'Nachalas Binah']),
    );
  });
});
