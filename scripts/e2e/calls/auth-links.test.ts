import { describe, expect, test } from '@jest/globals';
import {
  adminConfirmToken,
  adminForgotPasswordRequest,
  adminLogin,
  adminResetPassword,
  checkStudentId,
  confirmToken,
  forgotPasswordRequest,
  login,
  register,
  resetPassword,
} from '@portal/contract/auth';
import { getCreditsInfo } from '@portal/contract/student';
import { sql } from '../databases.ts';
import { linkIn, mailsTo, mailTo, type PasswordLink } from '../mails.ts';
import { Person } from '../person.ts';
import { setStaffPassword, someStaff } from '../staff.ts';
import { anEnrolled, aPassword, aStudent, type Enrolled } from '../students.ts';
import { refusal } from './refusal.ts';

const notFound = {
  status: 404,
  code: 'student_not_found',
  detail: 'We could not find a student with these details. Please call the office.',
};
const signedUp = {
  status: 409,
  code: 'already_signed_up',
  detail: 'You have already signed up. Please log in, or reset your password.',
};
const mismatch = {
  status: 422,
  code: 'email_mismatch',
  detail: 'This email address does not match our records. Please call the office.',
};
const linkOver = (status: 403 | 422, code: string) => ({
  status,
  code,
  detail: 'This link is no longer valid. Please request a new one.',
});
const ifSignedUp = { message: 'If you have already signed up, you will get an email with a link to reset your password.' };
const another = 'Another4Tests!';

const pairOf = ({ dob, last4ssn }: Enrolled) => ({ dob, ssn: last4ssn });
/** Another four digits each time, none of them hers. */
const guessesOf = ({ last4ssn }: Enrolled) => {
  const digits = Array.from({ length: 40 }, (_, at) => String(at).padStart(4, '0'));
  return digits.filter((ssn) => ssn !== last4ssn).slice(0, 30);
};
const tooMany = { status: 429, code: 'too_many_tries', detail: 'Too many tries. Please try again later.' };
const american = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** Signs up and gives the link of the mail. */
async function createLink(student: Enrolled, { email = student.email, count = 1 } = {}): Promise<PasswordLink> {
  await new Person().do(register, { ...pairOf(student), email });
  return linkIn(await mailTo(email, 'Create your JSE password', { count }));
}
async function resetLink(email: string, count = 1): Promise<PasswordLink> {
  await new Person().do(forgotPasswordRequest, { email });
  return linkIn(await mailTo(email, 'Reset your JSE password', { count }));
}
/** Moves the life of a link to its end: an hour and 72 hours cannot be waited for. */
const letItGrowOld = (token: { id: number }) =>
  sql(
    'identity',
    `UPDATE token SET created_at = created_at - interval '73 hours', expires_at = now() - interval '1 second' WHERE student_id = $1`,
    [token.id],
  );

describe('checkStudentId', () => {
  test('finds a student without an account by both forms of the birth date, and tells nothing of her', async () => {
    const student = await anEnrolled();
    expect(await new Person().do(checkStudentId, pairOf(student))).toEqual({ found: true });
    expect(await new Person().do(checkStudentId, { dob: american(student.dob), ssn: student.last4ssn })).toEqual({ found: true });
  });

  test('does not find who is not on record', async () => {
    const { dob, last4ssn } = await anEnrolled();
    const ssn = last4ssn === '9999' ? '0000' : '9999';
    expect(refusal(await new Person().ask(checkStudentId, { dob, ssn }))).toEqual({ ...notFound, code: 'student_not_found' });
  });

  test('says who has signed up already', async () => {
    expect(refusal(await new Person().ask(checkStudentId, pairOf(await aStudent())))).toEqual({ ...signedUp, code: 'already_signed_up' });
  });

  test.each(['02/30/2001', '2999-01-01', '1880-01-01', '19990101', ''])('refuses the birth date "%s"', async (dob) => {
    const { status, body } = await new Person().ask(checkStudentId, { dob, ssn: '1234' });
    expect([status, body.code, body.errors]).toEqual([422, 'invalid', [{ path: 'dob', message: 'DOB invalid' }]]);
  });

  test('stops who tries thirty persons from one address, whoever they are, and says nothing else to the right guess', async () => {
    const student = await anEnrolled();
    const guesser = new Person();
    const guesses = await Promise.all(guessesOf(student).map((ssn) => guesser.ask(checkStudentId, { dob: student.dob, ssn })));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([404]));
    const right = await guesser.ask(checkStudentId, pairOf(student));
    expect(refusal(right)).toEqual(tooMany);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Object.keys(right.body).sort()).toEqual(['code', 'detail', 'status', 'title', 'type']);
    expect(refusal(await guesser.ask(register, { ...pairOf(student), email: student.email }))).toEqual(tooMany);
    expect(await new Person().do(checkStudentId, pairOf(student))).toEqual({ found: true });
  });

  test('stops guessing after ten wrong tries for one birth date and SSN', async () => {
    const { dob, last4ssn } = await anEnrolled();
    const guess = { dob, ssn: last4ssn === '0001' ? '0002' : '0001' };
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1) answers.push((await new Person().ask(checkStudentId, guess)).status);
    expect(answers).toEqual([...Array(10).fill(404), 429]);
  });
});

