import { describe, expect, test } from '@jest/globals';
import {
  checkStudentId,
  confirmToken,
  login,
  register,
  resetPassword,
} from '@portal/contract/students/auth';
import { linkIn, mailsTo, mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { aVisitor } from '../../people/non-members.ts';
import { anEnrolled, aPassword, aStudent, barFromSigningIn } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import {
  aBirthDate,
  american,
  botCheck,
  createLink,
  guessesOf,
  mismatch,
  notFound,
  pairOf,
  signedUp,
  tooMany,
} from './password-links.ts';

describe('checkStudentId', () => {
  test('finds a student without an account by either form of the birth date', async () => {
    const student = await anEnrolled();
    expect(await new Person().do(checkStudentId, pairOf(student))).toEqual({ found: true });
    expect(
      await new Person().do(checkStudentId, { dob: american(student.dob), ssn: student.last4ssn }),
    ).toEqual({ found: true });
  });

  test('does not find a student who is not on record', async () => {
    const { dob, last4ssn } = await anEnrolled();
    const ssn = last4ssn === '9999' ? '0000' : '9999';
    expect(refusal(await new Person().askInTurn(checkStudentId, { dob, ssn }))).toEqual({
      ...notFound,
      code: 'student_not_found',
    });
  });

  test('refuses a student who has signed up already', async () => {
    expect(refusal(await new Person().askInTurn(checkStudentId, pairOf(await aStudent())))).toEqual(
      {
        ...signedUp,
        code: 'already_signed_up',
      },
    );
  });

  test('requires a bot check after five misses for a birth date from any address', async () => {
    const student = await anEnrolled({ dob: aBirthDate() });
    const [first, ...others] = guessesOf(student);
    for (const ssn of others.slice(0, 5))
      expect(
        refusal(await new Person().askInTurn(checkStudentId, { dob: student.dob, ssn })),
      ).toMatchObject({ status: 404 });
    const right = await new Person().askInTurn(checkStudentId, pairOf(student));
    expect(refusal(right)).toEqual({ ...botCheck, code: 'bot_check_needed' });
    expect(Object.keys(right.body).sort()).toEqual([
      'code',
      'detail',
      'requestId',
      'status',
      'title',
      'type',
    ]);
    expect(
      refusal(
        await new Person().askInTurn(checkStudentId, { dob: student.dob, ssn: first as string }),
      ),
    ).toEqual(botCheck);
    expect(
      refusal(await new Person().askInTurn(register, { ...pairOf(student), email: student.email })),
    ).toEqual({
      ...botCheck,
      code: 'bot_check_needed',
    });

    const guesser = await aVisitor();
    expect(
      refusal(await guesser.askInTurn(checkStudentId, { dob: student.dob, ssn: first as string })),
    ).toMatchObject({ status: 404 });
    expect(refusal(await guesser.askInTurn(checkStudentId, pairOf(student)))).toEqual(botCheck);
    const person = await aVisitor();
    expect(await person.do(checkStudentId, pairOf(student))).toEqual({ found: true });
    await person.do(register, { ...pairOf(student), email: student.email });
    await mailTo(student.email, 'Create your JSE password');
  });

  test('requires a bot check from an address after five misses for any student', async () => {
    const [guesser, student] = [new Person(), await anEnrolled()];
    for (let n = 0; n < 5; n += 1)
      expect(
        (await guesser.askInTurn(checkStudentId, { dob: aBirthDate(), ssn: String(1000 + n) }))
          .status,
      ).toBe(404);
    expect(refusal(await guesser.askInTurn(checkStudentId, pairOf(student)))).toEqual(botCheck);
    expect(await new Person().do(checkStudentId, pairOf(student))).toEqual({ found: true });
  });

  test('stops after ten misses for one birth date and SSN', async () => {
    const { dob, last4ssn } = await anEnrolled({ dob: aBirthDate() });
    const guess = { dob, ssn: last4ssn === '0001' ? '0002' : '0001' };
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      answers.push((await (await aVisitor()).askInTurn(checkStudentId, guess)).status);
    expect(answers).toEqual([...Array(10).fill(404), 429]);
  });
});

describe('register', () => {
  test('emails a link to create a password, and its address becomes the login', async () => {
    const student = await anEnrolled({ email: undefined });
    const email = `fresh.${student.id}@student.test`;
    const person = new Person();
    expect(await person.do(register, { ...pairOf(student), email })).toEqual({
      message: 'Please check your email for a link to create your password.',
    });
    const { id, token, path } = linkIn(await mailTo(email, 'Create your JSE password'));
    expect([id, path]).toEqual([student.id, `/create/${student.id}/${token}`]);
    await person.do(resetPassword, { studentId: id, password: aPassword, type: 'create', token });
    expect((await person.do(login, { email, password: aPassword })).student).toMatchObject({
      id,
      email,
      hasAccount: true,
    });
  });

  test('requires the address of the record, in any case', async () => {
    const student = await anEnrolled();
    const ask = (email: string) => new Person().askInTurn(register, { ...pairOf(student), email });
    expect(refusal(await ask(`x${student.email}`))).toEqual({
      ...mismatch,
      code: 'email_mismatch',
    });
    expect((await ask(student.email.toUpperCase())).status).toBe(200);
  });

  test('refuses a student who is barred from signing in', async () => {
    const student = await anEnrolled();
    await barFromSigningIn(student.id);
    const { email } = student;
    expect(
      refusal(await new Person().askInTurn(register, { ...pairOf(student), email })),
    ).toMatchObject({
      status: 403,
      code: 'account_closed',
    });
  });

  test('refuses the address of another account', async () => {
    const [student, { email }] = await Promise.all([anEnrolled({ email: undefined }), aStudent()]);
    expect(refusal(await new Person().askInTurn(register, { ...pairOf(student), email }))).toEqual(
      mismatch,
    );
  });

  test('selects one of two students with the same birth date and SSN by address', async () => {
    const one = await anEnrolled();
    const two = await anEnrolled({ dob: one.dob, last4Ssn: one.last4ssn, email: undefined });
    expect((await createLink(one)).id).toBe(one.id);
    expect(two.id).not.toBe(one.id);
    const { status, body } = await new Person().askInTurn(register, {
      ...pairOf(two),
      email: `nobodys.${two.id}@student.test`,
    });
    expect([status, body.code]).toEqual([422, 'email_mismatch']);
  });

  test('refuses unknown students, and students who have signed up', async () => {
    const student = await aStudent();
    expect(
      refusal(await new Person().askInTurn(register, { ...pairOf(student), email: student.email })),
    ).toEqual({
      ...signedUp,
      code: 'already_signed_up',
    });
    expect(
      refusal(
        await new Person().askInTurn(register, {
          ...pairOf(await anEnrolled()),
          dob: '1922-03-04',
          email: 'a@b.test',
        }),
      ),
    ).toEqual({
      ...notFound,
      code: 'student_not_found',
    });
  });

  test('requires a bot check after many misses too', async () => {
    const student = await anEnrolled({ dob: aBirthDate() });
    for (const ssn of guessesOf(student).slice(0, 5))
      await new Person().askInTurn(register, { dob: student.dob, ssn, email: student.email });
    const input = { ...pairOf(student), email: student.email };
    expect(refusal(await new Person().askInTurn(register, input))).toEqual({
      ...botCheck,
      code: 'bot_check_needed',
    });
    await (await aVisitor()).do(register, input);
  });

  test('sends three links an hour, with Retry-After; the third link stays valid', async () => {
    const student = await anEnrolled();
    await createLink(student);
    await createLink(student, { count: 2 });
    const { token } = await createLink(student, { count: 3 });
    const refused = await new Person().askInTurn(register, {
      ...pairOf(student),
      email: student.email,
    });
    expect(refusal(refused)).toEqual(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    await new Person().do(confirmToken, { studentId: student.id, token });
    expect(await mailsTo(student.email)).toHaveLength(3);
  });
});
