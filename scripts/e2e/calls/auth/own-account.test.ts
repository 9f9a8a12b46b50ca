import { describe, expect, test } from '@jest/globals';
import {
  confirmToken,
  forgotPasswordRequest,
  login,
  register,
  resetPassword,
} from '@portal/contract/students/auth';
import { editStudent } from '@portal/contract/students/enrol';
import {
  changePassword,
  confirmEmailChange,
  endSignIns,
  getSignIns,
  requestEmailChange,
  saveLanguage,
} from '@portal/contract/students/own-account';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../portal/databases.ts';
import { linkIn, mailsTo, mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { another, resetLink } from './password-links.ts';

const passwordWrong = {
  status: 422,
  code: 'password_wrong',
  detail: 'Your current password is not correct.',
};
const mailed = 'Your JSE password was changed';

/** Waits until earlier password events are handled, by a later event of another student. */
async function laterPasswordEvent(): Promise<void> {
  const [marked, admin] = await Promise.all([aStudent(), signedInStaff('ROLE_SUPER_ADMIN')]);
  await admin.do(editStudent, {
    student_id: marked.id,
    email: `later.${marked.email}`,
    emailUnlocked: true,
  });
  await until(
    () => marked.person.ask(getCreditsInfo, {}),
    ({ status }) => status === 401,
  );
}

describe('changePassword', () => {
  test('sets the password, ends all other sessions, and renews the current one', async () => {
    const { id, email, password, person } = await aStudent();
    const elsewhere = new Person();
    await elsewhere.do(login, { email, password });
    const link = await resetLink(email);
    const [before, thief] = [person.cookie('sid') as string, new Person()];

    expect(
      await person.do(changePassword, { currentPassword: password, password: another }),
    ).toEqual({ changed: true });

    await person.do(getCreditsInfo, {});
    expect(person.cookie('sid')).not.toBe(before);
    thief.setCookie('sid', before);
    for (const other of [elsewhere, thief])
      expect(refusal(await other.ask(getCreditsInfo, {})).code).toBe('session_over');
    expect((await new Person().askInTurn(login, { email, password })).status).toBe(422);
    await new Person().do(login, { email, password: another });
    const { text } = await mailTo(email, mailed);
    expect(text).toContain('every other device that was logged in has been logged out');
    const [audit] = await sql<{ change: object }>(
      'identity',
      `SELECT change FROM audit WHERE student_id = $1 AND change ? 'password'
       ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(audit?.change).toEqual({ password: 'set', by: 'current password' });
    const [open] = await sql<{ count: number }>(
      'identity',
      'SELECT count(*) FROM token WHERE student_id = $1 AND revoked_at IS NULL',
      [id],
    );
    expect([link.type, open?.count]).toEqual(['reset', 0]);
    // the event ends earlier sessions, and not the new session of this browser
    await laterPasswordEvent();
    await person.do(getCreditsInfo, {});
  });

  test('refuses a wrong current password without a change', async () => {
    const { email, password, person } = await aStudent();
    expect(
      refusal(await person.ask(changePassword, { currentPassword: another, password: another })),
    ).toEqual({ ...passwordWrong, code: 'password_wrong' });
    await person.do(getCreditsInfo, {});
    await new Person().do(login, { email, password });
    expect((await mailsTo(email)).filter(({ subject }) => subject === mailed)).toEqual([]);
  });

  test("refuses other students' accounts, other sites and staff", async () => {
    const [{ person, password }, other] = await Promise.all([aStudent(), anEnrolled()]);
    const input = { currentPassword: password, password: another };
    expect(refusal(await person.ask(changePassword, { ...input, student_id: other.id })).code).toBe(
      'other_student',
    );
    const foreign = await person.send('POST', changePassword.path, JSON.stringify(input), {
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.status).toBe(403);
    const admin = await signedInStaff('ROLE_SUPER_ADMIN');
    expect(refusal(await admin.ask(changePassword, { ...input, student_id: other.id })).code).toBe(
      'forbidden',
    );
  });
});

describe('getSignIns', () => {
  test('lists the signed-in browsers and marks the current one', async () => {
    const { email, password, person } = await aStudent();
    const elsewhere = new Person();
    await elsewhere.do(login, { email, password });
    const [{ signIns: here }, { signIns: there }] = await Promise.all([
      person.do(getSignIns, {}),
      elsewhere.do(getSignIns, {}),
    ]);
    expect(here.map(({ id }) => id)).toEqual(there.map(({ id }) => id));
    expect(here.map(({ isThis }) => isThis)).not.toEqual(there.map(({ isThis }) => isThis));
    expect(here.filter(({ isThis }) => isThis)).toHaveLength(1);
    for (const { id } of here) {
      const thief = new Person();
      thief.setCookie('sid', id);
      expect((await thief.ask(getCreditsInfo, {})).status).toBe(401);
    }
  });
});

describe('endSignIns', () => {
  test('signs one browser out, then all except the current one', async () => {
    const { email, password, person } = await aStudent();
    const others = [new Person(), new Person(), new Person()];
    for (const other of others) await other.do(login, { email, password });
    const [first] = others as [Person];
    const own = (await first.do(getSignIns, {})).signIns.find(({ isThis }) => isThis);
    const { signIns } = await person.do(endSignIns, { id: own?.id ?? '' });
    expect(signIns.some(({ id }) => id === own?.id)).toBe(false);
    expect(refusal(await first.ask(getCreditsInfo, {})).code).toBe('session_over');
    const left = await person.do(endSignIns, {});
    expect(left.signIns.map(({ isThis }) => isThis)).toEqual([true]);
    for (const other of others.slice(1))
      expect(refusal(await other.ask(getCreditsInfo, {})).code).toBe('session_over');
    await person.do(getCreditsInfo, {});
  });

  test("ignores ended sign-ins and other students'", async () => {
    const [one, other] = await Promise.all([aStudent(), aStudent()]);
    const [strange] = (await other.person.do(getSignIns, {})).signIns;
    for (const id of [strange?.id ?? '', 'x'.repeat(43)])
      expect((await one.person.do(endSignIns, { id })).signIns).toHaveLength(1);
    await other.person.do(getCreditsInfo, {});
    expect(refusal(await one.person.ask(endSignIns, { id: '../session' })).code).toBe('invalid');
  });
});

describe('requestEmailChange', () => {
  const changeTo = (email: string, currentPassword: string) => ({ email, currentPassword });

  test('emails a link to the new address, without a change yet', async () => {
    const { id, email, password, person } = await aStudent();
    const to = `moved.${id}@student.test`;
    expect(await person.do(requestEmailChange, changeTo(to, password))).toEqual({ sentTo: to });
    const { text } = await mailTo(to, 'Confirm the email address of your JSE account');
    expect(text).toMatch(new RegExp(`/email/${id}/[\\w-]{20,}`));
    await new Person().do(login, { email, password });
  });

  test('requires the current password, and refuses staff', async () => {
    const { id, password, person } = await aStudent();
    const to = `moved.${id}@student.test`;
    expect(refusal(await person.ask(requestEmailChange, changeTo(to, another)))).toMatchObject({
      code: 'password_wrong',
      detail: passwordWrong.detail,
    });
    expect(refusal(await person.ask(requestEmailChange, changeTo('nobody', password))).status).toBe(
      422,
    );
    const admin = await signedInStaff('ROLE_SUPER_ADMIN');
    const forStudent = { ...changeTo(to, password), student_id: id };
    expect(refusal(await admin.ask(requestEmailChange, forStudent)).code).toBe('forbidden');
  });
});

describe('confirmEmailChange', () => {
  test('changes the login address, and ends all sessions', async () => {
    const { id, email, password, person } = await aStudent();
    const to = `moved.${id}@student.test`;
    await person.do(requestEmailChange, { email: to, currentPassword: password });
    const { text } = await mailTo(to, 'Confirm the email address of your JSE account');
    const [, token = ''] = /\/email\/\d+\/([\w-]+)/.exec(text) ?? [];
    const stranger = new Person();
    expect(
      refusal(await stranger.askInTurn(confirmEmailChange, { studentId: id + 1, token })),
    ).toMatchObject({ status: 422, code: 'token_invalid' });
    expect(await stranger.do(confirmEmailChange, { studentId: id, token })).toEqual({ email: to });
    expect(refusal(await person.ask(getCreditsInfo, {})).code).toBe('session_over');
    await new Person().do(login, { email: to, password });
    expect((await new Person().askInTurn(login, { email, password })).status).toBe(422);
    expect(
      refusal(await stranger.askInTurn(confirmEmailChange, { studentId: id, token })).code,
    ).toBe('token_invalid');
    await mailTo(email, 'The email address of your JSE account was changed');
  });
});

describe('saveLanguage', () => {
  test('sets the language of emails and of new browsers', async () => {
    const { email, password, person } = await aStudent();
    expect(await person.do(saveLanguage, { language: 'he' })).toEqual({ language: 'he' });
    expect(person.cookie('lang')).toBe('he');
    await person.do(forgotPasswordRequest, { email });
    const hebrew = await mailTo(email, 'איפוס הסיסמה שלכם ל-JSE');
    expect(hebrew.html).toContain('dir="rtl"');
    expect(hebrew.text).toMatch(/\/reset\/\d+\//);

    const elsewhere = new Person();
    await elsewhere.do(login, { email, password });
    expect(elsewhere.cookie('lang')).toBe('he');

    const english = new Person();
    english.setCookie('lang', 'en');
    await english.do(login, { email, password });
    await english.do(forgotPasswordRequest, { email });
    await mailTo(email, 'Reset your JSE password');
  });

  test('refuses unknown languages, and staff', async () => {
    const [{ person }, other] = await Promise.all([aStudent(), aStudent()]);
    const odd = refusal(await person.ask(saveLanguage, { language: 'fr' as never }));
    expect(odd).toMatchObject({ status: 422, code: 'invalid' });
    const admin = await signedInStaff('ROLE_SUPER_ADMIN');
    const forbidden = await admin.ask(saveLanguage, { language: 'he', student_id: other.id });
    expect(refusal(forbidden).code).toBe('forbidden');
  });

  test('sends Hebrew emails to a student who signs up in Hebrew', async () => {
    const { dob, last4ssn, email, id } = await anEnrolled();
    const person = new Person();
    person.setCookie('lang', 'he');
    await person.do(register, { dob, ssn: last4ssn, email });
    const { token } = linkIn(await mailTo(email, 'יצירת הסיסמה שלכם ל-JSE'));
    await person.do(confirmToken, { studentId: id, token });
    await person.do(resetPassword, { studentId: id, password: another, type: 'create' });
    await mailTo(email, 'ברוכים הבאים לפורטל הסטודנטים של JSE');
  });
});
