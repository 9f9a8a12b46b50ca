import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import {
  asPublic,
  asStaff,
  freshDatabase,
  refusalOf,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { type BarInput, setBar } from '../../records/files/set-bar.ts';
import { setStudentBars } from '../../records/files/set-student-bars.ts';
import { barLevels, type NewBar } from '../../records/students/bar-rules.ts';
import { signInStudent } from '../../security/sign-in/sign-in-student.ts';
import { aPassword, aStudent } from '../../testing.ts';
import { orderBlanking, previewBlanking, withdrawBlanking } from './order-blanking.ts';

let db: TestDatabase;
let stops: (() => void)[] = [];
/** An owner in whose eyes nothing is in the way. */
const free = {
  exportStudent: { handle: async () => ({ tables: [] }) },
  checkBlanking: { handle: async () => ({ reasons: [], credits: 0 }) },
  blankStudent: { handle: async () => ({}) },
};
beforeAll(async () => {
  db = await freshDatabase('identity');
  stops = await Promise.all([
    serveInProcess('REGISTRATION_ADDR', [rpcs(shared.personalData.registration, free)]),
    serveInProcess('PAYMENTS_ADDR', [rpcs(shared.personalData.payments, free)]),
    serveInProcess('SCHOOLS_ADDR', [rpcs(shared.personalData.schools, free)]),
    serveInProcess('SEMINARY_ADDR', [rpcs(shared.personalData.seminary, free)]),
    serveInProcess('TRANSCRIPTS_ADDR', [rpcs(shared.personalData.transcripts, free)]),
  ]);
});
afterAll(async () => {
  for (const stop of stops) stop();
  await db.drop();
});

const now = new Date('2026-03-02T15:00:00Z');
/** Within the 72 hours, after the last day of a bar until the next day. */
const later = new Date('2026-03-04T05:00:00Z');
const all: NewBar = { levels: [...barLevels], until: null, reason: 'Unpaid' };
const NAME = 'Ruth Moab';

type Options = Parameters<typeof asStaff>[2];
const bar = (studentId: number, wish: BarInput, options: Options = {}) =>
  setBar(asStaff(db, ['ROLE_ADMIN'], { studentId, now, ...options }), wish);
const bossOf = (studentId: number, options: Options = {}) =>
  asStaff(db, ['ROLE_SUPER_ADMIN'], { studentId, now, ...options });
const order = (studentId: number) =>
  orderBlanking(bossOf(studentId), {
    reason: 'Requested in writing',
    forfeitCredits: false,
    confirmName: NAME,
  });
const withdraw = (studentId: number) =>
  withdrawBlanking(bossOf(studentId), { reason: 'A mistake', confirmName: NAME });
const signIn = (email: string | null, at: Date) =>
  signInStudent(asPublic(db, { now: at }), { email: email ?? '', password: aPassword });
const openBar = (studentId: number) =>
  db.one<{ id: number }>`
    SELECT bar_id AS id FROM blanking WHERE student_id = ${studentId} AND withdrawn_at IS NULL`;

test('a bar of the same levels that ends before the blanking admits no sign-in', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  await bar(id, { ...all, until: '2026-03-03' });
  await order(id);
  for (const at of [now, later])
    expect((await refusalOf(signIn(email, at))).code).toBe('account_closed');
  await withdraw(id);
  expect((await refusalOf(signIn(email, now))).code).toBe('account_closed');
  expect((await signIn(email, later)).id).toBe(id);
});

test('a bar without end that is lifted while the blanking waits admits no sign-in', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  const [made] = await bar(id, all);
  await order(id);
  await bar(id, { barId: made?.id as number, reason: 'Paid' });
  expect((await refusalOf(signIn(email, now))).code).toBe('account_closed');
  await withdraw(id);
  expect((await signIn(email, now)).id).toBe(id);
});

test('only the withdrawal lifts its own bar, whether it waits, runs or is over', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  await order(id);
  const { id: barId } = await openBar(id);
  const wish = { barId, reason: 'Let in again' };
  const unbar = { studentId: id, deniedRegistration: false, buyingStopped: false };
  const refusals = async () => [
    await refusalOf(bar(id, wish)),
    await refusalOf(setStudentBars(asStaff(db, ['ROLE_ADMIN'], { now }), unbar)),
  ];
  const expected = {
    status: 409,
    code: 'bar_of_blanking',
    detail: 'This bar came with a blanking. It is lifted when the blanking is withdrawn.',
  };
  for (const refusal of await refusals()) expect(refusal).toMatchObject(expected);
  expect((await refusalOf(signIn(email, now))).code).toBe('account_closed');
  await db.run`UPDATE blanking SET begun_at = ${now} WHERE student_id = ${id}`;
  for (const refusal of await refusals()) expect(refusal).toMatchObject(expected);
  await db.run`UPDATE blanking SET done_at = ${now} WHERE student_id = ${id}`;
  for (const refusal of await refusals()) expect(refusal).toMatchObject(expected);

  await db.run`UPDATE blanking SET begun_at = NULL, done_at = NULL WHERE student_id = ${id}`;
  await withdraw(id);
  expect((await signIn(email, now)).id).toBe(id);
  expect((await refusalOf(bar(id, wish))).code).toBe('already_lifted');
});

test('a blanking without its own bar keeps every bar on sign-in until withdrawn', async () => {
  const { id, email } = await aStudent(db, {}, aPassword);
  const [made] = await bar(id, all);
  await order(id);
  const { id: own } = await openBar(id);
  await db.run`UPDATE blanking SET bar_id = NULL WHERE student_id = ${id}`;
  await db.run`DELETE FROM student_bar WHERE id = ${own}`;
  const wish = { barId: made?.id as number, reason: 'Paid' };
  expect((await refusalOf(bar(id, wish))).code).toBe('bar_of_blanking');
  await withdraw(id);
  expect((await refusalOf(signIn(email, now))).code).toBe('account_closed');
  await bar(id, wish);
  expect((await signIn(email, now)).id).toBe(id);
});

test('does not find a student who is not on record', async () => {
  const unknown = 9_999_999;
  expect((await refusalOf(order(unknown))).code).toBe('student_not_found');
  expect((await refusalOf(previewBlanking(bossOf(unknown), false))).code).toBe('student_not_found');
});

test('distinguishes waiting, running and completed blankings', async () => {
  const { id } = await aStudent(db);
  await order(id);
  const refusals = async () => [
    await refusalOf(order(id)),
    await refusalOf(previewBlanking(bossOf(id), false)),
  ];
  for (const refusal of await refusals())
    expect(refusal).toMatchObject({
      status: 409,
      code: 'blanking_waits',
      detail: 'This has been ordered already. It can be withdrawn under Data requests.',
    });
  await db.run`UPDATE blanking SET begun_at = ${now} WHERE student_id = ${id}`;
  for (const refusal of [...(await refusals()), await refusalOf(withdraw(id))])
    expect(refusal).toMatchObject({
      status: 409,
      code: 'blanking_runs',
      detail: "This person's data is being removed.",
    });
  await db.run`UPDATE blanking SET done_at = ${now} WHERE student_id = ${id}`;
  for (const refusal of [...(await refusals()), await refusalOf(withdraw(id))])
    expect(refusal).toMatchObject({
      status: 409,
      code: 'already_blanked',
      detail: "This person's data has been removed.",
    });
});
