import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, diesAt, eventually, refusalOf, refusals } from '@portal/kit/testing';
import { brokenInvariants } from '../../invariants.ts';
import {
  aGradedExam,
  anExam,
  aRegistration,
  aStudent,
  aWorld,
  statesOf,
  type World,
} from '../../testing.ts';
import { expirePendingRegistrations } from './expire-pending-registrations.ts';
import { registerExam, registerExamProcess } from './register-exam.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

/** Makes the worker resume interrupted processes now. */
async function resumed(work: () => Promise<unknown>): Promise<void> {
  await world.db.run`
      UPDATE process SET next_run_at = clock_timestamp(), lease_until = '-infinity'
      WHERE status = 'running'`;
  await work();
}

test('registering with credits spends them and fixes the fees', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const answer = await registerExam(asStudent(world.db, studentId), { examId });
  expect(answer.registration).toMatchObject({
    studentId,
    examId,
    status: 'registered',
    creditsSpent: 3,
    proctorFeeCents: 1500,
    additionalChargeCents: 5000,
    additionalFeeOwed: true,
    isRetake: false,
    earlierTries: [],
  });
  expect(answer.credits?.total).toBe(6);
  const events = await world.db
    .many`SELECT type FROM outbox WHERE payload->'data'->>'studentId' = ${String(studentId)}`;
  expect(events).toEqual([{ type: 'registration.created' }]);
  const audit = await world.db
    .many`SELECT op, table_name, change FROM audit WHERE student_id = ${studentId}`;
  expect(audit).toEqual([
    {
      op: 'insert',
      tableName: 'registration',
      change: { exam: examId, status: 'registered', credits: 3 },
    },
  ]);
});

test('a package that waives the fees waives the first sitting and the additional fee', async () => {
  world.payments.proctorFeeCents = 0;
  world.payments.noAdditionalFees = true;
  const { registration } = await registerExam(asStudent(world.db, aStudent(world)), {
    examId: anExam(world, { additionalChargeCents: 5000 }),
  });
  world.payments.proctorFeeCents = 1500;
  world.payments.noAdditionalFees = false;
  expect(registration).toMatchObject({
    proctorFeeCents: 0,
    freeAdditionalFees: true,
    additionalFeeOwed: false,
  });
  expect(
    await world.db.many`
        SELECT state, cents, payment_id FROM proctor_payment
        WHERE registration_id = ${registration?.id}`,
  ).toEqual([{ state: 'held', cents: 0, paymentId: null }]);
});

test('two tabs at once make one registration and spend once', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  const settled = await Promise.allSettled(
    Array.from({ length: 6 }, () => registerExam(asStudent(world.db, studentId), { examId })),
  );
  expect(refusals(settled)).toEqual(Array(5).fill('already_registered'));
  expect(world.payments.balance.get(studentId)).toBe(6);
  expect((await statesOf(world.db, studentId)).filter((state) => state !== 'dropped')).toEqual([
    'registered',
  ]);
});

test('positive control: without the unique index two tabs make two registrations', async () => {
  const control = await aWorld();
  try {
    await control.db.run`DROP INDEX registration_one_open`;
    const studentId = aStudent(control);
    const examId = anExam(control);
    const tabs = await control.db.transaction(async (tx) => {
      // read, not written: each tab sees that there is no registration before any of them makes one
      await tx.run`LOCK TABLE registration IN SHARE MODE`;
      const calls = [1, 2].map(() => registerExam(asStudent(control.db, studentId), { examId }));
      await eventually(
        () => control.db.one<{ waiting: number }>`
          SELECT count(*)::integer AS waiting FROM pg_locks
            WHERE relation = 'registration'::regclass AND NOT granted`,
        ({ waiting }) => waiting === 2,
      );
      return () => Promise.allSettled(calls);
    });
    await tabs();
    expect(await brokenInvariants(control.db)).toHaveProperty(
      'a student has one open registration of an exam',
    );
  } finally {
    await control.close();
  }
});

