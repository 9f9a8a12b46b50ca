import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import {
  asPublic,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { findStudent } from '../../records/students/find-students.ts';
import { signInStaff } from '../../security/sign-in/sign-in-staff.ts';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { requestSignUp } from '../../students/sign-up/request-sign-up.ts';
import { aPassword, aStaffUser, aStudent, needsNoFactor, newestLink } from '../../testing.ts';
import { confirmToken } from '../links/confirm-token.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { sendNextReset } from './send-resets.ts';
import { type SetPassword, setPassword } from './set-password.ts';

let db: TestDatabase;
const now = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number): Call =>
  asPublic(db, { now: new Date(now.getTime() + seconds * 1000) });
const HOURS = 3600;

beforeAll(async () => {
  db = await freshDatabase('identity');
  await needsNoFactor(db);
});
afterAll(() => db.drop());

/** Asks for a sign-up link and gives what was mailed. */
async function signUpLink(email: string, changes: Parameters<typeof aStudent>[1] = {}) {
  const student = await aStudent(db, { email, ...changes });
  await requestSignUp(at(0), { email, dob: student.dob, last4Ssn: student.last4Ssn });
  return newestLink(db, email);
}
/** Asks for a reset link and gives what was mailed. */
async function resetLink(email: string, kind: 'student' | 'staff' = 'student') {
  await requestPasswordReset(at(0), { kind, email });
  while (await sendNextReset(db, now));
  return newestLink(db, email);
}
const use = (
  { kind, id, type, token }: Awaited<ReturnType<typeof newestLink>>,
  changes: Partial<SetPassword> = {},
): SetPassword => ({
  account: { kind, id },
  type,
  token,
  proof: null,
  password: aPassword,
  ...changes,
});

test('a mailed link creates a password once, and its address becomes the login', async () => {
  const student = await aStudent(db, { email: null });
  await requestSignUp(at(0), {
    email: 'New@student.test',
    dob: student.dob,
    last4Ssn: student.last4Ssn,
  });
  const link = await newestLink(db, 'New@student.test');
  expect((await findStudent(db, student.id))?.email).toBeNull();

  await setPassword(at(60), use(link));

  expect(
    await signInStudent(at(61), { email: 'new@STUDENT.test', password: aPassword }),
  ).toMatchObject({
    id: student.id,
    email: 'New@student.test',
    version: 2,
  });
  expect((await refusalOf(setPassword(at(62), use(link)))).code).toBe('proof_missing');
  const events = await db.many<{
    type: string;
    data: unknown;
  }>`
    SELECT type, payload->'data' AS data FROM outbox
    WHERE type LIKE 'identity.%' ORDER BY created_at`;
  expect(events).toContainEqual({
    type: 'identity.password_changed',
    data: { accountKind: 'student', accountId: student.id },
  });
  expect(events).toContainEqual({
    type: 'identity.signup_requested',
    data: { studentId: student.id },
  });
});

test('opening a link tells the name, gives a proof and does not use the link up', async () => {
  const link = await signUpLink('opens@student.test', { firstName: 'Naomi' });
  const account = { kind: link.kind, id: link.id };

  const first = await confirmToken(at(1), { account, token: link.token });
  const second = await confirmToken(at(2), { account, token: link.token });
  expect(first).toMatchObject({ type: 'create', name: 'Naomi' });

  await setPassword(at(3), use(link, { token: null, proof: second.proof }));
  expect(
    (await refusalOf(setPassword(at(4), use(link, { token: null, proof: first.proof })))).code,
  ).toBe('proof_missing');
  expect((await refusalOf(confirmToken(at(5), { account, token: link.token }))).code).toBe(
    'token_invalid',
  );
});

test('a create link lives 72 hours, a reset link one', async () => {
  const create = await signUpLink('slow@student.test');
  await aStudent(db, { email: 'forgot@student.test' }, aPassword);
  const reset = await resetLink('forgot@student.test');
  const open = (link: typeof create, seconds: number) =>
    confirmToken(at(seconds), { account: { kind: link.kind, id: link.id }, token: link.token });

  await open(create, 72 * HOURS - 1);
  await open(reset, HOURS - 1);
  expect((await refusalOf(open(create, 72 * HOURS))).code).toBe('token_invalid');
  expect((await refusalOf(open(reset, HOURS))).code).toBe('token_invalid');
  expect((await refusalOf(setPassword(at(72 * HOURS), use(create)))).code).toBe('proof_missing');
});

