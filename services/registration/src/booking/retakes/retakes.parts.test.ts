import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, diesAt, eventually, refusalOf, refusals } from '@portal/kit/testing';
import { timeLimitsOf } from '@portal/kit/testing/calls/time-limits';
import type { Student } from '@portal/proto/identity/v1/students';
import { brokenInvariants } from '../../invariants.ts';
import { readPrices } from '../../projections/read-projections.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  payFees,
  seatsLeft,
  statesOf,
  type World,
} from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { makeApprovedRetake } from '../purchases/approved-retake.ts';
import { buyApprovedRetake, buyApprovedRetakeProcess } from '../purchases/buy-approved-retake.ts';
import { expirePendingRegistrations } from '../purchases/expire-pending-registrations.ts';
import { getFeesDue } from '../session-booking/get-fees-due.ts';
import { scheduleSession } from '../session-booking/schedule-session.ts';
import { changeToCourse } from './change-to-course.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const support = (studentId: number, options = {}) =>
  asStaff(world.db, ['ROLE_SUPPORT'], { studentId, ...options });
const card = (ccId = 'visa') => ({ ccId, newCard: undefined });
const order = (examId: number, more = {}) => ({
  examId,
  amountCents: 6000,
  method: card(),
  ...more,
});
const feesOf = (studentId: number) =>
  world.db.many<{ id: number }>`SELECT id FROM registration WHERE student_id = ${studentId}`.then(
    (rows) =>
      [...world.payments.retakeFees.values()].filter(({ registrationId }) =>
        rows.some(({ id }) => id === registrationId),
      ),
  );

/** A student whose try of an exam was graded. */
async function failed(exam = {}, student: Partial<Student> = {}) {
  const studentId = aStudent(world, student);
  const examId = anExam(world, exam);
  const { id } = await aRegistration(world, { studentId, examId });
  await world.db.run`
    WITH graded AS (UPDATE registration SET status = 'graded' WHERE id = ${id} RETURNING id),
    result AS (
      INSERT INTO exam_result (registration_id, grade_comment, taken_on)
      SELECT id, 'Fail', '2026-01-05' FROM graded)
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status)
    SELECT id, '2026-01-06', 'service', 0, 'test', 'taken', 'graded' FROM graded`;
  return { studentId, examId };
}

test('an approved retake costs no credits and no additional fee, but a proctor fee', async () => {
  const { studentId, examId } = await failed({ additionalChargeCents: 5000 });
  const before = world.payments.balance.get(studentId);
  const { registration } = await makeApprovedRetake(support(studentId), { examId });
  expect(registration).toMatchObject({
    status: 'registered',
    creditsSpent: 0,
    vendorApprovedRetake: true,
    vendorApprovedRetakeWithFee: false,
    isRetakeNotYetTaken: true,
    freeAdditionalFees: true,
    additionalFeeOwed: false,
    proctorFeeCents: 1500,
    earlierTries: [{ takenDate: '2026-01-05', comment: 'Fail' }],
  });
  expect(world.payments.balance.get(studentId)).toBe(before);
  const query = { studentId, examId, registrationId: registration?.id ?? 0 };
  expect(await getFeesDue(support(studentId), query)).toMatchObject({
    proctorFeeCents: 1500,
    additionalFeeCents: 0,
  });
});

test('an approved retake is cancelled as any other exam, and gives no credits back', async () => {
  const { studentId, examId } = await failed();
  const { registration } = await makeApprovedRetake(support(studentId), { examId });
  const before = world.payments.balance.get(studentId);
  await cancelRegistration(asStudent(world.db, studentId), {
    registrationId: registration?.id ?? 0,
    reason: undefined,
  });
  expect(await statesOf(world.db, studentId)).toEqual(['graded', 'cancelled']);
  expect(world.payments.balance.get(studentId)).toBe(before);
});

