import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Database } from '@portal/kit/database/database';
import {
  asPublic,
  freshDatabase,
  PATIENT,
  refusalOf,
  refusals,
  type TestDatabase,
  twoMeetAtInsert,
} from '@portal/kit/testing';
import { confirmToken } from '../../accounts/links/confirm-token.ts';
import { aStudent, newestLink } from '../../testing.ts';
import { MAX_CREATE_MAILS } from './limit-create-mails.ts';
import { requestSignUp } from './request-sign-up.ts';

let db: TestDatabase;
const now = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number, of: Database = db) =>
  asPublic(of, { now: new Date(now.getTime() + seconds * 1000) });

beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

/** A student on record without an address, and their request for a link to `email`. */
async function aWish(email: string) {
  const { id, dob, last4Ssn } = await aStudent(db, { email: null });
  return { id, email, dob, last4Ssn };
}
const mailsTo = async (email: string) =>
  (
    await db.one<{
      n: number;
    }>`SELECT count(*)::int AS n FROM mail WHERE lower(recipient) = ${email.toLowerCase()}`
  ).n;

test('a student gets three links an hour, to any addresses, and the third stays good', async () => {
  const wish = await aWish('first@student.test');
  await requestSignUp(at(0), wish);
  await requestSignUp(at(60), { ...wish, email: 'second@student.test' });
  await requestSignUp(at(120), wish);

  expect(
    await refusalOf(requestSignUp(at(180), { ...wish, email: 'fourth@student.test' })),
  ).toMatchObject({
    status: 429,
    code: 'too_many_tries',
    detail: 'Too many tries. Please try again later.',
    extra: { retryAfter: 3420 },
  });
  expect([await mailsTo('first@student.test'), await mailsTo('fourth@student.test')]).toEqual([
    2, 0,
  ]);
  const { token } = await newestLink(db, 'first@student.test');
  await confirmToken(at(181), { account: { kind: 'student', id: wish.id }, token });
  await requestSignUp(at(3600), wish);
});

test('an address gets three links an hour, about whomever and however it is written', async () => {
  const wishes = await Promise.all(
    ['full@student.test', 'FULL@student.test', ' Full@Student.Test', 'full@student.test'].map(
      aWish,
    ),
  );
  for (const wish of wishes.slice(0, 3)) await requestSignUp(at(0), wish);

  const [, , , fourth] = wishes;
  expect((await refusalOf(requestSignUp(at(3599), fourth as (typeof wishes)[number]))).code).toBe(
    'too_many_tries',
  );
  expect(await mailsTo('full@student.test')).toBe(3);
  await requestSignUp(at(3600), fourth as (typeof wishes)[number]);
});

test('requests refused for another reason, and mails for a reset, do not count', async () => {
  const wish = await aWish('counted@student.test');
  for (let times = 0; times < 4; times += 1)
    expect((await refusalOf(requestSignUp(at(0), { ...wish, last4Ssn: '0000' }))).code).toBe(
      'student_not_found',
    );
  await requestSignUp(at(0), wish);
  expect(await mailsTo('counted@student.test')).toBe(1);
});

test('a caller who names no student learns nothing of the mails to an address', async () => {
  for (let times = 0; times < 3; times += 1)
    await requestSignUp(at(0), await aWish('wanted@student.test'));
  const unknown = { email: 'wanted@student.test', dob: '1970-07-07', last4Ssn: '7070' };
  expect((await refusalOf(requestSignUp(at(1), unknown))).code).toBe('student_not_found');
});

test('of eight requests for one address at the same moment three send a mail', async () => {
  const wishes = await Promise.all(Array.from({ length: 8 }, () => aWish('burst@student.test')));
  const answers = await Promise.allSettled(wishes.map((wish) => requestSignUp(at(0), wish)));

  expect(refusals(answers)).toEqual(Array(5).fill('too_many_tries'));
  expect(await mailsTo('burst@student.test')).toBe(3);
});

test('control: without the lock of the address more than three go out', async () => {
  await db.run`CREATE SCHEMA unguarded`;
  await db.run`
    CREATE FUNCTION unguarded.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS $$ $$`;
  const url = new URL(db.url);
  url.searchParams.set('options', '-c search_path=unguarded,public,test_clock,pg_catalog');
  const unguarded = connect(url.href, PATIENT);
  const wishes = await Promise.all(
    Array.from({ length: MAX_CREATE_MAILS + 2 }, () => aWish('naive@student.test')),
  );
  for (const wish of wishes.slice(0, MAX_CREATE_MAILS - 1)) await requestSignUp(at(0), wish);
  await twoMeetAtInsert(db, 'token');

  const answers = await Promise.allSettled(
    wishes.slice(MAX_CREATE_MAILS - 1).map((wish) => requestSignUp(at(0, unguarded), wish)),
  );
  await unguarded.close();
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1);
});
