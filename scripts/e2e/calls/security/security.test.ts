import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getAllActiveLocations } from '@portal/contract/sessions/sessions';
import {
  addSecondFactor,
  changeSecurity,
  getResettable,
  getSecurity,
  resetSecondFactor,
  secondFactor,
} from '@portal/contract/staff/security';
import { adminLogin } from '@portal/contract/students/auth';
import { mailTo } from '../../../portal/mails.ts';
import { Person } from '../../../portal-user/person.ts';
import { appCode } from '../../people/second-factor/authenticator.ts';
import { whileRequired } from '../../people/second-factor/required-second-factor.ts';
import {
  awaitingSecondFactor,
  freeCodes,
  staffWithApp,
} from '../../people/second-factor/staff-with-app.ts';
import { addingPasskey } from '../../people/second-factor/staff-with-passkey.ts';
import { signedInStaff, someStaff } from '../../people/staff.ts';
import { aPassword, quickHash } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('getSecurity', () => {
  test('gives methods, codes and sessions of the account, without secrets', async () => {
    const { staff, person, secret, recoveryCodes } = await staffWithApp();
    const other = await awaitingSecondFactor(staff);
    await other.do(secondFactor, { method: 'totp', code: appCode(secret) });
    const security = await person.do(getSecurity, {});
    expect(security).toMatchObject({
      realName: 'Test Staff',
      factors: [{ kind: 'totp', name: 'My phone', lastUsed: expect.any(String) }],
      recoveryLeft: 10,
      required: false,
      rememberedDevices: 0,
    });
    expect(security.sessions).toHaveLength(2);
    expect(security.sessions.map(({ current, ip }) => [current, ip]).sort()).toEqual([
      [false, other.address],
      [true, person.address],
    ]);
    const text = JSON.stringify(security);
    for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
  });
});

