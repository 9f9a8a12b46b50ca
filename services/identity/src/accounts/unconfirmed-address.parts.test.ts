import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { plusSeconds } from '@portal/kit/clock';
import { secretToken } from '@portal/kit/ids';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import type { StudentForm } from '../records/students/student.ts';
import { hashOfToken } from '../secrets.ts';
import { signInStudent } from '../security/sign-in/sign-in-student.ts';
import { addOrClaim } from '../students/enrolment/add-student.ts';
import { requestSignUp } from '../students/sign-up/request-sign-up.ts';
import { aForm, aPassword, aProof, aStudent, newestLink, someLists } from '../testing.ts';
import { releaseAddress } from './addresses/release-address.ts';
import { confirmToken } from './links/confirm-token.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { sendNextReset } from './passwords/send-resets.ts';
import { setPassword } from './passwords/set-password.ts';

let db: TestDatabase;
const call = () => asPublic(db);
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

let next = 0;
/** Signs up a person alone with this address, with or without its mailbox. */
async function selfSignUp(
  email: string,
  { invitation = null as string | null, form = {} as Partial<StudentForm> } = {},
) {
  next += 1;
  const person = aForm({ email, dob: '1988-08-08', last4Ssn: String(3000 + next), ...form });
  const fixed = { id: 0, isRegular: false, confirmDoubleSsnDob: false, seminaryStudentId: null };
  return addOrClaim(call(), {
    ...fixed,
    form: person,
    password: 'Attacker4Me!',
    botProof: aProof(),
    invitation,
  });
}
const anAddress = () => `victim${Math.random().toString(36).slice(2)}@student.test`;
async function resetLink(email: string) {
  await requestPasswordReset(call(), { kind: 'student', email });
  while (await sendNextReset(db, steadyNow()));
  return newestLink(db, email);
}
const recordOf = (id: number) =>
  db.one<{
    email: string | null;
    hasAccount: boolean;
  }>`SELECT email, has_account FROM student_record WHERE id = ${id}`;
const sessionsEnded = async (id: number) =>
  (
    await db.many`
      SELECT 1 AS known FROM outbox WHERE type = 'identity.password_changed'
        AND payload->'data'->>'accountId' = ${String(id)}`
  ).length;
const useLink = (
  { id, type, token }: Awaited<ReturnType<typeof newestLink>>,
  identity: { dob: string; last4Ssn: string } | null = null,
) =>
  setPassword(call(), {
    account: { kind: 'student', id },
    type,
    token,
    proof: null,
    password: aPassword,
    identity,
  });
const attackerIn = (email: string) =>
  refusalOf(signInStudent(call(), { email, password: 'Attacker4Me!' }));

test('a student on record takes the address from an unconfirmed account by the link', async () => {
  const email = anAddress();
  const { student: attacker } = await selfSignUp(email);
  const victim = await aStudent(db, { email: null, dob: '1991-02-03' });

  await requestSignUp(call(), {
    email: email.toUpperCase(),
    dob: victim.dob,
    last4Ssn: victim.last4Ssn,
  });
  // nothing changes before the link
  expect((await signInStudent(call(), { email, password: 'Attacker4Me!' })).id).toBe(attacker.id);
  const { lostBy } = await useLink(await newestLink(db, email.toUpperCase()));

  expect(lostBy).toBe(attacker.id);
  expect((await attackerIn(email)).code).toBe('invalid_credentials');
  expect((await signInStudent(call(), { email, password: aPassword })).id).toBe(victim.id);
  expect(await recordOf(attacker.id)).toEqual({ email: null, hasAccount: false });
  expect(await sessionsEnded(attacker.id)).toBe(1);
});

test('an invited person takes it by the invitation, and signs up as a new student', async () => {
  const email = anAddress();
  const { student: attacker } = await selfSignUp(email);
  const invitation = secretToken();
  const now = steadyNow();
  await db.run`
    INSERT INTO invite (email, first_name, membership_type_id, college_id, invited_by, created_at,
      expires_at, secret_hash)
    VALUES (${email}, 'Ina', 2, 269, 1, ${now}, ${plusSeconds(now, 3600)},
      ${hashOfToken(invitation)})`;

  expect((await refusalOf(selfSignUp(email))).code).toBe('email_taken');
  const { student: victim, lostBy } = await selfSignUp(email, {
    invitation,
    form: { firstName: 'Ina' },
  });
  expect([lostBy, victim.collegeId, victim.firstName, victim.id === attacker.id]).toEqual([
    attacker.id,
    269,
    'Ina',
    false,
  ]);
  expect(await recordOf(attacker.id)).toEqual({ email: null, hasAccount: false });
  // the mailbox is proven: no other account can take it
  const other = await aStudent(db, { email: null, dob: '1992-02-03' });
  const wish = { email, dob: other.dob, last4Ssn: other.last4Ssn };
  expect((await refusalOf(requestSignUp(call(), wish))).code).toBe('email_mismatch');
});

