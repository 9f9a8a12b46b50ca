import { describe, expect, test } from '@jest/globals';
import {
  adminConfirmToken,
  adminForgotPasswordRequest,
  adminLogin,
  adminResetPassword,
  confirmToken,
  forgotPasswordRequest,
  login,
  releaseAddress,
  resetPassword,
} from '@portal/contract/students/auth';
import { addStudent } from '@portal/contract/students/enrol';
import { getCreditsInfo } from '@portal/contract/students/student';
import { linkIn, mailsTo, mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { aForm, aVisitor } from '../../people/non-members.ts';
import { signIn, someStaff } from '../../people/staff.ts';
import { anEnrolled, aPassword, aStudent, quickHash } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { another, createLink, ifSignedUp, linkOver, resetLink } from './password-links.ts';

describe('confirmToken', () => {
  test('checks a link any number of times; its proof sets the password once', async () => {
    const student = await anEnrolled();
    const { id: studentId, token } = await createLink(student);
    const person = new Person();
    for (let look = 0; look < 2; look += 1)
      expect(await person.do(confirmToken, { studentId, token })).toEqual({
        valid: true,
        type: 'create',
        firstName: student.firstName,
      });
    expect(
      await person.do(resetPassword, { studentId, password: aPassword, type: 'create' }),
    ).toEqual({
      success: true,
      message: 'Use your new password to login',
    });
    expect(refusal(await person.askInTurn(confirmToken, { studentId, token }))).toEqual(
      linkOver(422, 'token_invalid'),
    );
    expect(person.cookie('pwreset')).toBeUndefined();
  });
});

describe('resetPassword', () => {
  test('sets the password, ends all sessions of the account and sends an email', async () => {
    const { id: studentId, email, person, password } = await aStudent();
    const { token } = await resetLink(email);
    expect(
      await new Person().do(resetPassword, { studentId, password: another, type: 'reset', token }),
    ).toMatchObject({ success: true });
    expect(refusal(await person.ask(getCreditsInfo, {}))).toMatchObject({
      status: 401,
      code: 'session_over',
    });
    expect((await new Person().askInTurn(login, { email, password })).status).toBe(422);
    expect((await new Person().askInTurn(login, { email, password: another })).status).toBe(200);
    expect((await mailTo(email, 'Your JSE password was changed')).text).not.toContain(another);
  });

  test('requires an unused proof or token of the same account and type', async () => {
    const [one, two] = await Promise.all([aStudent(), aStudent()]);
    const { token } = await resetLink(one.email);
    const person = new Person();
    await person.do(confirmToken, { studentId: one.id, token });
    const ask = (from: Person, studentId: number, type: 'create' | 'reset', more = {}) =>
      from.ask(resetPassword, { studentId, password: another, type, ...more });
    const over = linkOver(403, 'proof_missing');
    expect(refusal(await ask(new Person(), one.id, 'reset'))).toEqual({
      ...over,
      code: 'proof_missing',
    });
    expect(refusal(await ask(person, two.id, 'reset'))).toEqual(over);
    expect(refusal(await ask(person, one.id, 'create'))).toEqual(over);
    expect(refusal(await ask(new Person(), one.id, 'create', { token }))).toEqual(over);
    expect((await ask(person, one.id, 'reset')).status).toBe(200);
    expect(refusal(await ask(new Person(), one.id, 'reset', { token }))).toEqual(over);
  });

  test('gives a student the address of an unconfirmed account, and ends its sessions', async () => {
    const [attacker, student] = [await selfSignedUp(), await anEnrolled({ email: undefined })];
    const { id: studentId, token } = await createLink(student, { email: attacker.email });
    expect((await attacker.person.ask(getCreditsInfo, {})).status).toBe(200);
    await new Person().do(resetPassword, { studentId, password: another, type: 'create', token });
    expect(refusal(await attacker.person.ask(getCreditsInfo, {}))).toMatchObject({
      status: 401,
      code: 'session_over',
    });
    expect(
      (await new Person().do(login, { email: attacker.email, password: another })).student.id,
    ).toBe(student.id);
  });
});

/** Signs up with an address whose mailbox is not confirmed. */
async function selfSignedUp() {
  const [person, form] = [await aVisitor(), aForm()];
  const { student } = await person.do(addStudent, form);
  await person.do(login, { email: form.email, password: aPassword });
  return { ...form, id: student.id, person };
}

describe('releaseAddress', () => {
  test('releases the address of an unconfirmed account, and ends its sessions', async () => {
    const attacker = await selfSignedUp();
    const { token } = await resetLink(attacker.email);
    const victim = new Person();
    expect(await victim.do(confirmToken, { studentId: attacker.id, token })).toMatchObject({
      type: 'reset',
      identityNeeded: true,
    });
    expect(await victim.do(releaseAddress, { studentId: attacker.id })).toMatchObject({
      released: true,
    });

    expect(refusal(await attacker.person.ask(getCreditsInfo, {}))).toMatchObject({
      status: 401,
      code: 'session_over',
    });
    expect(
      (await attacker.person.askInTurn(login, { email: attacker.email, password: aPassword }))
        .status,
    ).toBe(422);
    await (await aVisitor()).do(addStudent, aForm({ email: attacker.email }));
  });

  test('refuses an account with a confirmed address, and an invalid link', async () => {
    const student = await aStudent();
    const { token } = await resetLink(student.email);
    const over = linkOver(403, 'proof_missing');
    expect(
      refusal(await new Person().ask(releaseAddress, { studentId: student.id, token })),
    ).toEqual({ ...over, code: 'proof_missing' });
    const { id } = await selfSignedUp();
    expect(refusal(await new Person().ask(releaseAddress, { studentId: id, token }))).toEqual(over);
    expect(refusal(await new Person().ask(releaseAddress, { studentId: id }))).toEqual(over);
    expect((await student.person.ask(getCreditsInfo, {})).status).toBe(200);
  });
});

describe('forgotPasswordRequest', () => {
  test('does not reveal whether an address has an account, and emails only if so', async () => {
    const { email, id } = await aStudent();
    const unknown = `nobody.${id}@student.test`;
    expect(await new Person().do(forgotPasswordRequest, { email: unknown })).toEqual(ifSignedUp);
    expect(await new Person().do(forgotPasswordRequest, { email: email.toUpperCase() })).toEqual(
      ifSignedUp,
    );
    expect(linkIn(await mailTo(email, 'Reset your JSE password'))).toMatchObject({
      type: 'reset',
      id,
    });
    expect(await mailsTo(unknown)).toEqual([]);
  });
});

describe('adminForgotPasswordRequest', () => {
  test('does not reveal whether staff exist, and emails a link to the staff pages', async () => {
    const staff = await someStaff('ROLE_ADMISSIONS');
    expect(
      await new Person().do(adminForgotPasswordRequest, { email: 'nobody.of.staff@staff.test' }),
    ).toEqual(ifSignedUp);
    expect(await new Person().do(adminForgotPasswordRequest, { email: staff.email })).toEqual(
      ifSignedUp,
    );
    const { path, id } = linkIn(await mailTo(staff.email, 'Reset your JSE password'));
    expect([path, id]).toEqual([expect.stringMatching(/^\/admin\/reset\//), staff.id]);
  });
});

describe('adminConfirmToken', () => {
  test("gives the login name, and refuses invalid links and other users' links", async () => {
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
    expect(
      (await new Person().askInTurn(confirmToken, { studentId: staff.id, token })).status,
    ).toBe(422);
  });
});

describe('adminResetPassword', () => {
  test('sets the password only with the proof of the link, and ends open sessions', async () => {
    const staff = await someStaff('ROLE_SUPPORT', { passwordHash: quickHash });
    const open = await signIn(staff);
    await new Person().do(adminForgotPasswordRequest, { email: staff.email });
    const { token } = linkIn(await mailTo(staff.email, 'Reset your JSE password'));
    const person = new Person();
    const input = { userId: staff.id, password: another, type: 'reset' as const };
    expect(refusal(await person.ask(adminResetPassword, input))).toEqual({
      ...linkOver(403, 'proof_missing'),
      code: 'proof_missing',
    });
    await person.do(adminConfirmToken, { userId: staff.id, token });
    expect(await person.do(adminResetPassword, input)).toEqual({
      success: true,
      message: 'Use your new password to login',
    });
    expect(person.cookie('sid')).toBeUndefined();
    expect((await open.send('GET', '/api/getPaymentMethods?student_id=1')).status).toBe(401);
    expect(
      (await person.ask(adminLogin, { loginName: staff.loginName, password: another })).status,
    ).toBe(200);
  });
});