describe('addSecondFactor', () => {
  test('adds an app by its first code, with ten recovery codes and an email', async () => {
    const { staff, recoveryCodes } = await staffWithApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-9]{10}$/);
    const { text } = await mailTo(staff.email, 'Your sign-in methods were changed');
    expect(text).toMatch(/An authenticator app was added on .* by Test Staff\./);
  });

  test('begins an app with secret, address and QR code; a passkey with options', async () => {
    const person = await signedInStaff('ROLE_SUPPORT');
    const begin = { step: 'begin' as const, password: aPassword };
    const app = await person.ask(addSecondFactor, { ...begin, kind: 'totp' });
    if (app.status !== 200) throw new Error(JSON.stringify(app.body));
    expect(app.body.otpauth).toContain(`secret=${app.body.secret}`);
    expect(app.body.qr).toMatch(/^data:image\/svg\+xml;base64,/);
    const { options } = await person.do(addSecondFactor, { ...begin, kind: 'passkey' });
    expect(options).toMatchObject({
      rp: { id: new URL(person.url).hostname },
      authenticatorSelection: { userVerification: 'required' },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('adds a passkey once by its response', async () => {
    const { person, finish } = await addingPasskey();
    const { factors, recoveryCodes } = await person.do(addSecondFactor, finish);
    expect(factors).toMatchObject([{ kind: 'passkey', name: 'My laptop', lastUsed: null }]);
    expect(recoveryCodes).toHaveLength(10);
    const codeWrong = { status: 422, code: 'code_wrong', detail: 'This code is not correct.' };
    expect(refusal(await person.ask(addSecondFactor, finish, randomUUID()))).toEqual(codeWrong);
    const security = await person.do(getSecurity, {});
    expect([security.factors.length, security.recoveryLeft]).toEqual([1, 10]);
  });

  test('refuses without a session or a sign-in that must set up a method', async () => {
    const begin = { step: 'begin', kind: 'totp' };
    const over = { status: 401, code: 'pending_over', detail: 'Please sign in again.' };
    expect(refusal(await new Person().ask(addSecondFactor, begin))).toEqual(over);
    const { staff } = await staffWithApp();
    const waiting = await awaitingSecondFactor(staff); // this account has a method
    expect(refusal(await waiting.ask(addSecondFactor, begin))).toEqual(over);
  });

  test('is the only call for staff who must set up a method, and signs in (R-582)', async () => {
    const staff = await someStaff('ROLE_ADMISSIONS', { passwordHash: quickHash });
    const { loginName, password } = staff;
    const before = new Person();
    await before.do(adminLogin, { loginName, password });
    await whileRequired('ROLE_ADMISSIONS', async () => {
      // a session without a method ends, and staff sign in again
      expect((await before.ask(getAllActiveLocations, {})).status).toBe(401);
      const person = new Person();
      expect(await person.do(adminLogin, { loginName, password })).toEqual({
        secondFactor: { methods: [], options: null, mustSetUp: true },
      });
      expect((await person.ask(getAllActiveLocations, {})).status).toBe(401);
      expect((await person.ask(getSecurity, {})).status).toBe(401);
      const begun = await person.do(addSecondFactor, { step: 'begin', kind: 'totp' });
      const code = appCode(begun.secret ?? '');
      const done = await person.do(addSecondFactor, { step: 'finish', kind: 'totp', code });
      expect(done.recoveryCodes).toHaveLength(10);
      expect((await person.ask(getAllActiveLocations, {})).status).toBe(200);

      const { factors, required } = await person.do(getSecurity, {});
      expect(required).toBe(true);
      const remove = { action: 'removeFactor' as const, factorId: factors[0]?.factorId, password };
      expect(refusal(await person.ask(changeSecurity, remove))).toEqual({
        status: 409,
        code: 'last_factor',
        detail: 'Add another method first.',
      });
    });
  });
});

describe('changeSecurity', () => {
  test('removes a method with the password, and forgets remembered devices', async () => {
    const { staff, person, secret } = await staffWithApp();
    const { password } = staff;
    const other = await awaitingSecondFactor(staff);
    await other.do(secondFactor, { method: 'totp', code: appCode(secret), remember: true });
    const { factors } = await person.do(getSecurity, {});
    const remove = { action: 'removeFactor' as const, factorId: factors[0]?.factorId };
    const wrong = await person.ask(changeSecurity, { ...remove, password: 'Wrong4Me!' });
    expect(refusal(wrong)).toEqual({
      status: 422,
      code: 'password_wrong',
      detail: 'The password is not correct.',
    });
    const after = await person.do(changeSecurity, { ...remove, password });
    expect(after).toMatchObject({ factors: [], recoveryLeft: 0, rememberedDevices: 0 });
    await mailTo(staff.email, 'Your sign-in methods were changed', {
      count: 2,
    });
    const again = await person.ask(changeSecurity, { ...remove, password });
    expect([again.status, again.body.code]).toEqual([404, 'factor_not_found']);
  });

  test("ends a session or all others, and does not find others' sessions", async () => {
    const { staff, person, secret } = await staffWithApp();
    const stranger = await staffWithApp();
    const { sessions: theirs } = await stranger.person.do(getSecurity, {});
    const foreign = { action: 'endSession' as const, sessionKey: theirs[0]?.sessionKey };
    expect((await person.ask(changeSecurity, foreign)).status).toBe(404);
    const { factors: foreignFactors } = await stranger.person.do(getSecurity, {});
    const factorId = foreignFactors[0]?.factorId;
    const remove = { action: 'removeFactor' as const, factorId, password: staff.password };
    const refused = await person.ask(changeSecurity, remove);
    expect([refused.status, refused.body.code]).toEqual([404, 'factor_not_found']);
    expect((await stranger.person.do(getSecurity, {})).factors).toHaveLength(1);

    const others: Person[] = [];
    for (const steps of [0, 1]) {
      const other = await awaitingSecondFactor(staff);
      await freeCodes(staff);
      await other.do(secondFactor, { method: 'totp', code: appCode(secret, steps) });
      others.push(other);
    }
    const { sessions } = await person.do(getSecurity, {});
    const one = sessions.find(({ ip }) => ip === others[0]?.address);
    const left = await person.do(changeSecurity, {
      action: 'endSession',
      sessionKey: one?.sessionKey,
    });
    expect(left.sessions).toHaveLength(2);
    expect((await others[0]?.ask(getSecurity, {}))?.status).toBe(401);
    const { sessions: last } = await person.do(changeSecurity, { action: 'endOthers' });
    expect(last.map(({ current }) => current)).toEqual([true]);
    expect((await others[1]?.ask(getSecurity, {}))?.status).toBe(401);
  });

  test('creates new recovery codes with the password, and ends the old ones', async () => {
    const { staff, person, recoveryCodes } = await staffWithApp();
    const renew = { action: 'newRecoveryCodes' as const, password: staff.password };
    const { recoveryCodes: fresh = [] } = await person.do(changeSecurity, renew);
    expect(fresh).toHaveLength(10);
    const other = await awaitingSecondFactor(staff);
    const [old = '', next = ''] = [recoveryCodes[2], fresh[2]];
    expect((await other.ask(secondFactor, { method: 'recovery', code: old })).status).toBe(422);
    await other.do(secondFactor, { method: 'recovery', code: next });
  });
});

describe('getResettable', () => {
  test('gives tech support non-super-admins, and super admins other super admins', async () => {
    const [support, superAdmin] = await Promise.all([
      staffWithApp('ROLE_TECH_SUPPORT'),
      staffWithApp('ROLE_SUPER_ADMIN'),
    ]);
    const admin = await staffWithApp();
    const namesFor = async ({ person }: { person: Person }) =>
      new Map((await person.do(getResettable, {})).users.map((one) => [one.id, one.factors]));
    const ofSupport = await namesFor(support);
    expect(ofSupport.get(admin.staff.id)).toBe(1);
    expect(ofSupport.has(superAdmin.staff.id)).toBe(false);
    expect(ofSupport.has(support.staff.id)).toBe(false);
    const other = await staffWithApp('ROLE_SUPER_ADMIN');
    const ofSuperAdmin = await namesFor(superAdmin);
    expect(ofSuperAdmin.get(other.staff.id)).toBe(1);
    expect(ofSuperAdmin.has(admin.staff.id)).toBe(false);
  });
});

describe('resetSecondFactor', () => {
  const reason = 'Lost the phone';

  test('ends methods and sessions of an account, with an email', async () => {
    const { staff, person } = await staffWithApp();
    const support = await signedInStaff('ROLE_TECH_SUPPORT');
    const { user } = await support.do(resetSecondFactor, { userId: staff.id, reason });
    expect(user).toMatchObject({ id: staff.id, loginname: staff.loginName });
    expect((await person.ask(getSecurity, {})).status).toBe(401);
    const { text } = await mailTo(staff.email, 'Your sign-in methods were changed', {
      says: /All methods/,
    });
    expect(text).toMatch(/All methods were reset on .* by Test Staff\./);
    const { loginName, password } = staff;
    expect(await new Person().do(adminLogin, { loginName, password })).toHaveProperty('user');
  });

  test("allows only super admins for super admins, and refuses one's own account", async () => {
    const superAdmin = await staffWithApp('ROLE_SUPER_ADMIN');
    const support = await staffWithApp('ROLE_TECH_SUPPORT');
    const other = await signedInStaff('ROLE_SUPER_ADMIN');
    const of = ({ staff }: typeof support) => ({ userId: staff.id, reason });
    expect(refusal(await support.person.ask(resetSecondFactor, of(superAdmin)))).toEqual({
      status: 403,
      code: 'forbidden',
      detail: 'You are not allowed to do this.',
    });
    expect((await other.ask(resetSecondFactor, of(support))).status).toBe(403);
    expect(refusal(await support.person.ask(resetSecondFactor, of(support)))).toEqual({
      status: 403,
      code: 'not_own_account',
      detail: 'Somebody else must do this.',
    });
    await other.do(resetSecondFactor, of(superAdmin));
  });
});
