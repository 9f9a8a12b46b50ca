import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  type TestDatabase,
} from '@portal/kit/testing';
import { Secret, TOTP } from 'otpauth';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { signInStaff } from '../sign-in/sign-in-staff.ts';
import { aPassword, aStaffUser } from '../testing.ts';
import { beginFactor, finishFactor } from './add-factor.ts';
import { renewCodes, resetFactors } from './change-factors.ts';

// What a process that dies between its commit and its answer leaves to whoever asks again by the key.

const ROLE = 'ROLE_ADMISSIONS';
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await db.run`UPDATE setting SET two_factor_roles = ARRAY[${ROLE}]`;
});
afterAll(() => db.drop());

const NOW = new Date('2026-03-02T15:00:10Z');
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOW.getTime() });

let next = 0;
async function waiting(loginName: string): Promise<string> {
  const asked = { loginName, password: aPassword, browser: 'mark' };
  const answer = await signInStaff(asPublic(db, { now: NOW }), asked);
  if (!('secondStep' in answer)) throw new Error('signed in without a second step');
  return answer.secondStep.pending;
}
/** Somebody who sets up an app; `finish` asks by one key, or by another one. */
async function settingUp() {
  const loginName = `finish${++next}`;
  const id = await aStaffUser(db, { loginName, roles: [ROLE] });
  const pending = await waiting(loginName);
  const { app } = await beginFactor(asPublic(db, { now: NOW }), {
    ...{ kind: 'totp', name: '', password: null, pending },
  });
  const ownKey = randomUUID();
  const wish = { kind: 'totp', response: '', pending, browser: 'mark', device: null } as const;
  const finish = ({ key = ownKey, code = codeOf(app?.secret ?? ''), token = pending } = {}) =>
    finishFactor(asPublic(db, { now: NOW, key }), { ...wish, code, pending: token });
  return { id, loginName, pending, finish };
}
const isGood = async (loginName: string, code = ''): Promise<boolean> => {
  const asked = { method: 'recovery', code, response: '', remember: false } as const;
  const pending = await waiting(loginName);
  const wish = { ...asked, pending, browser: 'mark', device: null };
  return finishSignIn(asPublic(db, { now: NOW }), wish).then(
    () => true,
    ({ code: why }: { code: string }) => {
      expect(why).toBe('code_wrong');
      return false;
    },
  );
};
const signIns = async (id: number): Promise<number> =>
  (
    await db.many`
      SELECT 1 AS sent FROM outbox WHERE type = 'identity.staff_signed_in'
        AND payload->'data'->>'userId' = ${String(id)}`
  ).length;

test('asked again by its key, a finished set-up gives codes that are good in the place of those that nobody saw', async () => {
  const { id, loginName, finish } = await settingUp();
  const lost = await finish();
  const again = await finish();
  expect(again).toMatchObject({ signsIn: true, account: { id } });
  expect(again.recoveryCodes).toHaveLength(10);
  expect(await signIns(id)).toBe(1);
  const factors = await db.many`SELECT id FROM staff_factor WHERE user_id = ${id}`;
  expect(factors).toHaveLength(1);
  expect(await isGood(loginName, lost.recoveryCodes[0])).toBe(false);
  expect(await isGood(loginName, again.recoveryCodes[0])).toBe(true);
});

test('two tries by one key at once set up one app, and the codes of one of them are good', async () => {
  const { id, loginName, finish } = await settingUp();
  const answers = await Promise.all([finish(), finish()]);
  const factors = await db.many`SELECT id FROM staff_factor WHERE user_id = ${id}`;
  expect(factors).toHaveLength(1);
  const good = [];
  for (const { recoveryCodes } of answers) good.push(await isGood(loginName, recoveryCodes[4]));
  expect(good.filter(Boolean)).toHaveLength(1);
});

test('by another key, another token or another code nothing is given again', async () => {
  const { loginName, pending, finish } = await settingUp();
  await finish();
  expect((await refusalOf(finish({ key: randomUUID() }))).code).toBe('pending_over');
  const forged = `forged.${Buffer.from(loginName).toString('base64url')}`;
  const strange = `forged.${Buffer.from('a\0b').toString('base64url')}`;
  for (const token of [forged, strange, 'forged', ''])
    expect((await refusalOf(finish({ key: randomUUID(), token }))).code).toBe('pending_over');
  for (const other of [{ token: forged }, { code: '000000' }, { token: `${pending}x` }])
    expect((await refusalOf(finish(other))).code).toMatch(
      /^(idempotency_key_reused|pending_over)$/,
    );
});

test('codes are not made anew once one was used, or the account was reset', async () => {
  const used = await settingUp();
  const { recoveryCodes } = await used.finish();
  expect(await isGood(used.loginName, recoveryCodes[2])).toBe(true);
  expect((await refusalOf(used.finish())).code).toBe('pending_over');
  expect(await isGood(used.loginName, recoveryCodes[3])).toBe(true);

  const reset = await settingUp();
  await reset.finish();
  const helper = await aStaffUser(db, { loginName: 'helper', roles: ['ROLE_TECH_SUPPORT'] });
  const call = asStaff(db, ['ROLE_TECH_SUPPORT'], { now: NOW });
  const by = { ...call, actor: { ...call.actor, id: helper } };
  await resetFactors(by, { userId: reset.id, reason: 'Lost the phone' });
  expect((await refusalOf(reset.finish())).code).toBe('pending_over');
  const codes = await db.many`SELECT 1 AS kept FROM recovery_code WHERE user_id = ${reset.id}`;
  expect(codes).toEqual([]);
});

test('a wrong code asked again by its key is wrong again, and counts once against the sign-in', async () => {
  const { pending, finish } = await settingUp();
  const key = randomUUID();
  for (let time = 0; time < 6; time++)
    expect((await refusalOf(finish({ key, code: '000000' }))).code).toBe('code_wrong');
  const [row] = await db.many<{ wrong: number }>`
    SELECT wrong FROM pending_sign_in WHERE user_id = (
      SELECT id FROM staff_user WHERE login_name = ${`finish${next}`})`;
  expect(row?.wrong).toBe(1);
  expect(pending.length).toBeGreaterThan(43);
  expect((await finish()).recoveryCodes).toHaveLength(10);
});

test('who is signed in has the codes by the same key, too', async () => {
  const id = await aStaffUser(db, { loginName: 'inside', roles: ['ROLE_ADMIN'] });
  const by = (key: string) => {
    const call = asStaff(db, ['ROLE_ADMIN'], { now: NOW, key });
    return { ...call, actor: { ...call.actor, id } };
  };
  const about = { kind: 'totp', name: '', pending: null } as const;
  const { app } = await beginFactor(by(randomUUID()), { ...about, password: aPassword });
  const code = codeOf(app?.secret ?? '');
  const key = randomUUID();
  const wish = { ...about, response: '', code, browser: null, device: null };
  await finishFactor(by(key), wish);
  const again = await finishFactor(by(key), wish);
  expect([again.signsIn, again.recoveryCodes.length]).toEqual([false, 10]);
  const fresh = await renewCodes(by(randomUUID()), { password: aPassword });
  expect(fresh).toHaveLength(10);
});
