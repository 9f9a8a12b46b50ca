import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { confirmToken } from '../../accounts/links/confirm-token.ts';
import {
  countFailedTry,
  loginCount,
  MAX_ACCOUNT_TRIES,
  MAX_ATTEMPTS,
  refuseTooMany,
  type TryCount,
} from '../../accounts/records/tries.ts';
import { setBar } from '../../records/files/set-bar.ts';
import { checkStudentId } from '../../students/sign-up/check-student-id.ts';
import { aPassword, aProof, aStaffUser, aStudent, needsNoFactor } from '../../testing.ts';
import { signInStaff } from './sign-in-staff.ts';
import { signInStudent } from './sign-in-student.ts';

let db: TestDatabase;
const now = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number) => asPublic(db, { now: new Date(now.getTime() + seconds * 1000) });

beforeAll(async () => {
  db = await freshDatabase('identity');
  await needsNoFactor(db);
});
afterAll(() => db.drop());

test('an unknown address, a wrong password and a missing account get one answer', async () => {
  await aStudent(db, { email: 'known@student.test' }, aPassword);
  await aStudent(db, { email: 'without@student.test' });

  const answers = await Promise.all(
    ['nobody@student.test', 'known@student.test', 'without@student.test'].map((email) =>
      refusalOf(signInStudent(at(0), { email, password: 'Wrong4Me!' })),
    ),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 422,
      code: 'invalid_credentials',
      detail: 'The email or password is not correct.',
    });
  }
});

test('a password never expires', async () => {
  const { id } = await aStudent(db, { email: 'years@student.test' }, aPassword);
  const login = { email: 'years@student.test', password: aPassword };
  expect(await signInStudent(at(10 * 365 * 86_400), login)).toMatchObject({ id });
});

test('refuses barred students and disabled staff only after the right password', async () => {
  const { id: studentId } = await aStudent(db, { email: 'off@student.test' }, aPassword);
  const bar = { levels: ['sign_in' as const], until: null, reason: 'Shared the password' };
  await setBar(asStaff(db, ['ROLE_ADMIN'], { studentId }), bar);
  await aStaffUser(db, { loginName: 'gone', active: false });

  expect(
    (await refusalOf(signInStudent(at(0), { email: 'off@student.test', password: 'Wrong4Me!' })))
      .code,
  ).toBe('invalid_credentials');
  expect(
    await refusalOf(signInStudent(at(0), { email: 'off@student.test', password: aPassword })),
  ).toMatchObject({
    status: 403,
    code: 'account_closed',
  });
  expect(
    (await refusalOf(signInStaff(at(0), { loginName: 'gone', password: 'Wrong4Me!' }))).code,
  ).toBe('invalid_credentials');
  expect(
    await refusalOf(signInStaff(at(0), { loginName: 'gone', password: aPassword })),
  ).toMatchObject({
    status: 403,
    code: 'account_disabled',
  });
});

test('a student never signs in as staff, nor staff as a student', async () => {
  await aStudent(db, { email: 'both@student.test' }, aPassword);
  await aStaffUser(db, { loginName: 'both' });

  expect(
    (await refusalOf(signInStaff(at(0), { loginName: 'both@student.test', password: aPassword })))
      .code,
  ).toBe('invalid_credentials');
  expect(
    (await refusalOf(signInStudent(at(0), { email: 'both@staff.test', password: aPassword }))).code,
  ).toBe('invalid_credentials');
});

test('signing in leaves an event, and the time of it for staff', async () => {
  const id = await aStaffUser(db, { loginName: 'present' });
  await signInStaff(at(5), { loginName: ' PRESENT ', password: aPassword });

  const { lastLogin } = await db.one<{
    lastLogin: Date;
  }>`SELECT last_login FROM staff_user WHERE id = ${id}`;
  expect(lastLogin).toEqual(at(5).now);
  expect(
    await db.many`SELECT actor_id FROM audit WHERE table_name = 'user' AND actor_name = 'present'`,
  ).toEqual([{ actorId: id }]);
  expect(
    await db.maybe`
      SELECT 1 AS sent FROM outbox WHERE type = 'identity.staff_signed_in'
        AND payload->'data'->>'userId' = ${String(id)}`,
  ).toBeDefined();
});

/** Adds failed logins from unknown browsers, at this moment. */
async function failedLogins(email: string, many: number): Promise<void> {
  for (let count = 0; count < many; count++)
    await countFailedTry(db, loginCount('student', email, null), now);
}

test.each(['limited@student.test', 'unknown@student.test'])(
  'after a hundred failed logins of %s even the right password waits',
  async (email) => {
    if (email.startsWith('limited')) await aStudent(db, { email }, aPassword);
    await failedLogins(email, MAX_ACCOUNT_TRIES - 1);
    expect((await refusalOf(signInStudent(at(0), { email, password: 'Wrong4Me!' }))).code).toBe(
      'invalid_credentials',
    );

    const refusal = await refusalOf(
      signInStudent(at(60), { email: email.toUpperCase(), password: aPassword }),
    );
    expect(refusal).toMatchObject({
      status: 429,
      code: 'too_many_tries',
      extra: { retryAfter: 840 },
    });
  },
);