test('the same key gives the same answer, and another body with it is refused', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  const call = asStudent(world.db, studentId, { key: 'a key' });
  const [first, second] = [
    await registerExam(call, { examId }),
    await registerExam(call, { examId }),
  ];
  expect(second).toEqual(first);
  expect(world.payments.balance.get(studentId)).toBe(6);
  expect((await refusalOf(registerExam(call, { examId: anExam(world) }))).code).toBe(
    'idempotency_key_reused',
  );
});

test('too few credits are refused with the number missing, and change nothing', async () => {
  const studentId = aStudent(world, { credits: 1 });
  const examId = anExam(world);
  const call = asStudent(world.db, studentId);
  const refusal = await refusalOf(registerExam(call, { examId }));
  expect(refusal).toMatchObject({
    code: 'not_enough_credits',
    extra: { missing: 2, expected: 10400 },
  });
  expect((await refusalOf(registerExam(call, { examId }))).code).toBe('not_enough_credits');
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
  world.payments.balance.set(studentId, 3);
  expect(
    (await registerExam(asStudent(world.db, studentId), { examId })).registration?.status,
  ).toBe('registered');
});

test.each([
  { what: 'an unknown exam', student: {}, exam: null, code: 'exam_not_found' },
  { what: 'a withdrawn exam', student: {}, exam: { active: false }, code: 'exam_not_found' },
  {
    what: 'a barred student',
    student: { deniedRegistration: true },
    exam: {},
    code: 'registration_denied',
  },
  {
    what: 'an exam of the office',
    student: {},
    exam: { phonesystemActive: false },
    code: 'admin_only_exam',
  },
  {
    what: 'an exam with requirements',
    student: {},
    exam: { requiredExamIds: [999_999] },
    code: 'requirements_not_met',
  },
])('$what is refused with $code, without a call to payments', async ({ student, exam, code }) => {
  const studentId = aStudent(world, student);
  const examId = exam === null ? 888_888 : anExam(world, exam);
  expect((await refusalOf(registerExam(asStudent(world.db, studentId), { examId }))).code).toBe(
    code,
  );
  expect(await statesOf(world.db, studentId)).toEqual([]);
  expect(world.payments.balance.get(studentId)).toBe(9);
});

test('an admin registers an office-only exam for the student in view', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world, { phonesystemActive: false, requiredExamIds: [999_999] });
  const { registration } = await registerExam(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    examId,
  });
  expect(registration).toMatchObject({ studentId, status: 'registered' });
});

test('the other version of an exam counts as the same exam', async () => {
  const examId = anExam(world);
  const course = anExam(world, { alternateCourseVersion: examId });
  const { studentId } = await aRegistration(world, { examId });
  expect(
    (await refusalOf(registerExam(asStudent(world.db, studentId), { examId: course }))).code,
  ).toBe('already_registered');
});

test('a taken exam is registered again as a retake that lists the earlier try', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  await aGradedExam(world, { studentId, examId, comment: 'Fail' });
  const { registration } = await registerExam(asStudent(world.db, studentId), { examId });
  expect(registration).toMatchObject({
    isRetake: true,
    isRetakeNotYetTaken: true,
    earlierTries: [{ takenDate: '2026-01-05', comment: 'Fail' }],
  });
});

test.each([
  { comments: [], says: null },
  { comments: ['Pass'], says: null },
  { comments: ['Fail'], says: 0 },
  { comments: ['Disqualified by the proctor'], says: 0 },
  { comments: ['Fail', 'Pass'], says: null },
  { comments: ['Pass', 'Fail'], says: 1 },
])('payments gets the last try, when it failed: $comments', async ({ comments, says }) => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  for (const comment of comments) await aGradedExam(world, { studentId, examId, comment });
  const tries = await world.db.many<{
    id: number;
  }>`SELECT id FROM registration WHERE student_id = ${studentId} ORDER BY id`;
  const { registration } = await registerExam(asStudent(world.db, studentId), { examId });
  expect(world.payments.failedTries.get(registration?.id ?? 0)).toBe(
    says === null ? undefined : tries[says]?.id,
  );
});