test('a newer link ends the older one', async () => {
  const student = await aStudent(db, { email: 'twice@student.test' });
  const request = { email: 'twice@student.test', dob: student.dob, last4Ssn: student.last4Ssn };
  await requestSignUp(at(0), request);
  const older = await newestLink(db, 'twice@student.test');
  await requestSignUp(at(1), request);
  const newer = await newestLink(db, 'twice@student.test');

  const account = { kind: older.kind, id: older.id };
  const opened = confirmToken(at(2), { account, token: older.token });
  expect((await refusalOf(opened)).code).toBe('token_invalid');
  expect((await refusalOf(setPassword(at(2), use(older)))).code).toBe('proof_missing');
  await setPassword(at(3), use(newer));
});

test('a link is good for its own type and account only', async () => {
  const create = await signUpLink('typed@student.test');
  await aStudent(db, { email: 'typed2@student.test' }, aPassword);
  const reset = await resetLink('typed2@student.test');
  const { proof } = await confirmToken(at(1), {
    account: { kind: 'student', id: reset.id },
    token: reset.token,
  });

  for (const wrong of [
    use(create, { type: 'reset' }),
    use(reset, { type: 'create' }),
    use(reset, { account: { kind: 'student', id: create.id } }),
    use(reset, { account: { kind: 'staff', id: reset.id } }),
    use(reset, { token: null, proof, type: 'create' }),
    use(reset, { token: null, proof, account: { kind: 'student', id: create.id } }),
    use(reset, { token: null, proof: null }),
    use(reset, { type: null }),
  ]) {
    expect((await refusalOf(setPassword(at(2), wrong))).code).toBe('proof_missing');
  }
  const account = { kind: 'student', id: create.id } as const;
  for (const token of [reset.token, `${create.token}x`])
    expect((await refusalOf(confirmToken(at(2), { account, token }))).code).toBe('token_invalid');
  await setPassword(at(3), use(reset, { token: null, proof }));
});

test('a bad password is refused and the link stays good', async () => {
  const link = await signUpLink('weak@student.test');

  const refusal = await refusalOf(setPassword(at(1), use(link, { password: 'short' })));
  expect(refusal).toMatchObject({
    code: 'invalid',
    detail: 'Password invalid',
    extra: { errors: [{ path: 'password' }] },
  });
  await setPassword(at(2), use(link));
});

test('two concurrent uses of one link succeed once', async () => {
  const link = await signUpLink('race@student.test');

  const answers = await Promise.allSettled(
    ['First4Me!', 'Second4Me!'].map((password) => setPassword(at(1), use(link, { password }))),
  );

  expect(refusals(answers)).toEqual(['proof_missing']);
  expect(
    (
      await db.one<{
        n: number;
      }>`
        SELECT count(*)::int AS n FROM mail
        WHERE recipient = 'race@student.test' AND key LIKE 'welcome:%'`
    ).n,
  ).toBe(1);
});

test('control: a store that reads first and writes then lets both use the link', async () => {
  const link = await signUpLink('naive@student.test');
  const isOpen = () =>
    db.one<{
      n: number;
    }>`SELECT count(*)::int AS n FROM token WHERE student_id = ${link.id} AND used_at IS NULL`;
  const naive = async (found: { n: number }) =>
    found.n > 0 ? db.run`UPDATE token SET used_at = now() WHERE student_id = ${link.id}` : 0;

  const [first, second] = await Promise.all([isOpen(), isOpen()]);
  expect([await naive(first), await naive(second)]).toEqual([1, 1]);
});

test('asking again with the same key gives the first answer', async () => {
  const link = await signUpLink('again@student.test');
  const call = at(1);

  await setPassword(call, use(link));
  await setPassword(call, use(link));
  expect((await refusalOf(setPassword(call, use(link, { password: 'Other4Me!' })))).code).toBe(
    'idempotency_key_reused',
  );
  const kept = await db.many<{
    bodyHash: string;
  }>`SELECT body_hash FROM idempotency WHERE key = ${call.key}`;
  expect(kept).toHaveLength(1);
});

test('an address that another account has taken since cannot become a login', async () => {
  const student = await aStudent(db, { email: null });
  await requestSignUp(at(0), {
    email: 'wanted@student.test',
    dob: student.dob,
    last4Ssn: student.last4Ssn,
  });
  const link = await newestLink(db, 'wanted@student.test');
  await aStudent(db, { email: 'WANTED@student.test' }, aPassword);

  expect(await refusalOf(setPassword(at(1), use(link)))).toMatchObject({
    status: 409,
    code: 'email_taken',
    detail: 'Please call the office.',
  });
});

