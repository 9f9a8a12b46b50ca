import { describe, expect, test } from '@jest/globals';
import { checkStudentId, login, register, resetPassword } from '@portal/contract/students/auth';
import { linkIn, mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { aVisitor } from '../../people/non-members.ts';
import { anEnrolled, aPassword, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import {
  aBirthDate,
  american,
  botCheck,
  createLink,
  guessesOf,
  notFound,
  pairOf,
  signedUp,
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
});
