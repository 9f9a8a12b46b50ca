import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { Secret, TOTP } from 'otpauth';
import { requestPasswordReset } from '../../accounts/passwords/request-password-reset.ts';
import { sendResetsJob } from '../../accounts/passwords/send-resets.ts';
import { setPassword } from '../../accounts/passwords/set-password.ts';
import { updateStaffUser } from '../../staff/update-staff-user.ts';
import { aPassword, aStaffUser, needsNoFactor, newestLink } from '../../testing.ts';
import { beginFactor, finishFactor } from '../changes/add-factor.ts';
import {
  forgetOwnDevices,
  removeFactor,
  renewCodes,
  resetFactors,
} from '../changes/change-factors.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { signInStaff } from '../sign-in/sign-in-staff.ts';
import { readSecurity } from './read-security.ts';
import { resealSecrets } from './reseal.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await needsNoFactor(db);
  // an account that manages accounts has to remain
  await aStaffUser(db, { loginName: 'keeper', roles: ['ROLE_TECH_SUPPORT'] });
});
afterAll(() => db.drop());

const START = Date.parse('2026-03-02T15:00:10Z');
/** Seconds after the start. */
const at = (seconds: number) => new Date(START + seconds * 1000);
const by = (id: number, seconds = 0, roles = ['ROLE_ADMIN']) => {
  const call = asStaff(db, roles, { now: at(seconds) });
  return { ...call, actor: { ...call.actor, id } };
};
const codeOf = (secret: string, seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at(seconds).getTime() });

let next = 0;
/** Staff with an authenticator app, whose code of the second 0 was used in setting it up. */
async function withApp(roles = ['ROLE_ADMIN']) {
  next += 1;
  const loginName = `factor${next}`;
  const id = await aStaffUser(db, { loginName, roles });
  const app = { kind: 'totp' as const, name: '', pending: null };
  const begun = await beginFactor(by(id), { ...app, password: aPassword });
  const secret = begun.app?.secret ?? '';
  const { recoveryCodes } = await finishFactor(by(id), {
    ...app,
    response: '',
    code: codeOf(secret, 0),
    browser: null,
    device: null,
  });
  return { id, loginName, secret, recoveryCodes };
}
const signIn = (loginName: string, seconds = 30, more: { remembered?: string[] } = {}) =>
  signInStaff(asPublic(db, { now: at(seconds) }), {
    loginName,
    password: aPassword,
    browser: 'mark',
    ...more,
  });
async function waiting(loginName: string, seconds = 30): Promise<string> {
  const answer = await signIn(loginName, seconds);
  if (!('secondStep' in answer)) throw new Error('signed in without a second step');
  return answer.secondStep.pending;
}
const finish = (
  pending: string,
  code: string,
  {
    seconds = 30,
    method = 'totp' as 'totp' | 'recovery',
    remember = false,
    browser = 'mark' as string | null,
  } = {},
) =>
  finishSignIn(asPublic(db, { now: at(seconds) }), {
    pending,
    method,
    code,
    response: '',
    remember,
    browser,
    device: 'Chrome on Windows',
  });
const mailsTo = (loginName: string) =>
  db.many<{ subject: string; bodyText: string }>`
    SELECT subject, body_text FROM mail WHERE recipient = ${`${loginName}@staff.test`}
    ORDER BY created_at, id`;

test('an account with an app needs its code to sign in, required or not (R-583)', async () => {
  const { id, loginName, secret } = await withApp();
  const answer = await signIn(loginName);
  expect(answer).toEqual({
    secondStep: {
      methods: ['totp', 'recovery'],
      options: null,
      mustSetUp: false,
      pending: expect.stringMatching(/^[\w-]{43}\./),
    },
  });
  const signedIn = () =>
    db.many`SELECT 1 AS sent FROM outbox WHERE type = 'identity.staff_signed_in'
      AND payload->'data'->>'userId' = ${String(id)}`;
  expect(await signedIn()).toEqual([]);
  const pending = await waiting(loginName);
  const { user } = await finish(pending, codeOf(secret, 30));
  expect(user).toMatchObject({ id, loginName, roles: ['ROLE_ADMIN'] });
  expect(await signedIn()).toHaveLength(1);
  expect((await refusalOf(finish(pending, codeOf(secret, 60)))).code).toBe('pending_over');
});