describe('register', () => {
  test('mails a link to create a password, and the address of the mail becomes the login', async () => {
    const student = await anEnrolled({ email: undefined });
    const email = `fresh.${student.id}@student.test`;
    const person = new Person();
    expect(await person.do(register, { ...pairOf(student), email })).toEqual({
      message: 'Please check your email for a link to create your password.',
    });
    const { id, token, path } = linkIn(await mailTo(email, 'Create your JSE password'));
    expect([id, path]).toEqual([student.id, `/create/${student.id}/${token}`]);
    await person.do(resetPassword, { studentId: id, password: aPassword, type: 'create', token });
    expect((await person.do(login, { email, password: aPassword })).student).toMatchObject({ id, email, hasAccount: true });
  });

  test('wants the address of the record, whatever its case', async () => {
    const student = await anEnrolled();
    const ask = (email: string) => new Person().ask(register, { ...pairOf(student), email });
    expect(refusal(await ask(`x${student.email}`))).toEqual({ ...mismatch, code: 'email_mismatch' });
    expect((await ask(student.email.toUpperCase())).status).toBe(200);
  });

  test('refuses the address of another account', async () => {
    const [student, { email }] = await Promise.all([anEnrolled({ email: undefined }), aStudent()]);
    expect(refusal(await new Person().ask(register, { ...pairOf(student), email }))).toEqual(mismatch);
  });

  test('picks the right one of two with the same birth date and SSN by the address, and nobody without it', async () => {
    const one = await anEnrolled();
    const two = await anEnrolled({ dob: one.dob, last4Ssn: one.last4ssn, email: undefined });
    expect((await createLink(one)).id).toBe(one.id);
    expect(two.id).not.toBe(one.id);
    const { status, body } = await new Person().ask(register, { ...pairOf(two), email: `nobodys.${two.id}@student.test` });
    expect([status, body.code]).toEqual([422, 'email_mismatch']);
  });

  test('refuses who is not on record, and who has signed up', async () => {
    const student = await aStudent();
    expect(refusal(await new Person().ask(register, { ...pairOf(student), email: student.email }))).toEqual({
      ...signedUp,
      code: 'already_signed_up',
    });
    expect(refusal(await new Person().ask(register, { ...pairOf(await anEnrolled()), dob: '1922-03-04', email: 'a@b.test' }))).toEqual({
      ...notFound,
      code: 'student_not_found',
    });
  });
});

describe('confirmToken', () => {
  test('checks the link as often as one likes, and leaves a proof that sets the password once', async () => {
    const student = await anEnrolled();
    const { id: studentId, token } = await createLink(student);
    const person = new Person();
    for (let look = 0; look < 2; look += 1)
      expect(await person.do(confirmToken, { studentId, token })).toEqual({ valid: true, type: 'create', firstName: student.firstName });
    expect(await person.do(resetPassword, { studentId, password: aPassword, type: 'create' })).toEqual({
      success: true,
      message: 'Use your new password to login',
    });
    expect(refusal(await person.ask(confirmToken, { studentId, token }))).toEqual(linkOver(422, 'token_invalid'));
    expect(person.cookie('pwreset')).toBeUndefined();
  });

  test('refuses what is unknown, of somebody else, replaced or too old with one answer', async () => {
    const [one, two] = await Promise.all([anEnrolled(), anEnrolled()]);
    const first = await createLink(one);
    const second = await createLink(one, { count: 2 });
    const ask = (studentId: number, token: string) => new Person().ask(confirmToken, { studentId, token });
    expect(refusal(await ask(one.id, first.token))).toEqual(linkOver(422, 'token_invalid'));
    expect(refusal(await ask(two.id, second.token))).toEqual(linkOver(422, 'token_invalid'));
    expect(refusal(await ask(one.id, `${second.token}x`))).toEqual(linkOver(422, 'token_invalid'));
    expect((await ask(one.id, second.token)).status).toBe(200);
    await letItGrowOld(one);
    expect(refusal(await ask(one.id, second.token))).toEqual(linkOver(422, 'token_invalid'));
  });
});

