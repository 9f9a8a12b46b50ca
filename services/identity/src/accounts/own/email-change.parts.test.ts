import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asPublic, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { aPassword, aStudent } from '../../testing.ts';
import { confirmEmailChange } from '../addresses/confirm-email-change.ts';
import { confirmToken } from '../links/confirm-token.ts';
import { requestEmailChange } from './request-email-change.ts';

let db: TestDatabase;
const now = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number) => asPublic(db, { now: new Date(now.getTime() + seconds * 1000) });
const DAY = 24 * 3600;

beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

let made = 0;
const another = () => `another${made++}@student.test`;

const mailsTo = (address: string) =>
  db.many<{ subject: string; bodyText: string }>`
    SELECT subject, body_text FROM mail WHERE recipient = ${address} ORDER BY id`;
/** The token of the link that was mailed last. */
async function tokenAt(address: string): Promise<string> {
  const [, token] =
    /\/email\/\d+\/([\w-]+)/.exec((await mailsTo(address)).at(-1)?.bodyText ?? '') ?? [];
  if (token === undefined) throw new Error(`no link was mailed to ${address}`);
  return token;
}
const ask = (studentId: number, email: string, seconds = 0) =>
  requestEmailChange(at(seconds), { studentId, currentPassword: aPassword, email });
const login = (email: string, seconds: number) =>
  signInStudent(at(seconds), { email, password: aPassword });

test('opening the link in the new mailbox moves the login, and mails both addresses', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  const to = another();
  await ask(id, ` ${to} `);
  await login(email as string, 1); // nothing has changed yet
  const token = await tokenAt(to);
  expect(await confirmEmailChange(at(2), { studentId: id, token })).toEqual({
    email: to,
    lostBy: null,
  });
  expect(await login(to, 3)).toMatchObject({ id, email: to });
  expect((await refusalOf(login(email as string, 4))).code).toBe('invalid_credentials');
  for (const address of [email as string, to]) {
    const { subject, bodyText } = (await mailsTo(address)).at(-1) ?? { subject: '', bodyText: '' };
    expect(subject).toBe('The email address of your JSE account was changed');
    expect(bodyText).toContain('You have');
  }
  const events = await db.many<{ type: string }>`
    SELECT DISTINCT type FROM outbox
    WHERE type IN ('identity.password_changed', 'identity.student_changed')
      AND coalesce(payload->'data'->>'studentId', payload->'data'->>'accountId') = ${String(id)}`;
  expect(events).toHaveLength(2);
  const history = await db.one`
    SELECT change FROM audit WHERE student_id = ${id} AND op = 'update'`;
  expect(history).toMatchObject({ change: { email: [email, to] } });
});

test('a link works once, for a day, for its student, and until a newer one', async () => {
  const [one, other] = [await aStudent(db, {}, aPassword), await aStudent(db, {}, aPassword)];
  const to = another();
  const confirm = (token: string, seconds: number, studentId = one.id) =>
    confirmEmailChange(at(seconds), { studentId, token });
  const over = { status: 422, code: 'token_invalid' };
  await ask(one.id, to);
  const first = await tokenAt(to);
  await ask(one.id, to, 10);
  const second = await tokenAt(to);
  expect(await refusalOf(confirm(first, 11))).toMatchObject(over);
  expect(await refusalOf(confirm(second, 11, other.id))).toMatchObject(over);
  expect(await refusalOf(confirm(second, 11 + DAY))).toMatchObject(over);
  await confirm(second, 12);
  expect(await refusalOf(confirm(second, 13))).toMatchObject(over);
});

test('two concurrent openings of one link change the login once', async () => {
  const { id } = await aStudent(db, {}, aPassword);
  const to = another();
  await ask(id, to);
  const token = await tokenAt(to);
  const done = await Promise.allSettled(
    [1, 2].map((seconds) => confirmEmailChange(at(seconds), { studentId: id, token })),
  );
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a link that proves an address sets no password', async () => {
  const { id } = await aStudent(db, {}, aPassword);
  const to = another();
  await ask(id, to);
  const token = await tokenAt(to);
  const opened = confirmToken(at(1), { account: { kind: 'student', id }, token });
  expect((await refusalOf(opened)).code).toBe('token_invalid');
});

test('an address with an account learns this by mail, the caller does not', async () => {
  const [one, holder] = [await aStudent(db, {}, aPassword), await aStudent(db, {}, aPassword)];
  await db.run`
    UPDATE student_account SET email_confirmed_at = ${now} WHERE student_id = ${holder.id}`;
  await ask(one.id, holder.email as string);
  const [mail] = await mailsTo(holder.email as string);
  expect(mail?.subject).toBe('Your email address has a JSE account already');
  expect(mail?.bodyText).not.toContain('/email/');
});

test('an address that another account has confirmed since is taken', async () => {
  const [one, holder] = [await aStudent(db, {}, aPassword), await aStudent(db, {}, aPassword)];
  const to = another();
  await ask(one.id, to);
  await db.run`
    UPDATE student_account SET email = ${to}, email_confirmed_at = ${now}
    WHERE student_id = ${holder.id}`;
  const token = await tokenAt(to);
  expect(await refusalOf(confirmEmailChange(at(1), { studentId: one.id, token }))).toMatchObject({
    status: 409,
    code: 'email_taken',
  });
});

test('an account that never confirmed the address yields it to a reader of its mail', async () => {
  const [one, squatter] = [await aStudent(db, {}, aPassword), await aStudent(db, {}, aPassword)];
  const to = another();
  await db.run`
    UPDATE student_account SET email = ${to}, email_confirmed_at = NULL
    WHERE student_id = ${squatter.id}`;
  await ask(one.id, to);
  const token = await tokenAt(to);
  expect(await confirmEmailChange(at(1), { studentId: one.id, token })).toEqual({
    email: to,
    lostBy: squatter.id,
  });
});

test('refuses a change without the password, for no address, or for the own one', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  const to = another();
  const wrong = requestEmailChange(at(0), {
    studentId: id,
    currentPassword: 'Another4Me!',
    email: to,
  });
  expect(await refusalOf(wrong)).toMatchObject({ status: 422, code: 'password_wrong' });
  for (const address of ['nobody', (email as string).toUpperCase()])
    expect(await refusalOf(ask(id, address))).toMatchObject({ status: 422, code: 'invalid' });
  expect(await mailsTo(to)).toEqual([]);
});