test('the fee is paid once and kept with the retake', async () => {
  const { studentId, examId } = await failed();
  const call = support(studentId);
  const first = await buyApprovedRetake(call, order(examId));
  expect(await buyApprovedRetake(call, order(examId))).toEqual(first);
  expect(first.registration).toMatchObject({
    vendorApprovedRetake: true,
    vendorApprovedRetakeWithFee: true,
    status: 'registered',
  });
  const [fee] = await feesOf(studentId);
  const kept = await world.db
    .one`SELECT retake_payment_id FROM registration WHERE id = ${first.registration?.id}`;
  expect([(await feesOf(studentId)).length, kept]).toEqual([
    1,
    { retakePaymentId: fee?.paymentId },
  ]);
});

test('the timeout of the fee covers all requests to the processor', async () => {
  const { studentId, examId } = await failed();
  const limits = await timeLimitsOf(() => buyApprovedRetake(support(studentId), order(examId)));
  const path = '/payments.v1.FeesService/PayRetakeFee';
  expect(limits[path]).toBeGreaterThan(45_000);
});

test('a declined card leaves nothing, and the next try may go through', async () => {
  const { studentId, examId } = await failed();
  const call = support(studentId);
  const declined = order(examId, { method: card('declined') });
  expect((await refusalOf(buyApprovedRetake(call, declined))).code).toBe('card_declined');
  expect((await refusalOf(buyApprovedRetake(call, declined))).code).toBe('card_declined');
  expect(await statesOf(world.db, studentId)).toEqual(['graded', 'dropped']);
  expect((await buyApprovedRetake(support(studentId), order(examId))).registration?.status).toBe(
    'registered',
  );
});

test('another sum is refused before any charge', async () => {
  const { studentId, examId } = await failed();
  expect(
    await refusalOf(buyApprovedRetake(support(studentId), order(examId, { amountCents: 5999 }))),
  ).toMatchObject({
    code: 'amount_changed',
    extra: { expected: 6000 },
  });
  expect([await feesOf(studentId), await statesOf(world.db, studentId)]).toEqual([[], ['graded']]);
});

test("a retake costs the catalogue's fee of the day, its sittings the usual fee then", async () => {
  const [one, other] = [await failed(), await failed()];
  const { version, now } = world.prices;
  const setPrices = async (next: Partial<typeof now>, as: number) => {
    world.prices.version = as;
    world.prices.now = { ...now, ...next };
    await readPrices(world.db);
  };
  await setPrices({ proctorFeeCents: 2000, retakeFeeCents: 7500 }, version + 1);
  try {
    expect(
      await refusalOf(buyApprovedRetake(support(one.studentId), order(one.examId))),
    ).toMatchObject({ code: 'amount_changed', extra: { expected: 7500 } });
    await buyApprovedRetake(support(one.studentId), order(one.examId, { amountCents: 7500 }));
    await makeApprovedRetake(support(other.studentId), { examId: other.examId });
  } finally {
    await setPrices({}, version + 2);
  }
  for (const { studentId } of [one, other])
    expect(
      await world.db.one`
        SELECT proctor_fee_cents, usual_proctor_fee_cents FROM registration
        WHERE student_id = ${studentId} AND status = 'registered'`,
    ).toEqual({ proctorFeeCents: 2000, usualProctorFeeCents: 2000 });
});

test.each([
  [
    'an exam that was never taken',
    async () => ({ studentId: aStudent(world), examId: anExam(world) }),
    'no_taken_exam',
  ],
  [
    'an exam that is not in the catalogue',
    async () => ({ studentId: aStudent(world), examId: 2_000_000_001 }),
    'exam_not_found',
  ],
  [
    'an exam that is no longer offered',
    () => failed({ active: false }).catch(() => withdrawn()),
    'exam_not_found',
  ],
  ['a student who is barred', () => barred(), 'registration_denied'],
  ['an exam that is open', () => open(), 'already_registered'],
] as const)('%s is refused by both calls', async (_what, make, code) => {
  const { studentId, examId } = await make();
  expect((await refusalOf(makeApprovedRetake(support(studentId), { examId }))).code).toBe(code);
  expect((await refusalOf(buyApprovedRetake(support(studentId), order(examId)))).code).toBe(code);
  expect(await feesOf(studentId)).toEqual([]);
});
async function withdrawn() {
  const one = await failed();
  await world.db.run`UPDATE exam_copy SET active = false WHERE id = ${one.examId}`;
  return one;
}
async function barred() {
  const one = await failed();
  await world.db
    .run`UPDATE student_copy SET buying_barred_until = '9999-12-31' WHERE id = ${one.studentId}`;
  return one;
}
async function open() {
  const one = await failed();
  await aRegistration(world, one);
  return one;
}