describe('resetPassword', () => {
  test('sets the password, ends every session of the account and tells the student by mail', async () => {
    const { id: studentId, email, person, password } = await aStudent();
    const { token } = await resetLink(email);
    expect(await new Person().do(resetPassword, { studentId, password: another, type: 'reset', token })).toMatchObject({ success: true });
    expect(refusal(await person.ask(getCreditsInfo, {}))).toMatchObject({ status: 401, code: 'session_over' });
    expect((await new Person().ask(login, { email, password })).status).toBe(422);
    expect((await new Person().ask(login, { email, password: another })).status).toBe(200);
    expect((await mailTo(email, 'Your JSE password was changed')).text).not.toContain(another);
  });

  test('wants a proof or a token, of the same account and type, that was not used', async () => {
    const [one, two] = await Promise.all([aStudent(), aStudent()]);
    const { token } = await resetLink(one.email);
    const person = new Person();
    await person.do(confirmToken, { studentId: one.id, token });
    const ask = (from: Person, studentId: number, type: 'create' | 'reset', more = {}) =>
      from.ask(resetPassword, { studentId, password: another, type, ...more });
    const over = linkOver(403, 'proof_missing');
    expect(refusal(await ask(new Person(), one.id, 'reset'))).toEqual({ ...over, code: 'proof_missing' });
    expect(refusal(await ask(person, two.id, 'reset'))).toEqual(over);
    expect(refusal(await ask(person, one.id, 'create'))).toEqual(over);
    expect(refusal(await ask(new Person(), one.id, 'create', { token }))).toEqual(over);
    expect((await ask(person, one.id, 'reset')).status).toBe(200);
    expect(refusal(await ask(new Person(), one.id, 'reset', { token }))).toEqual(over);
  });

  test.each(['short1!', 'lettersonly!', '12345678!', 'Letters123', 'With space 1!', 'Pässword1!', `Aa1!${'x'.repeat(130)}`])(
    'refuses the password "%s" by its sentence',
    async (password) => {
      const { status, body } = await new Person().ask(resetPassword, { studentId: 1, password, type: 'reset', token: 'x' });
      expect([status, body.detail, body.errors]).toEqual([422, 'Password invalid', [{ path: 'password', message: 'Password invalid' }]]);
    },
  );

  test('refuses a sign-up whose address another account took meanwhile', async () => {
    const [one, two] = await Promise.all([anEnrolled({ email: undefined }), anEnrolled({ email: undefined })]);
    const email = `wanted.by.both.${one.id}@student.test`;
    const first = await createLink(one, { email });
    const second = await createLink(two, { email, count: 2 });
    const set = (link: PasswordLink) =>
      new Person().ask(resetPassword, { studentId: link.id, password: aPassword, type: 'create', token: link.token });
    expect((await set(first)).status).toBe(200);
    expect(refusal(await set(second))).toEqual({ status: 409, code: 'email_taken', detail: 'Please call the office.' });
  });
});