test("resetting an unconfirmed account needs the student's identity and confirms it", async () => {
  const email = anAddress();
  const { student } = await selfSignUp(email);
  const link = await resetLink(email);
  expect(
    await confirmToken(call(), { account: { kind: 'student', id: link.id }, token: link.token }),
  ).toMatchObject({
    identityNeeded: true,
  });
  const { dob, last4Ssn } = student;
  for (const wrong of [null, { dob, last4Ssn: '9999' }, { dob: '1988-08-09', last4Ssn }])
    expect(await refusalOf(useLink(link, wrong))).toMatchObject({
      status: 422,
      code: 'identity_mismatch',
    });

  await useLink(link, { dob, last4Ssn });
  expect((await signInStudent(call(), { email, password: aPassword })).id).toBe(student.id);
  const again = await resetLink(email);
  expect(
    await confirmToken(call(), { account: { kind: 'student', id: again.id }, token: again.token }),
  ).toMatchObject({
    identityNeeded: false,
  });
  await useLink(again);
});

test('a reader of the mail has ten guesses at whose account it is', async () => {
  const email = anAddress();
  const { student } = await selfSignUp(email);
  const link = await resetLink(email);
  const { dob, last4Ssn } = student;
  for (let n = 0; n < 10; n += 1)
    expect(
      (await refusalOf(useLink(link, { dob, last4Ssn: String(n).padStart(4, '0') }))).code,
    ).toBe('identity_mismatch');
  expect((await refusalOf(useLink(link, { dob, last4Ssn }))).code).toBe('too_many_tries');
});

test('guesses at a reset link do not lock its owner out', async () => {
  const email = anAddress();
  const { student } = await selfSignUp(email);
  const link = await resetLink(email);
  const { dob, last4Ssn } = student;
  for (let n = 0; n < 20; n += 1)
    expect(
      (await refusalOf(useLink({ ...link, token: `guess${n}` }, { dob, last4Ssn }))).code,
    ).toBe('proof_missing');
  await useLink(link, { dob, last4Ssn });
});

test('the owner of a mailbox who never signed up frees it by a reset link, once', async () => {
  const email = anAddress();
  const { student: attacker } = await selfSignUp(email);
  const older = await resetLink(email);
  const link = await resetLink(email);
  const release = ({ id, token }: typeof link) =>
    releaseAddress(call(), { account: { kind: 'student', id }, token, proof: null });
  for (const wrong of [older, { ...link, token: 'x' }, { ...link, id: link.id + 1 }])
    expect((await refusalOf(release(wrong))).code).toBe('proof_missing');

  await release(link);
  expect((await attackerIn(email)).code).toBe('invalid_credentials');
  expect(await recordOf(attacker.id)).toEqual({ email: null, hasAccount: false });
  expect(await sessionsEnded(attacker.id)).toBe(1);
  expect((await refusalOf(release(link))).code).toBe('proof_missing');
  expect(
    (await refusalOf(useLink(link, { dob: attacker.dob, last4Ssn: attacker.last4Ssn }))).code,
  ).toBe('proof_missing');
  await selfSignUp(email);
});

test('the link of a confirmed account frees nothing', async () => {
  const email = anAddress();
  await aStudent(db, { email }, aPassword);
  const link = await resetLink(email);
  expect(
    await confirmToken(call(), { account: { kind: 'student', id: link.id }, token: link.token }),
  ).toMatchObject({
    identityNeeded: false,
  });
  const account = { kind: 'student', id: link.id } as const;
  expect(
    (await refusalOf(releaseAddress(call(), { account, token: link.token, proof: null }))).code,
  ).toBe('proof_missing');
  await signInStudent(call(), { email, password: aPassword });
  await useLink(link);
});

test('a student who lost a mistyped address signs up again with the right one', async () => {
  const email = anAddress();
  const { student } = await selfSignUp(email);
  const link = await resetLink(email);
  await releaseAddress(call(), {
    account: { kind: 'student', id: link.id },
    token: link.token,
    proof: null,
  });

  const own = anAddress();
  await requestSignUp(call(), { email: own, dob: student.dob, last4Ssn: student.last4Ssn });
  await useLink(await newestLink(db, own));
  expect((await signInStudent(call(), { email: own, password: aPassword })).id).toBe(student.id);
});
