import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { login } from '@portal/contract/students/auth';
import {
  addStudent,
  getInfoForAddStudent,
  studentAdd,
  verifyRecaptcha,
} from '@portal/contract/students/enrol';
import type { StudentBrief } from '@portal/contract/students/staff-student';
import { DEMO_COHORT } from '@portal/contract/testing/example-things';
import { sql } from '../../../portal/databases.ts';
import { mailsTo, mailTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { Person } from '../../../portal-user/person.ts';
import { aForm, aVisitor } from '../../people/non-members.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aPassword } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

afterEach(() => mendPartners());

const needed = {
  status: 403,
  code: 'bot_check_needed',
  detail: 'Please confirm that you are not a robot.',
};
const same = {
  status: 409,
  code: 'duplicate_student',
  detail: 'A student already exists with the given SSN and date of birth.',
};
describe('addStudent', () => {
  test('signs a student up with an account, an email and default terms', async () => {
    const form = aForm({
      collegeId: 269,
      membershipTypeId: 1,
      schoolId: 151,
      confirmDoubleSsnDob: true,
      accommodations: 'Time',
      approvedBy: 'Me',
    });
    const answer = await (await aVisitor()).do(addStudent, form);
    expect(answer).toMatchObject({
      student: {
        firstName: 'Ruth',
        lastName: form.lastName,
        email: form.email,
        collegeId: 234,
        membershipTypeId: 2,
        schoolId: null,
        accommodations: null,
        hasAccount: true,
      },
      allSchoolStudents: null,
      school: null,
      paymentMethods: [],
    });
    expect((await mailTo(form.email, 'Welcome to JSE')).text).toContain(
      'You are now signed up to JSE.',
    );
    const { student } = await new Person().do(login, { email: form.email, password: aPassword });
    expect(student.id).toBe(answer.student.id);
  });

  test('adds one student for repeated calls with one key', async () => {
    const [person, form, key] = [await aVisitor(), aForm(), randomUUID()];
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(() => person.ask(addStudent, form, key)),
    );
    const answers = [first, ...others, await person.ask(addStudent, form, key)].filter(
      (answer) => answer?.status === 200,
    );
    expect(new Set(answers.map((answer) => answer?.body.student.id)).size).toBe(1);
    expect(
      await sql('identity', 'SELECT 1 FROM student WHERE lower(email) = $1', [form.email]),
    ).toHaveLength(1);
    await mailTo(form.email, 'Welcome to JSE');
    expect(await mailsTo(form.email)).toHaveLength(1);
    expect(refusal(await person.ask(addStudent, { ...form, city: 'Queens' }, key))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
  });

  test('requires a bot check for each save, and accepts no other proof', async () => {
    const person = await aVisitor();
    const proof = person.cookie('botcheck') as string;
    await person.do(addStudent, aForm());
    person.setCookie('botcheck', proof);
    expect(refusal(await person.ask(addStudent, aForm()))).toEqual({
      ...needed,
      code: 'bot_check_needed',
    });
    expect(refusal(await new Person().ask(addStudent, aForm()))).toEqual(needed);
    const forger = new Person();
    forger.setCookie('botcheck', `${proof}x`);
    expect(refusal(await forger.ask(addStudent, aForm()))).toEqual(needed);
  });

  test('reveals nothing about a student on record, and requires a new bot check', async () => {
    const { dob, last4ssn } = await anEnrolled();
    const person = await aVisitor();
    const answer = await person.ask(
      addStudent,
      aForm({ dob, last4ssn, confirmDoubleSsnDob: true }),
    );
    expect(refusal(answer)).toEqual({ ...same, code: 'duplicate_student' });
    expect(answer.body).toMatchObject({ Error: true, students: [] });
    expect(refusal(await person.ask(addStudent, aForm()))).toEqual(needed);
  });

  test('accepts names and addresses of real people, in composed form', async () => {
    const person = await aVisitor();
    const form = aForm({
      firstName: 'Sine\u0301ad Ruth-Ann',
      lastName: 'O’Brien',
      maidenName: 'בן־דוד',
      address: '12 Main St.',
    });
    const { student } = await person.do(addStudent, form);
    expect(student).toMatchObject({
      firstName: 'Sin\u00e9ad Ruth-Ann',
      lastName: 'O’Brien',
      maidenName: 'בן־דוד',
      address: '12 Main St.',
    });
  });
});

describe('studentAdd', () => {
  test('lets an admin add a student without an account, who then signs up', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const { password, ...form } = aForm({
      isRegularAddEditStudent: true,
      collegeId: 269,
      membershipTypeId: 1,
      accommodations: 'More time',
      approvedBy: 'Dr Gold',
    });
    const { student, paymentMethods } = await admin.do(studentAdd, form);
    expect(student).toMatchObject({
      ssn: form.last4ssn,
      phone: form.cellphone,
      phone2: null,
      college: 269,
      collegeName: 'Woodmont College',
      membershipType: 1,
      membershipName: 'Member',
      accommodationsApproved: true,
      approvedBy: 'Dr Gold',
      approvalDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      password: false,
      jseId: expect.stringMatching(/^\d+$/),
      createdBy: expect.stringMatching(/^e2e\.admin/),
      registrations: [],
    });
    expect(paymentMethods).toEqual([]);
    expect(await mailsTo(form.email)).toEqual([]);
  });

  test('shows admins a duplicate SSN and birth date, and saves once confirmed', async () => {
    const [admin, known] = [
      await signedInStaff('ROLE_SUPER_ADMIN'),
      await anEnrolled({ schoolId: 151, cohort: DEMO_COHORT }),
    ];
    const { password, ...form } = aForm({ dob: known.dob, last4ssn: known.last4ssn });
    const answer = await admin.ask(studentAdd, form);
    expect(refusal(answer)).toEqual({ ...same, code: 'duplicate_student' });
    const [brief] = answer.body.students as StudentBrief[];
    expect([answer.body.Error, brief]).toMatchObject([
      true,
      {
        id: known.id,
        lastName: known.lastName,
        ssn: known.last4ssn,
        dob: known.dob,
        email: known.email,
      },
    ]);
    expect(brief?.schoolName).toMatch(/\w/);
    const { student } = await admin.do(studentAdd, { ...form, confirmDoubleSsnDob: true });
    expect(student.id).not.toBe(known.id);
  });

  test('limits school admins to their school; of others it shows name and initial', async () => {
    const [school, elsewhere] = [
      await signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      await anEnrolled({ lastName: 'Private' }),
    ];
    const { schools } = await school.do(getInfoForAddStudent, {});
    const cohort = schools[0]?.school_cohorts.split(',')[0] as string;
    const { password, ...form } = aForm({
      isForSchool: true,
      cohort,
      schoolId: 151,
      collegeId: 269,
      membershipTypeId: 1,
    });
    const added = await school.do(studentAdd, form);
    expect(added).toMatchObject({
      student: { school: 151, college: 234, membershipType: 2, school_cohort: cohort },
      school: { id: 151 },
    });

    const { dob, last4ssn } = elsewhere;
    const { body } = await school.ask(studentAdd, {
      ...aForm({ isForSchool: true, cohort, dob, last4ssn }),
    });
    expect(body).toMatchObject({
      code: 'duplicate_student',
      students: [{ id: 0, firstName: 'Edna', lastName: 'P.', ssn: '', dob: '', email: null }],
    });
    expect(refusal(await school.ask(studentAdd, { ...form, cohort: '1999-2000' }))).toMatchObject({
      status: 422,
      detail: 'Cohort invalid',
    });
    const ofMembers = await signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 300 });
    expect(refusal(await ofMembers.ask(studentAdd, { ...form, schoolId: 300 }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });

  test.each([studentAdd, addStudent])(
    'hides other schools from a school admin, at $path',
    async (call) => {
      const school = await signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 });
      const { password, ...form } = aForm({ isForSchool: true, cohort: DEMO_COHORT });
      for (const named of [{ schoolId: 209 }, { school: 209 }, { schoolId: 99_999 }])
        expect(refusal(await school.ask(call, { ...form, ...named }))).toEqual({
          status: 404,
          code: 'school_not_found',
          detail: 'No school found',
        });
    },
  );
});

