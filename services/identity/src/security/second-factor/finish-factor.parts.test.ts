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
import { aPassword, aStaffUser } from '../../testing.ts';
import { beginFactor, finishFactor } from '../changes/add-factor.ts';
import { renewCodes, resetFactors } from '../changes/change-factors.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { signInStaff } from '../sign-in/sign-in-staff.ts';

// Replays of a finished set-up, as a client sends them that lost the response.

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
  const request = { loginName, password: aPassword, browser: 'mark' };
  const answer = await signInStaff(asPublic(db, { now: NOW }), request);
  if (!('secondStep' in answer)) throw new Error('signed in without a second step');
  return answer.secondStep.pending;
}
/** A person who sets up an app; `finish` runs with one key, or with another one. */
async function settingUp() {
  const loginName = `finish${++next}`;
  const id = await aStaffUser(db, { loginName, roles: [ROLE] });
  const pending = await waiting(loginName);
  const { app } = await beginFactor(asPublic(db, { now: NOW }), {
    kind: 'totp',
    name: '',
    password: null,
    pending,
  });
  const ownKey = randomUUID();
  const wish = { kind: 'totp', response: '', pending, browser: 'mark', device: null } as const;
  const finish = ({ key = ownKey, code = codeOf(app?.secret ?? ''), token = pending } = {}) =>
    finishFactor(asPublic(db, { now: NOW, key }), { ...wish, code, pending: token });
  return { id, loginName, pending, finish };
}
const isGood = async (loginName: string, code = ''): Promise<boolean> => {
  const request = { method: 'recovery', code, response: '', remember: false } as const;
  const pending = await waiting(loginName);
  const wish = { ...request, pending, browser: 'mark', device: null };
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

const codesOf = (id: number) =>
  db.many<{ hash: Buffer }>`SELECT hash FROM recovery_code WHERE user_id = ${id} ORDER BY hash`;
const staffOf = (id: number) => {
  const call = asStaff(db, ['ROLE_TECH_SUPPORT'], { now: NOW });
  return { ...call, actor: { ...call.actor, id } };
};

test.each([
  { when: 'at once', change: async () => {} },
  {
    when: 'after a password reset',
    change: (id: number) =>
      db.run`UPDATE staff_user SET password_hash = password_hash || 'x' WHERE id = ${id}`,
  },
  {
    when: 'after the role was taken',
    change: (id: number) => db.run`DELETE FROM staff_role WHERE user_id = ${id}`,
  },
  {
    when: 'after the factors were reset',
    change: async (id: number) => {
      const loginName = `helper${++next}`;
      const helper = await aStaffUser(db, { loginName, roles: ['ROLE_TECH_SUPPORT'] });
      await resetFactors(staffOf(helper), { userId: id, reason: 'Lost the phone' });
    },
  },
])('a replay $when opens no session and makes no recovery codes', async ({ change }) => {
  const { id, finish } = await settingUp();
  const first = await finish();
  expect(first).toMatchObject({ signsIn: true, account: { id } });
  expect(first.recoveryCodes).toHaveLength(10);
  await change(id);
  const before = await codesOf(id);
  expect(await refusalOf(finish())).toMatchObject({
    status: 409,
    code: 'already_set_up',
    detail: 'This method is set up. Please sign in with it.',
  });
  expect(await codesOf(id)).toEqual(before);
  expect(await signIns(id)).toBe(1);
});

test('a disabled account gets nothing from a replay', async () => {
  const { id, finish } = await settingUp();
  await finish();
  await db.run`UPDATE staff_user SET active = false WHERE id = ${id}`;
  expect((await refusalOf(finish())).code).toBe('pending_over');
});

test('replays do not count as wrong codes', async () => {
  const { loginName, finish } = await settingUp();
  const { recoveryCodes } = await finish();
  for (let time = 0; time < 12; time++)
    expect((await refusalOf(finish())).code).toBe('already_set_up');
  expect(await isGood(loginName, recoveryCodes[0])).toBe(true);
});

test('of two concurrent requests with one key one gets the codes; refuses the other', async () => {
  const { id, loginName, finish } = await settingUp();
  const [done, refused] = (await Promise.allSettled([finish(), finish()])).sort((one) =>
    one.status === 'fulfilled' ? -1 : 1,
  );
  expect(await db.many`SELECT id FROM staff_factor WHERE user_id = ${id}`).toHaveLength(1);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'already_set_up' } });
  if (done?.status !== 'fulfilled') throw new Error('no request set the app up');
  expect(await isGood(loginName, done.value.recoveryCodes[4])).toBe(true);
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
      /^(idempotency_key_reused|pending_over|already_set_up)$/,
    );
});

test('a wrong code repeated with its key is wrong again, and counts once', async () => {
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

test('a replay by signed-in staff makes no recovery codes either', async () => {
  const id = await aStaffUser(db, { loginName: 'inside', roles: ['ROLE_ADMIN'] });
  const by = (key: string) => ({ ...staffOf(id), key });
  const about = { kind: 'totp', name: '', pending: null } as const;
  const { app } = await beginFactor(by(randomUUID()), { ...about, password: aPassword });
  const key = randomUUID();
  const wish = { ...about, response: '', code: codeOf(app?.secret ?? '') };
  const finish = () => finishFactor(by(key), { ...wish, browser: null, device: null });
  expect(await finish()).toMatchObject({ signsIn: false, recoveryCodes: { length: 10 } });
  const before = await codesOf(id);
  expect((await refusalOf(finish())).code).toBe('already_set_up');
  expect(await codesOf(id)).toEqual(before);
  expect(await renewCodes(by(randomUUID()), { password: aPassword })).toHaveLength(10);
});