test('a browser that signed in before has ten tries of its own', async () => {
  const [email, browser] = ['owner@student.test', 'mark of the usual browser'];
  await aStudent(db, { email }, aPassword);
  await failedLogins(email, MAX_ACCOUNT_TRIES);
  expect((await refusalOf(signInStudent(at(1), { email, password: aPassword }))).code).toBe(
    'too_many_tries',
  );
  await signInStudent(at(1), { email, password: aPassword, browser });

  for (let count = 0; count < MAX_ATTEMPTS; count++)
    expect((await refusalOf(signInStudent(at(2), { email, password: 'x', browser }))).code).toBe(
      'invalid_credentials',
    );
  expect(
    (await refusalOf(signInStudent(at(3), { email, password: aPassword, browser }))).code,
  ).toBe('too_many_tries');
  await signInStudent(at(3), { email, password: aPassword, browser: 'mark of another one' });
});

test('staff have the same counts, and never share one with a student', async () => {
  await aStaffUser(db, { loginName: 'shared' });
  await failedLogins('shared', MAX_ACCOUNT_TRIES);
  await signInStaff(at(1), { loginName: 'shared', password: aPassword });

  for (let count = 0; count < MAX_ATTEMPTS; count++)
    await refusalOf(signInStaff(at(2), { loginName: 'shared', password: 'x', browser: 'mark' }));
  expect(
    (
      await refusalOf(
        signInStaff(at(3), { loginName: 'Shared', password: aPassword, browser: 'mark' }),
      )
    ).code,
  ).toBe('too_many_tries');
  await signInStaff(at(3), { loginName: 'shared', password: aPassword });
});

test('a try is free again 15 minutes after the oldest one', async () => {
  const [email, browser] = ['waits@student.test', 'mark'];
  await aStudent(db, { email }, aPassword);
  for (let count = 0; count < MAX_ATTEMPTS; count++)
    await refusalOf(signInStudent(at(count), { email, password: 'x', browser }));

  expect(
    (await refusalOf(signInStudent(at(899), { email, password: aPassword, browser }))).code,
  ).toBe('too_many_tries');
  await signInStudent(at(900), { email, password: aPassword, browser });
});

test('limits birth dates with digits, but no links, which would lock out their owner', async () => {
  const pair = { dob: '1980-01-01', last4Ssn: '9999' };
  const request = () => ({ ...pair, botProof: aProof(now) });
  for (let count = 0; count < MAX_ATTEMPTS; count++)
    expect((await refusalOf(checkStudentId(at(0), request()))).code).toBe('student_not_found');
  expect((await refusalOf(checkStudentId(at(1), request()))).code).toBe('too_many_tries');
  expect((await refusalOf(checkStudentId(at(1), { ...request(), last4Ssn: '9998' }))).code).toBe(
    'student_not_found',
  );

  const link = { account: { kind: 'student', id: 999_999 }, token: 'guess' } as const;
  for (let count = 0; count < 2 * MAX_ATTEMPTS; count++)
    expect((await refusalOf(confirmToken(at(0), link))).code).toBe('token_invalid');
});

test('a malformed try does not count', async () => {
  for (let count = 0; count <= MAX_ATTEMPTS; count++) {
    expect(
      (await refusalOf(checkStudentId(at(0), { dob: '2999-01-01', last4Ssn: '12' }))).code,
    ).toBe('invalid');
  }
});

test('of thirty wrong guesses at once ten are answered', async () => {
  await aStudent(db, { email: 'guessed@student.test' }, aPassword);

  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, count) =>
      signInStudent(at(0), {
        email: 'guessed@student.test',
        password: `Guess${count}!!`,
        browser: 'mark',
      }),
    ),
  );
  expect(refusals(answers).filter((code) => code === 'invalid_credentials')).toHaveLength(
    MAX_ATTEMPTS,
  );
  expect(refusals(answers).filter((code) => code === 'too_many_tries')).toHaveLength(20);
});

test('control: counting by reading first and writing then lets more than ten through', async () => {
  const naive = async (subject: string) => {
    const known = await db.maybe<{
      tries: Date[];
    }>`SELECT tries FROM failed_try WHERE subject = ${subject}`;
    return async () => {
      if ((known?.tries.length ?? 0) >= MAX_ATTEMPTS) return false;
      const tries = [...(known?.tries ?? []), now];
      await db.run`
        INSERT INTO failed_try (subject, tries, last_at)
        VALUES (${subject}, ${tries}::timestamptz[], ${now})
        ON CONFLICT (subject) DO UPDATE SET tries = excluded.tries`;
      return true;
    };
  };
  const guardedCount: TryCount = { subject: 'guarded', max: MAX_ATTEMPTS, seconds: 900 };
  const guarded = await Promise.all(
    Array.from({ length: 30 }, () => countFailedTry(db, guardedCount, now)),
  );
  const reads = await Promise.all(Array.from({ length: 30 }, () => naive('naive')));
  const unguarded = await Promise.all(reads.map((write) => write()));

  expect(guarded.filter(Boolean)).toHaveLength(MAX_ATTEMPTS);
  expect((await refusalOf(refuseTooMany({ db, now }, guardedCount))).code).toBe('too_many_tries');
  expect(unguarded.filter(Boolean).length).toBeGreaterThan(MAX_ATTEMPTS);
});

test('counted subjects cannot be read', async () => {
  await refusalOf(signInStudent(at(0), { email: 'private@student.test', password: 'x' }));
  await refusalOf(
    signInStudent(at(0), { email: 'private@student.test', password: 'x', browser: 'private mark' }),
  );
  await refusalOf(checkStudentId(at(0), { dob: '1981-02-03', last4Ssn: '8765' }));

  const { text } = await db.one<{
    text: string;
  }>`SELECT string_agg(failed_try::text, ' ') AS text FROM failed_try`;
  expect(text).not.toMatch(/private|1981-02-03|8765/);
});
