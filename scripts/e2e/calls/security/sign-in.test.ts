import { describe, expect, test } from '@jest/globals';
import { getAllActiveLocations } from '@portal/contract/sessions/sessions';
import { changeSecurity, getSecurity, secondFactor } from '@portal/contract/staff/security';
import { adminLogin } from '@portal/contract/students/auth';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { appCode, wrongCode } from '../../people/second-factor/authenticator.ts';
import { awaitingSecondFactor, staffWithApp } from '../../people/second-factor/staff-with-app.ts';
import {
  holding,
  requestPasskey,
  staffWithPasskey,
} from '../../people/second-factor/staff-with-passkey.ts';
import { refusal } from '../every-call/refusal.ts';

const totp = (code: string, more: { remember?: boolean } = {}) => ({
  method: 'totp' as const,
  code,
  ...more,
});

describe('secondFactor', () => {
  const pendingOver = { status: 401, code: 'pending_over', detail: 'Please sign in again.' };
  const codeWrong = { status: 422, code: 'code_wrong', detail: 'This code is not correct.' };

  test('creates the session only after the second step', async () => {
    const { staff, secret } = await staffWithApp();
    const person = new Person();
    const { loginName, password } = staff;
    const answer = await person.do(adminLogin, { loginName, password });
    expect(answer).toEqual({
      secondFactor: { methods: ['totp', 'recovery'], options: null, mustSetUp: false },
    });
    expect([person.cookie('sid'), person.cookie('isLoggedIn')]).toEqual([undefined, undefined]);
    expect((await person.ask(getAllActiveLocations, {})).status).toBe(401);

    const { user } = await person.do(secondFactor, totp(appCode(secret)));
    expect(user).toMatchObject({ id: staff.id, loginName: staff.loginName });
    expect((await person.ask(getAllActiveLocations, {})).status).toBe(200);
    expect(person.cookie('pending')).toBeFalsy();
    await mailTo(staff.email, 'New sign-in to your JSE account');
  });

  test('refuses after ten wrong answers or passwords in 15 minutes (R-014, R-585)', async () => {
    const { staff, secret } = await staffWithApp();
    const { loginName, password } = staff;
    const person = new Person();
    for (let count = 0; count < 6; count++)
      await person.ask(adminLogin, { loginName, password: 'Wrong4Me!' });
    await awaitingSecondFactor(staff, person); // the right password does not reset the count
    for (let count = 0; count < 4; count++) await person.ask(secondFactor, totp(wrongCode(secret)));
    const refused = await person.ask(secondFactor, totp(appCode(secret)));
    expect(refusal(refused)).toEqual({
      status: 429,
      code: 'too_many_tries',
      detail: 'Too many tries. Please try again later.',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await person.ask(adminLogin, { loginName, password });
    expect([again.status, again.body.code]).toEqual([429, 'too_many_tries']);
  });

  test('refuses without a pending sign-in, after five minutes, and once completed', async () => {
    const { staff, secret } = await staffWithApp();
    expect(refusal(await new Person().ask(secondFactor, totp('123456')))).toEqual(pendingOver);

    const late = await awaitingSecondFactor(staff);
    await sql('identity', 'UPDATE pending_sign_in SET expires_at = now() WHERE user_id = $1', [
      staff.id,
    ]);
    expect(refusal(await late.ask(secondFactor, totp(appCode(secret))))).toEqual(pendingOver);

    const done = await awaitingSecondFactor(staff);
    await done.do(secondFactor, totp(appCode(secret)));
    expect(refusal(await done.ask(secondFactor, totp(appCode(secret, 1))))).toEqual(pendingOver);
  });

  test('remembers a device until it is removed', async () => {
    const { staff, secret } = await staffWithApp();
    const { loginName, password } = staff;
    const person = await awaitingSecondFactor(staff);
    await person.do(secondFactor, totp(appCode(secret), { remember: true }));
    expect(await person.do(adminLogin, { loginName, password })).toMatchObject({
      user: { loginName },
    });
    const { rememberedDevices, sessions } = await person.do(getSecurity, {});
    expect(rememberedDevices).toBe(1);
    expect(sessions.find(({ current }) => current)).toMatchObject({ remembered: true });

    expect(await person.do(changeSecurity, { action: 'forgetDevices' })).toMatchObject({
      rememberedDevices: 0,
    });
    await awaitingSecondFactor(staff, person);
  });

  test('accepts the response of a passkey once, for its own sign-in', async () => {
    const { staff, passkey } = await staffWithPasskey();
    const [one, other] = [
      await requestPasskey(staff, passkey, 2),
      await requestPasskey(staff, passkey, 3),
    ];
    // a response to the challenge of another sign-in
    expect(refusal(await other.person.ask(secondFactor, one.answer))).toEqual(codeWrong);
    const { user } = await one.person.do(secondFactor, one.answer);
    expect(user).toMatchObject({ id: staff.id });
    const again = holding(one.pending);
    expect(refusal(await again.ask(secondFactor, one.answer))).toEqual(pendingOver);
    expect(again.cookie('sid')).toBeUndefined();
    expect(refusal(await other.person.ask(secondFactor, one.answer))).toEqual(codeWrong);
    // the attempted sign-in is still valid
    await other.person.do(secondFactor, other.answer);
    const { factors } = await other.person.do(getSecurity, {});
    expect(factors).toMatchObject([{ kind: 'passkey', lastUsed: expect.any(String) }]);
  });

  test('accepts a response of a passkey once in concurrent calls', async () => {
    const { staff, passkey } = await staffWithPasskey();
    const { person, pending, answer } = await requestPasskey(staff, passkey, 2);
    const people = [person, holding(pending)];
    const answers = await Promise.all(people.map((one) => one.ask(secondFactor, answer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(people.filter((one) => one.cookie('sid'))).toHaveLength(1);
  });

  test('refuses a passkey whose signature count does not increase, as a clone', async () => {
    const { staff, passkey } = await staffWithPasskey();
    const first = await requestPasskey(staff, passkey, 7);
    await first.person.do(secondFactor, first.answer);
    const copy = await requestPasskey(staff, passkey, 7);
    expect(refusal(await copy.person.ask(secondFactor, copy.answer))).toEqual(codeWrong);
  });
});
