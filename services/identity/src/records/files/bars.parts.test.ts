import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { confirmToken } from '../../accounts/links/confirm-token.ts';
import { setPassword } from '../../accounts/passwords/set-password.ts';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { requestSignUp } from '../../students/sign-up/request-sign-up.ts';
import { aPassword, aStudent, insertAudit, newestLink } from '../../testing.ts';
import { type NewBar, NO_END } from '../students/bar-rules.ts';
import { findStudent } from '../students/find-students.ts';
import { type BarInput, setBar } from './set-bar.ts';

const YEAR = steadyNow().getFullYear() + 4;
const LAST_DAY = `${YEAR}-01-31`;

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

const bar: NewBar = { levels: ['buying', 'booking'], until: null, reason: 'Unpaid' };
const set = (studentId: number, wish: BarInput = bar, options: object = {}) =>
  setBar(asStaff(db, ['ROLE_ADMIN'], { studentId, ...options }), wish);
const eventsOf = async (studentId: number) =>
  (
    await db.many<{ type: string }>`
      SELECT type FROM outbox WHERE payload->'data'->>'studentId' = ${String(studentId)}
        AND type <> 'identity.student_added' ORDER BY type`
  ).map(({ type }) => type);

test('a bar shows with the student, adds up with others, and goes with them', async () => {
  const { id } = await aStudent(db);
  const [both] = await set(id);
  expect(both).toMatchObject({ levels: ['buying', 'booking'], setBy: 'staff', liftedAt: null });
  expect(await findStudent(db, id)).toMatchObject({
    buyingBarredUntil: NO_END,
    bookingBarredUntil: NO_END,
    signInBarredUntil: null,
    deniedRegistration: true,
    version: 2,
  });
  await set(id, { levels: ['buying'], until: LAST_DAY, reason: 'Chargeback' });
  const bars = await set(id, { barId: both?.id as number, reason: 'Paid' });
  expect(bars.map(({ reason, liftReason }) => [reason, liftReason])).toEqual([
    ['Chargeback', null],
    ['Unpaid', 'Paid'],
  ]);
  expect(await findStudent(db, id)).toMatchObject({
    buyingBarredUntil: new Date(`${YEAR}-02-01T05:00:00Z`),
    bookingBarredUntil: null,
    deniedRegistration: false,
    version: 4,
  });
  expect(
    await db.many`
      SELECT op, change FROM audit WHERE student_id = ${id} AND table_name = 'bar' ORDER BY id`,
  ).toEqual([
    { op: 'insert', change: { ...bar, reason: 'written' } },
    { op: 'insert', change: { levels: ['buying'], until: LAST_DAY, reason: 'written' } },
    {
      op: 'update',
      change: { levels: ['buying', 'booking'], lifted: true, reason: 'written' },
    },
  ]);
  expect(await eventsOf(id)).toEqual(
    ['student_changed', 'student_file_changed'].flatMap((name) =>
      Array(3).fill(`identity.${name}`),
    ),
  );
});

test('of two concurrent equal bars the second is refused; the same key sets it once', async () => {
  const { id } = await aStudent(db);
  const tries = await Promise.allSettled([set(id), set(id)]);
  expect(refusals(tries)).toEqual(['already_barred']);
  const other = await aStudent(db);
  await set(other.id, bar, { key: 'once' });
  expect(await set(other.id, bar, { key: 'once' })).toHaveLength(1);
});

test("refuses to lift an unknown, lifted or ended bar, or another student's", async () => {
  const [{ id }, stranger] = [await aStudent(db), await aStudent(db)];
  const now = new Date('2026-03-02T15:00:00Z');
  const [made] = await set(id, { ...bar, until: '2026-03-03' }, { now });
  const lift = (studentId: number, about: object = {}, options: object = { now }) =>
    refusalOf(set(studentId, { barId: made?.id as number, reason: 'Paid', ...about }, options));
  expect((await lift(id, { barId: 999_999 })).code).toBe('bar_not_found');
  expect((await lift(stranger.id)).code).toBe('bar_not_found');
  expect((await lift(id, { reason: 'no' })).code).toBe('invalid');
  expect((await lift(id, {}, { now: new Date('2026-03-04T05:00:00Z') })).code).toBe(
    'already_lifted',
  );
  await set(id, { barId: made?.id as number, reason: 'Paid' }, { now });
  expect((await lift(id)).code).toBe('already_lifted');
  expect((await refusalOf(set(9_999_999))).code).toBe('student_not_found');
});

test('a bar on sign-in shows after the right password alone, until it ends', async () => {
  const email = 'closed@student.test';
  const { id } = await aStudent(db, { email }, aPassword);
  const now = new Date('2026-03-02T15:00:00Z');
  await set(id, { levels: ['sign_in'], until: '2026-03-03', reason: 'Shared account' }, { now });
  expect(await eventsOf(id)).toContain('identity.sign_in_barred');
  const signIn = (password: string, at = now) =>
    signInStudent(asPublic(db, { now: at }), { email, password });
  expect((await refusalOf(signIn('Wrong4Me!'))).code).toBe('invalid_credentials');
  expect(await refusalOf(signIn(aPassword))).toMatchObject({
    status: 403,
    code: 'account_closed',
    detail: 'Your account is closed. Please call the office.',
  });
  expect((await signIn(aPassword, new Date('2026-03-04T05:00:00Z'))).id).toBe(id);
});

test('refuses links to sign in or up during a bar, also those sent before', async () => {
  const email = 'linked@student.test';
  const { id, dob, last4Ssn } = await aStudent(db, { email });
  await requestSignUp(asPublic(db), { email, dob, last4Ssn });
  const { kind, type, token } = await newestLink(db, email);
  const account = { kind, id };
  await set(id, { levels: ['sign_in'], until: null, reason: 'Shared account' });
  const refused = [
    requestSignUp(asPublic(db), { email, dob, last4Ssn }),
    confirmToken(asPublic(db), { account, token }),
    setPassword(asPublic(db), { account, type, token, proof: null, password: aPassword }),
  ];
  for (const refusal of await Promise.all(refused.map(refusalOf)))
    expect(refusal.code).toBe('account_closed');
});

test('removes reasons in the audit from the last release', async () => {
  const { id } = await aStudent(db);
  const row = { studentId: id, at: new Date('2026-03-02T15:00:00Z'), table: 'bar' };
  const levels = ['buying'];
  const set = { levels, until: null, reason: 'Chargeback' };
  await insertAudit(db, { ...row, op: 'insert', change: set });
  await insertAudit(db, { ...row, op: 'update', change: { levels, lifted: 'Paid' } });
  const rows = await db.many<{ change: object }>`
    SELECT change FROM audit WHERE student_id = ${id} AND table_name = 'bar' ORDER BY id`;
  expect(rows.map(({ change }) => change)).toEqual([
    { levels, until: null, reason: 'written' },
    { levels, lifted: true, reason: 'written' },
  ]);
});
