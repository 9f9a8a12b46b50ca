import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asPublic, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { aPassword, aStudent } from '../../testing.ts';
import { MAX_ATTEMPTS } from '../records/tries.ts';
import { changeOwnPassword } from './change-password.ts';

let db: TestDatabase;
const now = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number) => asPublic(db, { now: new Date(now.getTime() + seconds * 1000) });
const another = 'Another4Me!';

beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

test('a student with the current password sets another one, and gets a mail', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  await changeOwnPassword(at(0), { studentId: id, currentPassword: aPassword, password: another });
  expect(await signInStudent(at(1), { email: email as string, password: another })).toMatchObject({
    id,
  });
  const { bodyText } = await db.one<{ bodyText: string }>`
    SELECT body_text FROM mail WHERE recipient = ${email} ORDER BY id DESC LIMIT 1`;
  expect(bodyText).toContain('every other device');
  const events = await db.many`
    SELECT 1 AS told FROM outbox WHERE type = 'identity.password_changed'
      AND payload->'data'->>'accountId' = ${String(id)}`;
  expect(events).toHaveLength(1);
});

test('a repeat with the same key after a lost answer is no wrong password', async () => {
  const { id } = await aStudent(db, {}, aPassword);
  const wish = { studentId: id, currentPassword: aPassword, password: another };
  const call = at(0);
  await changeOwnPassword(call, wish);
  await changeOwnPassword(call, wish);
  expect((await refusalOf(changeOwnPassword(at(1), wish))).code).toBe('password_wrong');
});

test('refuses a wrong current password', async () => {
  const { id: studentId } = await aStudent(db, {}, aPassword);
  const wish = { studentId, currentPassword: another, password: another };
  expect(await refusalOf(changeOwnPassword(at(0), wish))).toMatchObject({
    status: 422,
    code: 'password_wrong',
  });
});

test('ten wrong passwords block for fifteen minutes, but not signing in', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  const change = (seconds: number, currentPassword: string) =>
    changeOwnPassword(at(seconds), { studentId: id, currentPassword, password: another });
  for (let guess = 0; guess < MAX_ATTEMPTS; guess += 1) await refusalOf(change(guess, another));
  expect((await refusalOf(change(20, aPassword))).code).toBe('too_many_tries');
  await signInStudent(at(21), { email: email as string, password: aPassword });
  await change(16 * 60, aPassword);
});

test('of two changes at once only one goes by the current password', async () => {
  const { id } = await aStudent(db, {}, aPassword);
  const done = await Promise.allSettled(
    ['First4Me!!', 'Second4Me!'].map((password) =>
      changeOwnPassword(at(0), { studentId: id, currentPassword: aPassword, password }),
    ),
  );
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
