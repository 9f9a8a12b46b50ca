import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { plusSeconds } from '@portal/kit/clock';
import { secretToken } from '@portal/kit/ids';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import type { StudentForm } from '../../records/students/student.ts';
import { hashOfToken } from '../../secrets.ts';
import { botProof } from '../../security/bot-check/bot-proof.ts';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { aForm, aPassword, aProof, aStudent, someLists } from '../../testing.ts';
import { type AddStudent, addStudent } from './add-student.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

let next = 0;
/** The request of a new person from the page, after passing the bot check. */
function signsUp(changes: Partial<StudentForm> = {}, more: Partial<AddStudent> = {}): AddStudent {
  next += 1;
  const form = aForm({
    email: `self${next}@student.test`,
    dob: '1988-08-08',
    last4Ssn: String(2000 + next),
    ...changes,
  });
  return {
    id: 0,
    form,
    password: aPassword,
    isRegular: false,
    confirmDoubleSsnDob: false,
    botProof: aProof(),
    seminaryStudentId: null,
    ...more,
  };
}

test('a person who passed the bot check signs up alone and can sign in', async () => {
  const wish = signsUp({ email: 'alone@student.test', membershipTypeId: 1, collegeId: 269 });

  expect(await addStudent(asPublic(db), wish)).toMatchObject({
    membershipTypeId: 2,
    collegeId: 234,
    schoolId: null,
    hasAccount: true,
  });
  await signInStudent(asPublic(db), { email: 'alone@student.test', password: aPassword });
  expect(await db.maybe`SELECT subject FROM mail WHERE recipient = 'alone@student.test'`).toEqual({
    subject: 'Welcome to JSE',
  });
});

test('a proof is good for one save, for ten minutes, and cannot be made up', async () => {
  const proof = aProof();
  await addStudent(asPublic(db), signsUp({}, { botProof: proof }));

  const now = steadyNow();
  const refused = [proof, null, 'no.proof', `${proof}x`, aProof(plusSeconds(now, -601))];
  for (const botProof of refused)
    expect(
      await refusalOf(addStudent(asPublic(db, { now }), signsUp({}, { botProof }))),
    ).toMatchObject({
      status: 403,
      code: 'bot_check_needed',
      detail: 'Please confirm that you are not a robot.',
    });
  await addStudent(
    asPublic(db, { now }),
    signsUp({}, { botProof: aProof(plusSeconds(now, -599)) }),
  );
});

test('a proof of the bot check allows one save, however often it is shown', async () => {
  const [first, again] = [botProof('one token', steadyNow()), botProof('one token', steadyNow())];
  await addStudent(asPublic(db), signsUp({}, { botProof: first }));

  expect((await refusalOf(addStudent(asPublic(db), signsUp({}, { botProof: again })))).code).toBe(
    'bot_check_needed',
  );
});

test('of saves with the same proof at the same moment one is made', async () => {
  const proof = aProof();
  const answers = await Promise.allSettled(
    [1, 2, 3].map(() => addStudent(asPublic(db), signsUp({}, { botProof: proof }))),
  );

  expect(refusals(answers)).toEqual(['bot_check_needed', 'bot_check_needed']);
});

test('the same key repeats the response, also after another bot check', async () => {
  const key = randomUUID();
  const wish = signsUp();
  const first = await addStudent(asPublic(db, { key }), wish);

  expect(await addStudent(asPublic(db, { key }), { ...wish, botProof: aProof() })).toEqual(first);
  const other = { ...wish, form: { ...wish.form, city: 'Queens' } };
  expect((await refusalOf(addStudent(asPublic(db, { key }), other))).code).toBe(
    'idempotency_key_reused',
  );
});

test('a form that is wrong leaves the proof for the next try', async () => {
  const wish = signsUp({ zip: '1' });
  expect(await refusalOf(addStudent(asPublic(db), wish))).toMatchObject({
    code: 'invalid',
    detail: 'Zip invalid',
  });

  await addStudent(asPublic(db), { ...wish, form: { ...wish.form, zip: '11230' } });
});

interface Invited {
  email: string;
  /** Days until it is over. */
  days?: number;
  replaced?: boolean;
}
/** Stores an open invitation to Woodmont College; returns the secret of its link. */
async function anInvitation({ email, days = 30, replaced = false }: Invited): Promise<string> {
  const secret = secretToken();
  const now = steadyNow();
  await db.run`
    INSERT INTO invite (email, first_name, membership_type_id, college_id, seminary_student_id,
      invited_by,
      created_at, expires_at, replaced_at, secret_hash)
      VALUES (${email}, 'Ina', 1, 269, 7, 1, ${plusSeconds(now, -40 * 86_400)},
        ${plusSeconds(now, days * 86_400)}, ${replaced ? now : null},
      ${hashOfToken(secret)})`;
  return secret;
}
const defaults = { membershipTypeId: 2, collegeId: 234, schoolId: null };