test('a sign-up to an address that has another account is a mismatch', async () => {
  await aStudent(db, { email: 'has@student.test' }, aPassword);
  const student = await aStudent(db, { email: null });

  const refusal = await refusalOf(
    requestSignUp(at(0), {
      email: 'HAS@student.test',
      dob: student.dob,
      last4Ssn: student.last4Ssn,
    }),
  );
  expect(refusal).toMatchObject({ status: 422, code: 'email_mismatch' });
});

test('a reset ends the other links of the account and tells by mail', async () => {
  const student = await aStudent(db, { email: 'ends@student.test' }, 'Before4Me!');
  const link = await resetLink('ends@student.test');
  await setPassword(at(1), use(link));

  expect(
    await signInStudent(at(2), { email: 'ends@student.test', password: aPassword }),
  ).toMatchObject({ id: student.id });
  expect(
    (await refusalOf(signInStudent(at(3), { email: 'ends@student.test', password: 'Before4Me!' })))
      .code,
  ).toBe('invalid_credentials');
  const { subject } = await db.one<{
    subject: string;
  }>`SELECT subject FROM mail WHERE recipient = 'ends@student.test' ORDER BY id DESC LIMIT 1`;
  expect(subject).toBe('Your JSE password was changed');
});

test('the first password brings a welcome mail, not one about a change', async () => {
  const link = await signUpLink('first@student.test');
  await setPassword(at(1), use(link));
  const mails = await db.many<{ subject: string }>`
    SELECT subject FROM mail WHERE recipient = 'first@student.test' ORDER BY id`;
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Create your JSE password',
    'Welcome to the JSE student portal',
  ]);
});

test('staff reset their password with a link of their own', async () => {
  const id = await aStaffUser(db, { loginName: 'forgetful' });
  const link = await resetLink('forgetful@staff.test', 'staff');
  expect(link).toMatchObject({ kind: 'staff', type: 'reset', id });

  expect(
    await confirmToken(at(1), { account: { kind: 'staff', id }, token: link.token }),
  ).toMatchObject({
    type: 'reset',
    name: 'forgetful',
  });
  await setPassword(at(2), use(link, { password: 'Newer4Me!' }));
  expect(await signInStaff(at(3), { loginName: 'Forgetful', password: 'Newer4Me!' })).toMatchObject(
    { user: { id, roles: ['ROLE_ADMIN'] } },
  );
});

test('one address gets at most three reset mails an hour', async () => {
  await aStudent(db, { email: 'many@student.test' }, aPassword);
  const mails = async () =>
    (
      await db.one<{
        n: number;
      }>`SELECT count(*)::int AS n FROM mail WHERE recipient = 'many@student.test'`
    ).n;

  for (let count = 0; count < 5; count++)
    await requestPasswordReset(at(0), { kind: 'student', email: 'Many@student.test' });
  await Promise.all(
    [1, 2, 3].map(async () => {
      while (await sendNextReset(db, now));
    }),
  );
  expect(await mails()).toBe(3);

  await requestPasswordReset(at(HOURS), { kind: 'student', email: 'many@student.test' });
  await sendNextReset(db, new Date(now.getTime() + HOURS * 1000));
  expect(await mails()).toBe(4);
});

test('a request for an unknown address leaves the same row and no mail', async () => {
  const before = (await db.one<{ n: number }>`SELECT count(*)::int AS n FROM mail`).n;
  await requestPasswordReset(at(0), { kind: 'student', email: 'nobody@student.test' });
  expect((await db.one<{ n: number }>`SELECT count(*)::int AS n FROM reset_request`).n).toBe(1);

  while (await sendNextReset(db, now));
  expect((await db.one<{ n: number }>`SELECT count(*)::int AS n FROM mail`).n).toBe(before);
});

test('tokens, events, keys and audit rows hold no secret, password or link address', async () => {
  const link = await signUpLink('quiet@student.test');
  await setPassword(at(1), use(link));

  const { texts } = await db.one<{ texts: string }>`
    SELECT (SELECT coalesce(string_agg(token::text, ''), '') FROM token)
      || (SELECT string_agg(outbox::text, '') FROM outbox)
      || (SELECT string_agg(idempotency::text, '') FROM idempotency)
      || (SELECT string_agg(audit::text, '') FROM audit) AS texts`;
  for (const secret of [link.token, aPassword]) expect(texts).not.toContain(secret);
});