test('a code counts one step early and late, once, never before a used one (R-584)', async () => {
  const { loginName, secret } = await withApp();
  const tried = async (code: string, seconds: number) => {
    try {
      await finish(await waiting(loginName, seconds), code, { seconds });
      return 'in';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(await tried(codeOf(secret, 0), 0)).toBe('code_wrong'); // it was set up with that
  expect(await tried(codeOf(secret, 30), 0)).toBe('in');
  expect(await tried(codeOf(secret, 30), 30)).toBe('code_wrong');
  expect(await tried(codeOf(secret, 120), 150)).toBe('in');
  expect(await tried(codeOf(secret, 90), 120)).toBe('code_wrong');
  expect(await tried(codeOf(secret, 210), 150)).toBe('code_wrong');
});

test('two concurrent uses of one code sign in once', async () => {
  const { loginName, secret } = await withApp();
  const pendings = [await waiting(loginName), await waiting(loginName)];
  const code = codeOf(secret, 30);
  const outcomes = await Promise.allSettled(pendings.map((pending) => finish(pending, code)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refusals(outcomes)).toEqual(['code_wrong']);
});

test('a recovery code works once, however typed, and a mail counts the rest (R-587)', async () => {
  const { loginName, recoveryCodes } = await withApp();
  const [code = ''] = recoveryCodes;
  expect(recoveryCodes).toHaveLength(10);
  const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
  const pendings = [await waiting(loginName), await waiting(loginName), await waiting(loginName)];
  const outcomes = await Promise.allSettled(
    pendings.map((pending) => finish(pending, typed, { method: 'recovery' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(refusals(outcomes)).toEqual(['code_wrong', 'code_wrong']);
  const mail = (await mailsTo(loginName)).at(-1);
  expect(mail?.subject).toBe('Your sign-in methods were changed');
  expect(mail?.bodyText).toContain(
    'A recovery code was used. 9 are left. It was used on March 2, 2026 at 10:00 AM, New York ' +
      'time by factor',
  );
});

test('five wrong answers, or five minutes, end a sign-in for good (R-585)', async () => {
  const { loginName, secret } = await withApp();
  const pending = await waiting(loginName);
  for (let count = 0; count < 5; count++)
    expect((await refusalOf(finish(pending, '000000'))).code).toBe('code_wrong');
  expect((await refusalOf(finish(pending, codeOf(secret, 30)))).code).toBe('pending_over');

  const late = await waiting(loginName, 0);
  const seconds = 300;
  expect((await refusalOf(finish(late, codeOf(secret, seconds), { seconds }))).code).toBe(
    'pending_over',
  );
});

test('ten wrong answers in 15 minutes refuse the right one, in all sign-ins (R-585)', async () => {
  const { loginName, secret } = await withApp();
  const pendings = await Promise.all(Array.from({ length: 12 }, () => waiting(loginName)));
  const outcomes = await Promise.allSettled(
    pendings.map((pending, mark) => finish(pending, '000000', { browser: `mark ${mark}` })),
  );
  expect(refusals(outcomes).filter((code) => code === 'code_wrong')).toHaveLength(10);
  expect(refusals(outcomes).filter((code) => code === 'too_many_tries')).toHaveLength(2);
  const refused = await refusalOf(
    finish(pendings[11] ?? '', codeOf(secret, 30), { browser: null }),
  );
  expect(refused).toMatchObject({ status: 429, code: 'too_many_tries' });
  const seconds = 930;
  const later = await waiting(loginName, seconds);
  await finish(later, codeOf(secret, seconds), { seconds });
});

test('wrong codes count with wrong passwords of the same browser (R-014, R-585)', async () => {
  const { loginName } = await withApp();
  const wrong = { loginName, password: 'Wrong4Me!', browser: 'mark' };
  for (let count = 0; count < 6; count++)
    await refusalOf(signInStaff(asPublic(db, { now: at(30) }), wrong));
  const pending = await waiting(loginName);
  for (let count = 0; count < 4; count++) await refusalOf(finish(pending, '000000'));
  expect((await refusalOf(finish(pending, '000000'))).code).toBe('too_many_tries');
  expect((await refusalOf(signIn(loginName))).code).toBe('too_many_tries');
});

test('remembers a device for 30 days, until a new password, role or factor (R-586)', async () => {
  const { id, loginName, secret } = await withApp();
  const remember = async (seconds: number) => {
    const pending = await waiting(loginName, seconds);
    const done = await finish(pending, codeOf(secret, seconds), { seconds, remember: true });
    return done.remembered?.token ?? '';
  };
  const isIn = async (token: string, seconds: number) =>
    'user' in (await signIn(loginName, seconds, { remembered: ['of nobody', token] }));
  const DAY = 86_400;

  const first = await remember(30);
  expect(await isIn(first, 30 * DAY)).toBe(true);
  expect(await isIn(first, 30 * DAY + 31)).toBe(false);
  expect(await isIn('of nobody', 60)).toBe(false);

  const second = await remember(90);
  await forgetOwnDevices(by(id, 100));
  expect(await isIn(second, 110)).toBe(false);

  const third = await remember(150);
  const change = { userId: id, roles: ['ROLE_SUPPORT'], resendLink: false };
  await updateStaffUser(by(1, 160, ['ROLE_TECH_SUPPORT']), change);
  const { rememberedIds } = await readSecurity(by(id, 170));
  expect([await isIn(third, 170), rememberedIds]).toEqual([false, []]);

  const fourth = await remember(210);
  await removeFactor(by(id, 220), {
    factorId: (await readSecurity(by(id, 220))).factors[0]?.id ?? 0,
    password: aPassword,
  });
  const left = await db.many`SELECT id FROM remembered_device WHERE user_id = ${id}`;
  expect([fourth.length, left]).toEqual([43, []]);
});

test('a new password ends remembered devices and sign-ins waiting for a second step', async () => {
  const { id, loginName, secret } = await withApp();
  await finish(await waiting(loginName), codeOf(secret, 30), { remember: true });
  const pending = await waiting(loginName, 60);
  const email = `${loginName}@staff.test`;
  await requestPasswordReset(asPublic(db), { kind: 'staff', email });
  await sendResetsJob(db).run();
  const { token } = await newestLink(db, email);
  await setPassword(asPublic(db), {
    account: { kind: 'staff', id },
    password: 'Other4JSE!',
    type: 'reset',
    token,
    proof: null,
    identity: null,
    language: null,
  });
  const late = { seconds: 60 };
  expect((await refusalOf(finish(pending, codeOf(secret, 60), late))).code).toBe('pending_over');
  const left = await db.many`SELECT id FROM remembered_device WHERE user_id = ${id}`;
  expect(left).toEqual([]);
});

test('an account without a required factor sets one up to sign in (R-582)', async () => {
  await db.run`UPDATE setting SET two_factor_roles = ARRAY['ROLE_ADMISSIONS']`;
  const id = await aStaffUser(db, { loginName: 'mustset', roles: ['ROLE_ADMISSIONS'] });
  const answer = await signIn('mustset');
  if (!('secondStep' in answer)) throw new Error('signed in without a factor');
  expect(answer.secondStep).toMatchObject({ methods: [], mustSetUp: true });
  const { pending } = answer.secondStep;
  expect((await refusalOf(finish(pending, '000000'))).code).toBe('code_wrong');

  const asker = () => asPublic(db, { now: at(30) }); // each request has a key of its own
  const app = { kind: 'totp' as const, name: 'My phone', password: null, pending };
  const { app: told } = await beginFactor(asker(), app);
  const wish = { kind: 'totp' as const, response: '', pending, browser: null, device: null };
  expect((await refusalOf(finishFactor(asker(), { ...wish, code: '000000' }))).code).toBe(
    'code_wrong',
  );
  const code = codeOf(told?.secret ?? '', 30);
  const done = await finishFactor(asker(), { ...wish, code });
  expect(done).toMatchObject({ signsIn: true, account: { id } });
  expect(done.recoveryCodes).toHaveLength(10);
  // neither the code nor the sign-in that waited is good for anything more
  expect((await refusalOf(finishFactor(asker(), { ...wish, code }))).code).toBe('pending_over');
  const again = await refusalOf(finish(await waiting('mustset'), code));
  expect(again.code).toBe('code_wrong');
  const call = by(id, 60, ['ROLE_ADMISSIONS']);
  const { factors } = await readSecurity(call);
  const only = { factorId: factors[0]?.id ?? 0, password: aPassword };
  expect((await refusalOf(removeFactor(call, only))).code).toBe('last_factor');
  await needsNoFactor(db);
  await removeFactor(call, only);
  expect(await readSecurity(call)).toMatchObject({ factors: [], recoveryLeft: 0 });
  expect((await refusalOf(renewCodes(call, { password: aPassword }))).code).toBe('last_factor');
});

test('a sign-in that waits for a factor which is there sets up no other one', async () => {
  const { loginName } = await withApp();
  const app = { kind: 'totp' as const, name: '', password: null };
  const pending = await waiting(loginName);
  const asker = asPublic(db, { now: at(30) });
  for (const token of [pending, 'of nobody', null])
    expect((await refusalOf(beginFactor(asker, { ...app, pending: token }))).code).toBe(
      'pending_over',
    );
});

test('adding asks for the password, and there is one app at most (C-O56)', async () => {
  const { id } = await withApp();
  const app = { kind: 'totp' as const, name: '', pending: null };
  expect(
    await refusalOf(beginFactor(by(id), { ...app, kind: 'passkey', password: 'Wrong4Me!' })),
  ).toMatchObject({ status: 422, code: 'password_wrong', detail: 'The password is not correct.' });
  expect(await refusalOf(beginFactor(by(id), { ...app, password: aPassword }))).toMatchObject({
    status: 409,
    code: 'too_many_factors',
    detail: 'At most 5 passkeys and 1 authenticator app.',
  });
});

test('does not find factors of another account; new codes end the old ones (C-O57)', async () => {
  const [one, other] = [await withApp(), await withApp()];
  const factorId = (await readSecurity(by(other.id))).factors[0]?.id ?? 0;
  const foreign = removeFactor(by(one.id), { factorId, password: aPassword });
  expect(await refusalOf(foreign)).toMatchObject({ status: 404, code: 'factor_not_found' });

  const codes = await renewCodes(by(one.id), { password: aPassword });
  expect(codes).toHaveLength(10);
  const method = 'recovery' as const;
  const old = finish(await waiting(one.loginName), one.recoveryCodes[3] ?? '', { method });
  expect((await refusalOf(old)).code).toBe('code_wrong');
  await finish(await waiting(one.loginName), codes[3] ?? '', { method });
  const theirs = finish(await waiting(other.loginName), codes[4] ?? '', { method });
  expect((await refusalOf(theirs)).code).toBe('code_wrong');
});

test('a reset ends factors, codes, devices and sessions, and mails the owner (C-O58)', async () => {
  const { id, loginName, secret } = await withApp();
  await finish(await waiting(loginName), codeOf(secret, 30), { remember: true });
  const support = await aStaffUser(db, { loginName: `support${id}`, roles: ['ROLE_TECH_SUPPORT'] });
  const call = by(support, 60, ['ROLE_TECH_SUPPORT']);
  await resetFactors(call, { userId: id, reason: 'Lost the phone' });

  expect(await signIn(loginName, 70)).toMatchObject({ user: { id } });
  expect(await readSecurity(by(id, 70))).toMatchObject({
    factors: [],
    recoveryLeft: 0,
    rememberedIds: [],
  });
  const ended = await db.many`
    SELECT 1 AS sent FROM outbox WHERE type = 'identity.staff_access_changed'
      AND payload->'data'->>'userId' = ${String(id)}`;
  expect(ended).toHaveLength(1);
  const mail = (await mailsTo(loginName)).at(-1);
  expect(mail?.bodyText).toContain(`All methods were reset on March 2, 2026`);
  expect(mail?.bodyText).toContain(`by support${id}.`);

  const own = resetFactors(call, { userId: support, reason: 'Mine' });
  expect(await refusalOf(own)).toMatchObject({
    status: 403,
    code: 'not_own_account',
    detail: 'Somebody else must do this.',
  });
  const nobody = resetFactors(call, { userId: 2_000_000_000, reason: 'Nobody' });
  expect((await refusalOf(nobody)).code).toBe('user_not_found');
});

test('mails about an unknown device, but not about a known one (R-587)', async () => {
  const { loginName, secret } = await withApp();
  await finish(await waiting(loginName), codeOf(secret, 30), { browser: null });
  const mail = (await mailsTo(loginName)).at(-1);
  expect(mail?.subject).toBe('New sign-in to your JSE account');
  expect(mail?.bodyText).toContain(
    'Your account was used on a new device: Chrome on Windows, March 2, 2026 at 10:00 AM, New ' +
      'York time. If this was not you, end all sessions and change your password.',
  );
  const seconds = 90;
  await finish(await waiting(loginName, seconds), codeOf(secret, seconds), { seconds });
  expect((await mailsTo(loginName)).at(-1)?.subject).toBe(mail?.subject);
  expect(
    (await mailsTo(loginName)).filter(({ subject }) => subject === mail?.subject),
  ).toHaveLength(1);
});

test('secrets are resealed with a new key, after which the old one is not needed', async () => {
  const { id, loginName, secret } = await withApp();
  const before = process.env.FACTOR_SECRET ?? '';
  const fresh = `fresh-${randomUUID()}`;
  try {
    process.env.FACTOR_SECRET = `${fresh} ${before}`;
    await resealSecrets(db);
    process.env.FACTOR_SECRET = fresh;
    await finish(await waiting(loginName), codeOf(secret, 30));
  } finally {
    process.env.FACTOR_SECRET = `${before} ${fresh}`;
    await resealSecrets(db);
    process.env.FACTOR_SECRET = before;
  }
  const { factors } = await readSecurity(by(id));
  expect(factors[0]?.lastUsed).toEqual(at(30));
});

test('audit, events, mails and answers of keys hold no secret, code or hash', async () => {
  const { loginName, secret, recoveryCodes } = await withApp();
  await finish(await waiting(loginName), recoveryCodes[0] ?? '', { method: 'recovery' });
  const pending = await waiting(loginName);
  const { remembered } = await finish(pending, codeOf(secret, 30), { remember: true });
  const { text } = await db.one<{ text: string }>`
    SELECT concat((SELECT string_agg(a::text, ' ') FROM audit a),
      (SELECT string_agg(o::text, ' ') FROM outbox o),
      (SELECT string_agg(m::text, ' ') FROM mail m),
      (SELECT string_agg(i::text, ' ') FROM idempotency i),
      (SELECT string_agg(t::text, ' ') FROM failed_try t)) AS text`;
  const { kept } = await db.one<{ kept: string }>`
    SELECT concat((SELECT string_agg(f::text, ' ') FROM staff_factor f),
      (SELECT string_agg(p::text, ' ') FROM pending_sign_in p),
      (SELECT string_agg(r::text, ' ') FROM recovery_code r),
      (SELECT string_agg(d::text, ' ') FROM remembered_device d)) AS kept`;
  const raw = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
  for (const hidden of [secret, raw, pending, remembered?.token ?? 'none', ...recoveryCodes]) {
    expect(text).not.toContain(hidden);
    expect(kept).not.toContain(hidden);
  }
});