test('both calls at once make one retake', async () => {
  const { studentId, examId } = await failed();
  const settled = await Promise.allSettled([
    makeApprovedRetake(support(studentId), { examId }),
    buyApprovedRetake(support(studentId), order(examId)),
    makeApprovedRetake(support(studentId), { examId }),
  ]);
  expect(refusals(settled).every((code) => code === 'already_registered')).toBe(true);
  expect(
    (await statesOf(world.db, studentId)).filter((status) => status === 'registered'),
  ).toHaveLength(1);
});

test.each([
  'buyApprovedRetake.begin.commit',
  'buyApprovedRetake.pay.before',
  'buyApprovedRetake.pay.ran',
  'buyApprovedRetake.pay.commit',
  'buyApprovedRetake.pay.after',
])('interrupted at %s, the same key ends in one fee and one retake', async (mark) => {
  const { studentId, examId } = await failed();
  const call = support(studentId, { key: randomUUID() });
  expect(await diesAt(mark, () => buyApprovedRetake(call, order(examId)))).toBeNull();
  const answer = await eventually(
    () => buyApprovedRetake(call, order(examId)).catch(() => null),
    (one) => one !== null,
  );
  expect(answer?.registration?.status).toBe('registered');
  expect([await feesOf(studentId), await statesOf(world.db, studentId)]).toMatchObject([
    { length: 1 },
    ['graded', 'registered'],
  ]);
});

test('a fee in clarification stays open under its charge, and the worker finishes it', async () => {
  const { studentId, examId } = await failed();
  world.payments.losesAnswers = 99;
  expect((await refusalOf(buyApprovedRetake(support(studentId), order(examId)))).code).toBe(
    'unavailable',
  );
  world.payments.losesAnswers = 0;
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 10 * 60_000));
  expect(await statesOf(world.db, studentId)).toEqual(['graded', 'pending']);
  await world.db.run`
      UPDATE process SET next_run_at = clock_timestamp(), lease_until = '-infinity'
      WHERE status = 'running'`;
  await buyApprovedRetakeProcess.resume(world.db);
  expect(await statesOf(world.db, studentId)).toEqual(['graded', 'registered']);
  expect(await feesOf(studentId)).toHaveLength(1);
});

test('a fee retake without its payment is refused by the database and an invariant', async () => {
  const { studentId, examId } = await failed();
  const { registration } = await makeApprovedRetake(support(studentId), { examId });
  const spoil = () =>
    world.db.run`
        UPDATE registration SET vendor_approved_retake_with_fee = true
        WHERE id = ${registration?.id}`;
  await expect(spoil()).rejects.toThrow('registration_retake_paid');
  await world.db.run`ALTER TABLE registration DROP CONSTRAINT registration_retake_paid`;
  await spoil();
  expect(Object.keys(await brokenInvariants(world.db))).toContain(
    'a retake with a fee has its payment, and no other has one',
  );
  await world.db.run`
      UPDATE registration SET vendor_approved_retake_with_fee = false
      WHERE id = ${registration?.id}`;
});