test('a student who passed a required exam may register', async () => {
  const studentId = aStudent(world);
  const required = anExam(world);
  await aGradedExam(world, { studentId, examId: required });
  const { registration } = await registerExam(asStudent(world.db, studentId), {
    examId: anExam(world, { requiredExamIds: [required] }),
  });
  expect(registration?.status).toBe('registered');
});

test.each([
  'registerExam.begin.commit',
  'registerExam.spend.before',
  'registerExam.spend.ran',
  'registerExam.spend.commit',
  'registerExam.spend.after',
])('interrupted at %s, the same key ends in one registration and one spending', async (mark) => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  const call = asStudent(world.db, studentId);
  expect(await diesAt(mark, () => registerExam(call, { examId }))).toBeNull();
  const answer = await eventually(
    () => registerExam(call, { examId }).catch(() => null),
    (one) => one !== null,
  );
  expect(answer?.registration?.status).toBe('registered');
  expect(await statesOf(world.db, studentId)).toEqual(['registered']);
  expect(world.payments.balance.get(studentId)).toBe(6);
});

test('the worker finishes an interrupted registration without the student', async () => {
  const studentId = aStudent(world);
  expect(
    await diesAt('registerExam.spend.ran', () =>
      registerExam(asStudent(world.db, studentId), { examId: anExam(world) }),
    ),
  ).toBeNull();
  expect(await statesOf(world.db, studentId)).toEqual(['pending']);
  await resumed(() => registerExamProcess.resume(world.db));
  expect(await statesOf(world.db, studentId)).toEqual(['registered']);
  expect(world.payments.balance.get(studentId)).toBe(6);
});

test('a lost answer of payments is requested again and spends once', async () => {
  const studentId = aStudent(world);
  world.payments.losesAnswers = 1;
  const { registration } = await registerExam(asStudent(world.db, studentId), {
    examId: anExam(world),
  });
  expect(registration?.status).toBe('registered');
  expect(world.payments.balance.get(studentId)).toBe(6);
});

test('while payments is unavailable nothing is spent; the same key finishes later', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  const call = asStudent(world.db, studentId);
  world.payments.isAway = true;
  expect((await refusalOf(registerExam(call, { examId }))).code).toBe('unavailable');
  world.payments.isAway = false;
  expect((await registerExam(call, { examId })).registration?.status).toBe('registered');
});

test('a registration without credits closes after five minutes; no late spending', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  const call = asStudent(world.db, studentId);
  world.payments.isAway = true;
  await refusalOf(registerExam(call, { examId }));
  world.payments.isAway = false;
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 6 * 60_000));
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
  expect((await refusalOf(registerExam(call, { examId }))).code).toBe('registration_closed');
  expect(world.payments.balance.get(studentId)).toBe(9);
  expect(
    (await registerExam(asStudent(world.db, studentId), { examId })).registration?.status,
  ).toBe('registered');
});

test('a spending that payments answers too late is returned', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  world.payments.beforeAnswer = async () => {
    await world.db.run`UPDATE registration SET status = 'dropped' WHERE student_id = ${studentId}`;
  };
  expect((await refusalOf(registerExam(asStudent(world.db, studentId), { examId }))).code).toBe(
    'registration_closed',
  );
  world.payments.beforeAnswer = async () => {};
  expect(world.payments.balance.get(studentId)).toBe(6);
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 60_000));
  expect(world.payments.balance.get(studentId)).toBe(9);
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 120_000));
  expect(world.payments.balance.get(studentId)).toBe(9);
});

test('an exam that is withdrawn while it is paid refuses, and the credits come back', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  world.payments.beforeAnswer = async () => {
    await world.db.run`UPDATE exam_copy SET active = false WHERE id = ${examId}`;
  };
  await refusalOf(registerExam(asStudent(world.db, studentId), { examId }));
  world.payments.beforeAnswer = async () => {};
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 60_000));
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
  expect(world.payments.balance.get(studentId)).toBe(9);
});

test('registers a student without email address, and reports it', async () => {
  const { studyMaterialNotSent } = await registerExam(
    asStudent(world.db, aStudent(world, { email: undefined })),
    {
      examId: anExam(world),
    },
  );
  expect(studyMaterialNotSent).toBe(true);
});
