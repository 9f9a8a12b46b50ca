import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asPublic,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { register } from 'prom-client';
import { aProof, aStudent } from '../../testing.ts';
import { checkStudentId } from './check-student-id.ts';
import { requestSignUp } from './request-sign-up.ts';

let db: TestDatabase;
const now = new Date('2026-03-02T15:00:00Z');
const at = (seconds: number) => asPublic(db, { now: new Date(now.getTime() + seconds * 1000) });
const HOURS = 3600;
const DAY = 24 * HOURS;

beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

let next = 0;
/** A birth date that is unique in this file. */
function aBirthDate(): string {
  next += 1;
  return new Date(Date.UTC(1980, 0, next)).toISOString().slice(0, 10);
}
const anAddress = () => randomUUID();
const proofAt = (seconds: number) => aProof(at(seconds).now);
interface Guess {
  dob: string;
  last4Ssn?: string;
  address?: string;
  botProof?: string;
}
/** Guesses digits that no student has, from an address of its own. */
const guess = ({ dob, last4Ssn = '0000', address = anAddress(), botProof }: Guess, seconds = 0) =>
  refusalOf(checkStudentId(at(seconds), { dob, last4Ssn, address, botProof })).then(
    ({ code }) => code,
  );
const digits = (n: number) => String(n).padStart(4, '0');
const fiveMisses = async (given: Omit<Guess, 'last4Ssn'>, seconds = 0) => {
  for (let n = 0; n < 5; n += 1)
    expect(await guess({ ...given, last4Ssn: digits(n) }, seconds)).toBe('student_not_found');
};

test('five misses at a birth date make both steps need a bot check for a day', async () => {
  const dob = aBirthDate();
  const student = await aStudent(db, { dob, last4Ssn: '7777', email: null });
  await fiveMisses({ dob });

  expect(
    await refusalOf(checkStudentId(at(1), { dob, last4Ssn: '7777', address: anAddress() })),
  ).toMatchObject({
    status: 403,
    code: 'bot_check_needed',
    detail: 'Please confirm that you are not a robot.',
  });
  const wish = {
    dob,
    last4Ssn: '7777',
    email: `student${student.id}@student.test`,
    address: anAddress(),
  };
  expect((await refusalOf(requestSignUp(at(1), { ...wish }))).code).toBe('bot_check_needed');
  expect(await guess({ dob: aBirthDate() })).toBe('student_not_found');
  expect(await guess({ dob, last4Ssn: '0009' }, DAY - 1)).toBe('bot_check_needed');
  expect(await guess({ dob, last4Ssn: '0009' }, DAY)).toBe('student_not_found');
});

test('five misses of an address, at any birth dates, make it need a bot check', async () => {
  const address = anAddress();
  for (let n = 0; n < 5; n += 1)
    expect(await guess({ dob: aBirthDate(), address })).toBe('student_not_found');

  expect(await guess({ dob: aBirthDate(), address })).toBe('bot_check_needed');
  expect(await guess({ dob: aBirthDate() })).toBe('student_not_found');
});

test('with one bot check a student goes through both steps', async () => {
  const dob = aBirthDate();
  const student = await aStudent(db, { dob, last4Ssn: '7777', email: null });
  const email = `through${student.id}@student.test`;
  await fiveMisses({ dob });

  const request = { dob, last4Ssn: '7777', address: anAddress(), botProof: proofAt(0) };
  await checkStudentId(at(1), request);
  await checkStudentId(at(1), request);
  await requestSignUp(at(2), { ...request, email });
  expect((await refusalOf(requestSignUp(at(3), { ...request, email }))).code).toBe(
    'bot_check_needed',
  );
});

test('each miss costs a bot check, and says no more than it did before', async () => {
  const dob = aBirthDate();
  await aStudent(db, { dob, last4Ssn: '7777' }, 'Right4Me!');
  await fiveMisses({ dob });

  const botProof = proofAt(0);
  expect(await guess({ dob, last4Ssn: '0008', botProof })).toBe('student_not_found');
  expect(await guess({ dob, last4Ssn: '0008', botProof })).toBe('bot_check_needed');
  const second = proofAt(0);
  expect(await guess({ dob, last4Ssn: '7777', botProof: second })).toBe('already_signed_up');
  expect(await guess({ dob, last4Ssn: '7777', botProof: second })).toBe('bot_check_needed');
  for (const bad of ['no.proof', `${proofAt(0)}x`, proofAt(-601)])
    expect(await guess({ dob, last4Ssn: '0009', botProof: bad })).toBe('bot_check_needed');
});