test('an invitation grants its own terms for the secret of its link, once', async () => {
  const invitation = await anInvitation({ email: 'Invited@student.test' });
  const student = await addStudent(
    asPublic(db),
    signsUp({ email: 'invited@student.test' }, { invitation }),
  );
  expect(student).toMatchObject({ membershipTypeId: 1, collegeId: 269, schoolId: null });
  expect(
    await db.one`
      SELECT student_id, used_at IS NOT NULL AS used FROM invite
      WHERE email = 'Invited@student.test'`,
  ).toEqual({
    studentId: student.id,
    used: true,
  });
  const event = await db.one`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'identity.student_added'
        AND payload->'data'->>'studentId' = ${String(student.id)}`;
  expect(event).toEqual({ data: { studentId: student.id, seminaryStudentId: 7 } });
});

test('the address alone grants nothing of the invitation, which stays usable by mail', async () => {
  const invitation = await anInvitation({ email: 'known@student.test' });
  const guesser = await addStudent(asPublic(db), signsUp({ email: 'known@student.test' }));
  expect(guesser).toMatchObject(defaults);
  const event = await db.one`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'identity.student_added'
        AND payload->'data'->>'studentId' = ${String(guesser.id)}`;
  expect(event).toEqual({ data: { studentId: guesser.id } });
  expect(
    await db.one`SELECT used_at FROM invite WHERE secret_hash = ${hashOfToken(invitation)}`,
  ).toEqual({ usedAt: null });
});

test('refuses an invalid secret of an invitation, and the bot check stays good', async () => {
  const email = 'late@student.test';
  const used = await anInvitation({ email: 'used@student.test' });
  await addStudent(asPublic(db), signsUp({ email: 'used@student.test' }, { invitation: used }));
  const other = await anInvitation({ email: 'somebody.else@student.test' });
  const [over, replaced] = [
    await anInvitation({ email, days: -1, replaced: true }),
    await anInvitation({ email, replaced: true }),
  ];
  const botProof = aProof();
  for (const invitation of [used, other, over, replaced, secretToken(), 'x'])
    expect(
      await refusalOf(addStudent(asPublic(db), signsUp({ email }, { invitation, botProof }))),
    ).toMatchObject({
      status: 422,
      code: 'invitation_invalid',
      detail: 'This link is not valid. Please call the office.',
    });
  expect(await addStudent(asPublic(db), signsUp({ email }, { botProof }))).toMatchObject(defaults);
});

test('two concurrent uses of one invitation succeed once', async () => {
  const invitation = await anInvitation({ email: 'both@student.test' });
  const answers = await Promise.allSettled(
    [1, 2].map(() =>
      addStudent(asPublic(db), signsUp({ email: 'both@student.test' }, { invitation })),
    ),
  );
  expect(refusals(answers)).toEqual(['invitation_invalid']);
});

test('staff who send the secret of an invitation do not use it up', async () => {
  const invitation = await anInvitation({ email: 'bystaff@student.test' });
  const wish = signsUp(
    { email: 'bystaff@student.test', collegeId: 234, membershipTypeId: 2 },
    { invitation },
  );
  expect(await addStudent(asStaff(db, ['ROLE_ADMIN']), wish)).toMatchObject({
    collegeId: 234,
    membershipTypeId: 2,
  });
  expect(
    await db.one`SELECT used_at FROM invite WHERE secret_hash = ${hashOfToken(invitation)}`,
  ).toEqual({ usedAt: null });
});

test('a duplicate learns of no student, may not confirm, and costs a bot check', async () => {
  await aStudent(db, { dob: '1990-03-03', last4Ssn: '3333' });
  const wish = signsUp({ dob: '1990-03-03', last4Ssn: '3333' }, { confirmDoubleSsnDob: true });

  expect(await refusalOf(addStudent(asPublic(db), wish))).toMatchObject({
    code: 'duplicate_student',
    detail: 'A student already exists with the given SSN and date of birth.',
    extra: { Error: true, students: [] },
  });
  expect(
    (await refusalOf(addStudent(asPublic(db), signsUp({}, { botProof: wish.botProof })))).code,
  ).toBe('bot_check_needed');
});

test('an address that has an account is refused, and costs a bot check too', async () => {
  await aStudent(db, { email: 'taken@student.test' }, aPassword);
  const wish = signsUp({ email: 'Taken@student.test' });

  expect(await refusalOf(addStudent(asPublic(db), wish))).toMatchObject({
    status: 409,
    code: 'email_taken',
  });
  expect(
    (await refusalOf(addStudent(asPublic(db), signsUp({}, { botProof: wish.botProof })))).code,
  ).toBe('bot_check_needed');
});

test('one birth date and SSN can be tried at most ten times', async () => {
  await aStudent(db, { dob: '1991-01-01', last4Ssn: '9191' });
  const attempt = async () =>
    (await refusalOf(addStudent(asPublic(db), signsUp({ dob: '1991-01-01', last4Ssn: '9191' }))))
      .code;
  const codes = [];
  for (let times = 0; times < 11; times += 1) codes.push(await attempt());

  expect(codes).toEqual([...Array(10).fill('duplicate_student'), 'too_many_tries']);
});