describe('verifyRecaptcha', () => {
  test('sets an HttpOnly proof for ten minutes, and none for robots', async () => {
    const person = new Person();
    const { body, headers } = await person.askInTurn(verifyRecaptcha, {
      recaptchaToken: `token-${randomUUID()}`,
    });
    expect(body).toEqual({ success: true });
    expect(headers.get('set-cookie')).toMatch(
      /^botcheck=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const robot = new Person();
    expect(await robot.do(verifyRecaptcha, { recaptchaToken: 'fail' })).toEqual({ success: false });
    expect(robot.cookie('botcheck')).toBeUndefined();
  });

  test('gives no second proof for a used token', async () => {
    const [person, recaptchaToken] = [new Person(), `token-${randomUUID()}`];
    await person.do(verifyRecaptcha, { recaptchaToken });
    await person.do(addStudent, aForm());
    await person.askInTurn(verifyRecaptcha, { recaptchaToken });
    expect(refusal(await person.ask(addStudent, aForm()))).toEqual(needed);
  });

  test('responds with an error when the check does not answer', async () => {
    await breakPartner({ partner: 'recaptcha', mode: 'down' });
    expect(
      refusal(await new Person().askInTurn(verifyRecaptcha, { recaptchaToken: 'token' })),
    ).toEqual({
      status: 502,
      code: 'bot_check_down',
      detail: 'The check did not answer. Please try again.',
    });
  });
});