/** A Woodmont student with an exam that has a course version. */
async function aChange({ charge = 0, collegeId = 269 } = {}) {
  const studentId = aStudent(world, { collegeId });
  const examId = anExam(world, { additionalChargeCents: charge });
  const courseId = anExam(world, {
    alternateCourseVersion: examId,
    courseCollegeId: 269,
    programContentCode: 'P-1',
    additionalChargeCents: 10_500,
  });
  await world.db.run`
    INSERT INTO exam_copy (id, version, subject, secular_number, vendor_id, vendor_name, credits,
      duration_minutes, online_only, paper_only, assignments, alternate_course_version,
      course_college_id, program_content_code, phonesystem_active, required_exam_ids,
      additional_charge_cents, active)
    VALUES (${courseId}, 1, 'Course', 'C-1', 3, 'CCC', 3, 90, false, false, false, ${examId}, 269,
      'P-1', true, '{}', 10500, true)
    ON CONFLICT (id) DO NOTHING`;
  const { id: registrationId } = await aRegistration(world, { studentId, examId });
  return { studentId, examId, courseId, registrationId };
}

test('an exam becomes its course: seat freed, payment held, paid fees counted', async () => {
  const { studentId, examId, courseId, registrationId } = await aChange({ charge: 5000 });
  await payFees(world, registrationId, { proctorFeeCents: 0, additionalFeeCents: 5000 });
  const sessionId = await aSession(world, { startsAt: later(steadyNow(), { hours: 5 }) });
  await scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });
  const before = await seatsLeft(world.db, sessionId);
  const { registration } = await changeToCourse(support(studentId), { examId });
  expect(registration).toMatchObject({
    id: registrationId,
    examId: courseId,
    status: 'registered',
    sessionId: undefined,
    examToCourse: true,
    proctorFeeCents: 0,
    additionalFeeOwed: true,
    creditsSpent: 3,
  });
  expect(await seatsLeft(world.db, sessionId)).toBe((before ?? 0) + 1);
  expect(
    await world.db
      .many`SELECT state FROM proctor_payment WHERE registration_id = ${registrationId}`,
  ).toEqual([{ state: 'held' }]);
  const query = { studentId, examId: courseId, registrationId };
  expect(await getFeesDue(support(studentId), query)).toMatchObject({ additionalFeeCents: 5500 });
  expect((await refusalOf(changeToCourse(support(studentId), { examId }))).code).toBe(
    'registration_not_found',
  );
});

test('an exam is not changed for others, without a course, or once it has begun', async () => {
  const other = await aChange({ collegeId: 234 });
  expect((await refusalOf(changeToCourse(support(other.studentId), other))).code).toBe(
    'not_woodmont',
  );
  await world.db.run`UPDATE exam_copy SET course_college_id = NULL WHERE id = ${other.courseId}`;
  expect((await changeToCourse(support(other.studentId), other)).registration?.examId).toBe(
    other.courseId,
  );
  const studentId = aStudent(world, { collegeId: 269 });
  const { examId } = await aRegistration(world, { studentId });
  expect((await refusalOf(changeToCourse(support(studentId), { examId }))).code).toBe(
    'no_course_version',
  );
  expect((await refusalOf(changeToCourse(support(studentId), other))).code).toBe(
    'registration_not_found',
  );
  const begun = await aChange();
  await world.db.run`
    INSERT INTO online_sitting (registration_id, online_exam_started)
    VALUES (${begun.registrationId}, now())`;
  expect((await refusalOf(changeToCourse(support(begun.studentId), begun))).code).toBe(
    'already_started',
  );
  await world.db.run`
    UPDATE online_sitting SET online_exam_started = NULL
    WHERE registration_id = ${begun.registrationId}`;
  await world.db.run`UPDATE exam_copy SET active = false WHERE id = ${begun.courseId}`;
  expect((await refusalOf(changeToCourse(support(begun.studentId), begun))).code).toBe(
    'no_course_version',
  );
  const reserved = await aChange();
  await world.db
    .run`UPDATE exam_copy SET course_change_reserved = true WHERE id = ${reserved.examId}`;
  expect((await refusalOf(changeToCourse(support(reserved.studentId), reserved))).code).toBe(
    'exam_not_found',
  );
});

test('a change and a booking at the same time end in one state', async () => {
  const { studentId, examId, registrationId } = await aChange();
  const sessionId = await aSession(world);
  await Promise.allSettled([
    changeToCourse(support(studentId), { examId }),
    scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId }),
  ]);
  expect(await brokenInvariants(world.db)).toEqual({});
});