test('an address of mail that is not on record costs one, too', async () => {
  const dob = aBirthDate();
  await aStudent(db, { dob, last4Ssn: '7777', email: 'onrecord@student.test' });
  await fiveMisses({ dob });

  const request = {
    dob,
    last4Ssn: '7777',
    address: anAddress(),
    botProof: proofAt(0),
    email: 'other@student.test',
  };
  expect((await refusalOf(requestSignUp(at(1), request))).code).toBe('email_mismatch');
  expect((await refusalOf(requestSignUp(at(1), request))).code).toBe('bot_check_needed');
});

test('of forty concurrent guesses five are answered, with or without the right one', async () => {
  const dob = aBirthDate();
  await aStudent(db, { dob, last4Ssn: '0020' });
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      checkStudentId(at(0), { dob, last4Ssn: digits(n), address: anAddress() }),
    ),
  );
  expect(refusals(answers).filter((code) => code === 'student_not_found')).toHaveLength(5);
  expect(
    refusals(answers).filter((code) => code === 'bot_check_needed').length,
  ).toBeGreaterThanOrEqual(34);
  const { together } = await db.one<{
    together: number;
  }>`SELECT cardinality(tries) AS together FROM failed_try WHERE subject = 'identity checks'`;
  expect(together).toBeLessThan(40);
});

test('of forty guesses at the same moment with one bot check one is answered', async () => {
  const dob = aBirthDate();
  await fiveMisses({ dob });
  const botProof = proofAt(0);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => guess({ dob, last4Ssn: digits(100 + n), botProof })),
  );
  expect(answers.filter((code) => code === 'student_not_found')).toHaveLength(1);
});

test('solving bot checks allows a hundred guesses a day at a birth date', async () => {
  const dob = aBirthDate();
  await fiveMisses({ dob });
  for (let n = 5; n < 100; n += 1)
    expect(await guess({ dob, last4Ssn: digits(n), botProof: proofAt(0) })).toBe(
      'student_not_found',
    );
  const refusal = await refusalOf(
    checkStudentId(at(60), { dob, last4Ssn: '0999', address: anAddress(), botProof: proofAt(60) }),
  );
  expect(refusal).toMatchObject({
    status: 429,
    code: 'too_many_tries',
    extra: { retryAfter: DAY - 60 },
  });
});

test('requests without a bot check block no birth date', async () => {
  const dob = aBirthDate();
  await Promise.all(Array.from({ length: 150 }, (_, n) => guess({ dob, last4Ssn: digits(n) })));
  expect(await guess({ dob, last4Ssn: '0999', botProof: proofAt(0) })).toBe('student_not_found');
});

test('a hundred misses in an hour over many dates make everyone need a bot check', async () => {
  const hour = 3 * DAY;
  for (let n = 0; n < 100; n += 1) await guess({ dob: aBirthDate() }, hour);
  expect(await guess({ dob: aBirthDate() }, hour + 1)).toBe('bot_check_needed');
  expect(await guess({ dob: aBirthDate() }, hour + HOURS)).toBe('student_not_found');
});

test('a mistyped date, or a right one, costs no bot check', async () => {
  const [dob, address] = [aBirthDate(), anAddress()];
  await aStudent(db, { dob, last4Ssn: '7777' });
  const later = 5 * DAY;
  for (let n = 0; n < 8; n += 1) {
    await checkStudentId(at(later), { dob, last4Ssn: '7777', address });
    expect(await guess({ dob: '2999-01-01', address }, later)).toBe('invalid');
  }
  expect(await guess({ dob, address }, later)).toBe('student_not_found');
});

test('counts misses for operators; stores and measures no birth date or address', async () => {
  const metric = async (name: string) =>
    ((await register.getSingleMetric(name)?.get())?.values[0]?.value ?? 0) as number;
  const [misses, checks] = ['portal_identity_check_misses_total', 'portal_bot_checks_asked_total'];
  const before = [await metric(misses), await metric(checks)];
  const dob = aBirthDate();
  const later = 7 * DAY;
  await fiveMisses({ dob, address: '203.0.113.77' }, later);
  expect(await guess({ dob, address: '203.0.113.77' }, later)).toBe('bot_check_needed');
  expect([await metric(misses), await metric(checks)]).toEqual([
    (before[0] as number) + 5,
    (before[1] as number) + 1,
  ]);

  const { text } = await db.one<{
    text: string;
  }>`SELECT string_agg(subject, ' ') AS text FROM failed_try`;
  for (const readable of [text, await register.metrics()])
    expect(readable).not.toMatch(new RegExp(`${dob}|203\\.0\\.113\\.77`));
});
