import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, plusSeconds } from '@portal/kit/clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { remindOfSessions } from './booking/reminders/remind-of-sessions.ts';
import { brokenInvariants } from './invariants.ts';
import { finishLoad, loadPage } from './seed-load.ts';

const DAY = 86_400;
const now = new Date('2026-11-18T17:00:00Z');
const ago = (days: number) => plusSeconds(now, -days * DAY).toISOString();
const day = (away: number) => dayPlus(dayInNewYork(now), { days: away });

const session = (id: number, away: number, type: '21' | '22' = '21') => ({
  id,
  session_type: type,
  location_id: type === '21' ? 13 : null,
  school_id: type === '22' ? 1001 : null,
  gender: '3',
  starts_at: ago(-away),
  seats: type === '21' ? 3 : null,
  closing_date: day(away - 1),
  closing_time: null,
  return_due_date: null,
  last_date: null,
  created_at: ago(100),
});
const plain = {
  status: 'registered',
  created_at: ago(60),
  is_retake: false,
  is_old_system: false,
  session_id: null as number | null,
  session_type: null as string | null,
  branch_id: null as number | null,
  session_minutes: 0,
  booked_at: null as string | null,
  credits_spent: 3,
  package_type_ids: [],
  proctor_fee_cents: 1500,
  no_additional_fees: false,
  additional_charge_cents: 0,
  additional_paid_cents: 0,
  paid_proctor_cents: 0,
  payment_id: null as number | null,
  charge_school: false,
  course_started_at: null,
  course_completed_at: null,
  taken_on: null as string | null,
  taken_at: null as string | null,
  graded_on: null,
  graded_at: null,
  grade: null,
  grade_comment: null,
  cancelled_at: null,
  cancel_reason: null,
};
let last = 1_000_000;
const registration = (student: number, more: object = {}) => {
  last += 1;
  return {
    ...plain,
    id: last,
    student_id: 100_000 + student,
    exam_id: last,
    exam_group: last,
    ...more,
  };
};
const booked = { booked_at: ago(59), branch_id: 13, session_type: '21', session_minutes: 90 };
const sat = { ...booked, session_id: 100_001, taken_on: day(-30), taken_at: ago(27) };
const page = {
  sessions: [
    session(100_001, -30),
    session(100_002, 2),
    session(100_003, 20),
    session(100_004, 12, '22'),
  ],
  registrations: [
    registration(1),
    registration(1, {
      is_old_system: true,
      status: 'graded',
      credits_spent: 0,
      taken_on: day(-900),
      graded_on: day(-890),
      grade: '91',
      grade_comment: 'Pass',
    }),
    registration(1, {
      ...sat,
      status: 'graded',
      graded_on: day(-16),
      graded_at: ago(16),
      grade: '88',
      grade_comment: 'Pass',
    }),
    registration(2, { ...sat, status: 'taken' }),
    registration(2, {
      ...booked,
      status: 'scheduled',
      session_id: 100_003,
      payment_id: 7,
      paid_proctor_cents: 1500,
      additional_charge_cents: 5000,
      additional_paid_cents: 5000,
    }),
    registration(3, { ...booked, status: 'scheduled', session_id: 100_002, proctor_fee_cents: 0 }),
    registration(3, { ...booked, status: 'scheduled', session_id: 100_003, proctor_fee_cents: 0 }),
    registration(4, {
      status: 'scheduled',
      session_id: 100_004,
      session_type: '22',
      booked_at: ago(50),
      charge_school: true,
      credits_spent: 0,
    }),
    registration(5, { status: 'cancelled', cancelled_at: ago(40), cancel_reason: 2 }),
    registration(5, {
      status: 'course_completed',
      course_started_at: ago(50),
      course_completed_at: ago(20),
      proctor_fee_cents: 0,
    }),
    registration(5, {
      is_old_system: true,
      status: 'cancelled',
      credits_spent: 0,
      cancelled_at: ago(700),
      cancel_reason: 2,
    }),
  ],
};

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('registration');
  await loadPage(db, page);
  await finishLoad(db, now);
});
afterAll(() => db.drop());

test('load data breaks no rule', async () => {
  expect(await brokenInvariants(db)).toEqual({});
});

test('a second time changes nothing', async () => {
  const tables = [
    'session',
    'registration',
    'registration_log',
    'student_session',
    'proctor_payment',
    'fee_payment',
    'session_reminder',
    'audit',
    'outbox',
  ];
  const counts = async () =>
    Promise.all(
      tables.map(
        async (table) =>
          (await db.pool.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0] as { n: number },
      ),
    );
  const before = await counts();
  await loadPage(db, page);
  await finishLoad(db, now);
  expect(await counts()).toEqual(before);
});

test('seats left match the taken places', async () => {
  const seats =
    await db.many`SELECT id, seats_left FROM session WHERE seats IS NOT NULL ORDER BY id`;
  expect(seats).toEqual([
    { id: 100_001, seatsLeft: 1 },
    { id: 100_002, seatsLeft: 2 },
    { id: 100_003, seatsLeft: 1 },
  ]);
});

test('students are not reminded again of a session of the next days', async () => {
  await remindOfSessions(db, now);
  expect(await db.many`SELECT 1 FROM outbox`).toEqual([]);
});

test('control: without the record of it they would be', async () => {
  await db.run`DELETE FROM session_reminder`;
  await remindOfSessions(db, now);
  expect(await db.many`SELECT 1 FROM outbox`).toHaveLength(1);
});

test('new registrations get a higher id', async () => {
  const made = await db.one<{ id: number }>`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at)
      VALUES (1, 1, 1, 'pending', ${now}) RETURNING id`;
  expect(made.id).toBeGreaterThan(last);
});