describe('forgotPasswordRequest', () => {
  test('says the same of an address that an account has and of one that nobody has, and mails only the first', async () => {
    const { email, id } = await aStudent();
    const nobody = `nobody.${id}@student.test`;
    expect(await new Person().do(forgotPasswordRequest, { email: nobody })).toEqual(ifSignedUp);
    expect(await new Person().do(forgotPasswordRequest, { email: email.toUpperCase() })).toEqual(ifSignedUp);
    expect(linkIn(await mailTo(email, 'Reset your JSE password'))).toMatchObject({ type: 'reset', id });
    expect(await mailsTo(nobody)).toEqual([]);
  });

  test('sends at most three mails an hour, and the newest link ends those before', async () => {
    const { email, id: studentId } = await aStudent();
    const first = await resetLink(email, 1);
    await resetLink(email, 2);
    const third = await resetLink(email, 3);
    expect((await new Person().ask(confirmToken, { studentId, token: first.token })).status).toBe(422);
    expect((await new Person().ask(confirmToken, { studentId, token: third.token })).status).toBe(200);
    expect(await new Person().do(forgotPasswordRequest, { email })).toEqual(ifSignedUp);
    // requests are worked off in order: when a later one is done, so is the one that sends nothing
    await resetLink((await aStudent()).email);
    expect((await mailsTo(email)).filter(({ subject }) => subject === 'Reset your JSE password')).toHaveLength(3);
  });

  test('takes no link as long as an hour', async () => {
    const student = await aStudent();
    const { token } = await resetLink(student.email);
    const [life] = await sql<{ minutes: number }>(
      'identity',
      `SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM token WHERE student_id = $1 AND type = 'reset'`,
      [student.id],
    );
    expect(life?.minutes).toBe(60);
    await letItGrowOld(student);
    expect((await new Person().ask(confirmToken, { studentId: student.id, token })).status).toBe(422);
  });
});

describe('adminForgotPasswordRequest', () => {
  test('says the same whether staff with this address exists or not, and mails the link of the staff pages', async () => {
    const staff = await someStaff('ROLE_ADMISSIONS');
    expect(await new Person().do(adminForgotPasswordRequest, { email: 'nobody.of.staff@staff.test' })).toEqual(ifSignedUp);
    expect(await new Person().do(adminForgotPasswordRequest, { email: staff.email })).toEqual(ifSignedUp);
    const { path, id } = linkIn(await mailTo(staff.email, 'Reset your JSE password'));
    expect([path, id]).toEqual([expect.stringMatching(/^\/admin\/reset\//), staff.id]);
  });
});

describe('adminConfirmToken', () => {
  test('names the login, and refuses what is no good link of this user', async () => {
    const staff = await someStaff('ROLE_ADMISSIONS');
    await new Person().do(adminForgotPasswordRequest, { email: staff.email });
    const { token } = linkIn(await mailTo(staff.email, 'Reset your JSE password'));
    expect(await new Person().do(adminConfirmToken, { userId: staff.id, token })).toEqual({
      valid: true,
      type: 'reset',
      loginName: staff.loginName,
    });
    for (const [userId, other] of [
      [staff.id + 1, token],
      [staff.id, 'x'],
    ] as const)
      expect(refusal(await new Person().ask(adminConfirmToken, { userId, token: other }))).toEqual({
        ...linkOver(422, 'token_invalid'),
        code: 'token_invalid',
      });
    expect((await new Person().ask(confirmToken, { studentId: staff.id, token })).status).toBe(422);
  });
});

describe('adminResetPassword', () => {
  test('sets the password with the proof of the link, and signs nobody in', async () => {
    const staff = await someStaff('ROLE_SUPPORT');
    await new Person().do(adminForgotPasswordRequest, { email: staff.email });
    const { token } = linkIn(await mailTo(staff.email, 'Reset your JSE password'));
    const person = new Person();
    await person.do(adminConfirmToken, { userId: staff.id, token });
    expect(await person.do(adminResetPassword, { userId: staff.id, password: another, type: 'reset' })).toEqual({
      success: true,
      message: 'Use your new password to login',
    });
    expect(person.cookie('sid')).toBeUndefined();
    expect((await person.ask(adminLogin, { loginName: staff.loginName, password: another })).status).toBe(200);
  });

  test('refuses without a proof, and ends the sessions that were open', async () => {
    const staff = await someStaff('ROLE_SUPPORT');
    expect(refusal(await new Person().ask(adminResetPassword, { userId: staff.id, password: another, type: 'reset' }))).toEqual({
      ...linkOver(403, 'proof_missing'),
      code: 'proof_missing',
    });
    await setStaffPassword(staff);
    const person = new Person();
    await person.do(adminLogin, { loginName: staff.loginName, password: staff.password });
    await new Person().do(adminForgotPasswordRequest, { email: staff.email });
    const { token } = linkIn(await mailTo(staff.email, 'Reset your JSE password', { count: 2 }));
    await new Person().do(adminResetPassword, { userId: staff.id, password: another, type: 'reset', token });
    expect((await person.send('GET', '/api/getPaymentMethods?student_id=1')).status).toBe(401);
  });
});
