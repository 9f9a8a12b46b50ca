import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { callsOf } from '@portal/kit/commands/commands-together';
import { DomainError } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { SessionBooked } from '@portal/proto/registration/v1/events';
import { registerExam } from '../../booking/purchases/register-exam.ts';
import { brokenInvariants } from '../../invariants.ts';
import { anExam, aSession, aStudent, aWorld, later, statesOf, type World } from '../../testing.ts';
import {
  type CheckSchoolExams,
  checkSchoolExams,
  checkSchoolExamsOfStudents,
} from './check-school-exams.ts';
import { confirmSchoolExams, confirmSchoolExamsOfStudents } from './confirm-school-exams.ts';
import { dropSchoolExams } from './drop-school-exams.ts';
import { listSessionStudents } from './list-session-students.ts';
import { readSession } from './read-school-session.ts';
import type { PaidInRun } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const SCHOOL = 151;
const aSchoolSession = (about = {}) =>
  aSession(world, {
    sessionType: '22',
    schoolId: SCHOOL,
    gender: '2',
    closingDate: '2099-01-01',
    ...about,
  });
/** A call of a school admin's run, with its own key unless one is given. */
const asRun = (key: string = randomUUID()): Call => ({
  ...asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { key, schoolId: SCHOOL }),
});
const order = async (studentId: number, examIds: number[], about = {}) => ({
  runId: randomUUID(),
  sessionId: await aSchoolSession(),
  studentId,
  examIds,
  ...about,
});
const paid = (registrationId: number, about: Partial<PaidInRun> = {}): PaidInRun => ({
  registrationId,
  credits: 3,
  proctorFeeCents: 1500,
  noAdditionalFees: false,
  freeSeminaryRetake: false,
  packageIds: [],
  chargeSchool: false,
  isFree: false,
  additionalCents: 0,
  paymentId: null,
  ...about,
});
const events = (type: string, registrationId: number) =>
  world.db.many<{ payload: { data: Record<string, unknown> } }>`
    SELECT payload FROM outbox WHERE type = ${type}
      AND (payload -> 'data' ->> 'registrationId')::bigint = ${registrationId}`;

/** Checks one exam and answers its hidden registration. */
async function hidden(studentId = aStudent(world), examId = anExam(world)) {
  const request = await order(studentId, [examId]);
  const { exams } = await checkSchoolExams(asRun(), request);
  return { ...request, examId, registrationId: exams[0]?.registrationId as number };
}

/** Opens for all once so many have come to it. */
function aBarrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === count) resolve();
    return promise;
  };
}

test('accepted exams wait hidden in the session in order; refusals are per exam', async () => {
  const studentId = aStudent(world);
  const has = anExam(world);
  await registerExam(asStudent(world.db, studentId), { examId: has });
  const required = anExam(world);
  const [good, withdrawn, notEligible] = [
    anExam(world),
    anExam(world, { active: false }),
    anExam(world, { requiredExamIds: [required] }),
  ];
  const request = await order(studentId, [good, has, withdrawn, notEligible, 999_999]);
  const { exams } = await checkSchoolExams(asRun(), request);
  expect(exams.map(({ examId, refusal, isInSession }) => [examId, refusal, isInSession])).toEqual([
    [good, undefined, false],
    [has, 'already_registered', false],
    [withdrawn, 'exam_not_found', false],
    [notEligible, 'requirements_not_met', false],
    [999_999, 'exam_not_found', false],
  ]);
  expect(await statesOf(world.db, studentId)).toEqual(['registered', 'pending']);
  expect(await listSessionStudents(asRun(), [request.sessionId])).toEqual([]);
});

test('an office-only exam is accepted in a run, and admins skip the requirements', async () => {
  const office = anExam(world, { phonesystemActive: false });
  const notEligible = anExam(world, { requiredExamIds: [anExam(world)] });
  const byAdmin = asStaff(world.db, ['ROLE_ADMIN']);
  const { exams } = await checkSchoolExams(
    byAdmin,
    await order(aStudent(world), [office, notEligible]),
  );
  expect(exams.map(({ refusal }) => refusal)).toEqual([undefined, undefined]);
});

test('a denied student is refused every exam', async () => {
  const barred = aStudent(world, { deniedRegistration: true });
  const later = new Date(steadyNow().getTime() + 86_400_000);
  const half = aStudent(world, { bookingBarredUntil: later });
  const other = aStudent(world, { buyingBarredUntil: later });
  for (const student of [barred, half, other]) {
    const { exams } = await checkSchoolExams(asRun(), await order(student, [anExam(world)]));
    expect(exams[0]?.refusal).toBe('registration_denied');
  }
});

test('the same key replays the waiting registrations; another key finds them open', async () => {
  const request = await order(aStudent(world), [anExam(world)]);
  const call = asRun();
  const first = await checkSchoolExams(call, request);
  expect(await checkSchoolExams(call, request)).toEqual(first);
  expect((await checkSchoolExams(asRun(), request)).exams[0]?.refusal).toBe('already_registered');
});

test('two runs at once that want the same exam of a student: one has it', async () => {
  const request = await order(aStudent(world), [anExam(world)]);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => checkSchoolExams(asRun(), { ...request, runId: randomUUID() })),
  );
  expect(answers.filter(({ exams }) => exams[0]?.registrationId !== undefined)).toHaveLength(1);
  expect(await statesOf(world.db, request.studentId)).toEqual(['pending']);
});

test('without the unique index two runs at once would both have it', async () => {
  const own = await aWorld();
  const [studentId, examId] = [aStudent(own), anExam(own)];
  const sessionId = await aSession(own, { sessionType: '22', schoolId: SCHOOL, gender: '2' });
  await own.db.run`DROP INDEX registration_one_open`;
  const bothHaveLooked = aBarrier(2);
  const naive = () =>
    own.db.transaction(async (sql) => {
      const known = await sql.maybe`
          SELECT 1 AS known FROM registration WHERE student_id = ${studentId}
          AND exam_id = ${examId}`;
      await bothHaveLooked();
      if (!known) {
        await sql.run`
        INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, run_id,
          session_id, session_type)
        VALUES (${studentId}, ${examId}, ${examId}, 'pending', now(), gen_random_uuid(),
          ${sessionId}, '22')`;
      }
    });
  await Promise.all([naive(), naive()]);
  expect(await statesOf(own.db, studentId)).toEqual(['pending', 'pending']);
  await own.close();
});

test('a confirmed exam is scheduled, logged and audited; a replay changes nothing', async () => {
  const { studentId, examId, sessionId, registrationId } = await hidden();
  const call = asRun();
  const confirm = () =>
    confirmSchoolExams(call, {
      studentId,
      sessionId,
      sendStudyMaterials: true,
      exams: [paid(registrationId, { packageIds: [41, 42] })],
    });
  const expected = { exams: [{ registrationId, confirmed: true, studyMaterialsNotSent: false }] };
  expect([await confirm(), await confirm()]).toEqual([expected, expected]);
  const row = await world.db.one<
    Record<string, unknown>
  >`SELECT * FROM registration WHERE id = ${registrationId}`;
  expect(row).toMatchObject({
    status: 'scheduled',
    sessionId,
    sessionType: '22',
    creditsSpent: 3,
    packageTypeIds: [41, 42],
    packagesKnown: true,
    chargeSchool: false,
    calendarSequence: 1,
  });
  expect(await events('registration.created', registrationId)).toHaveLength(1);
  const [booked] = await events('registration.session_booked', registrationId);
  expect(booked?.payload.data).toMatchObject({ studentId, sessionId, calendarSequence: 1 });
  const audit = await world.db.many`
      SELECT 1 FROM audit WHERE table_name = 'registration' AND row_id = ${String(registrationId)}`;
  expect(audit).toHaveLength(1);
  expect(await listSessionStudents(asRun(), [sessionId])).toMatchObject([
    { registrationId, studentId, examId, isFreeRegistration: false, canCancel: true },
  ]);
});

test('exams of one student are booked separately; one email covers all of them', async () => {
  const studentId = aStudent(world);
  const request = await order(studentId, [anExam(world), anExam(world), anExam(world)]);
  const { exams } = await checkSchoolExams(asRun(), request);
  const [gone, first, second] = exams.map(({ registrationId }) => registrationId as number) as [
    number,
    number,
    number,
  ];
  await dropSchoolExams(asRun(), { studentId, registrationIds: [gone] });
  await confirmSchoolExams(asRun(), {
    ...request,
    sendStudyMaterials: false,
    exams: [paid(gone), paid(first), paid(second)],
  });
  const booked = async (id: number) =>
    (await events('registration.session_booked', id)).map(({ payload }) =>
      SessionBooked.fromJSON(payload.data),
    );
  expect(await booked(gone)).toEqual([]);
  const about = { studentId, sessionId: request.sessionId, calendarSequence: 1 };
  expect(await booked(first)).toEqual([
    {
      ...about,
      registrationId: first,
      togetherWith: [{ registrationId: second, calendarSequence: 1 }],
    },
  ]);
  expect(await booked(second)).toEqual([
    { ...about, registrationId: second, togetherWith: [], withoutLetter: true },
  ]);
});

test('without study materials the registration has no letter of its own', async () => {
  const { studentId, sessionId, registrationId } = await hidden();
  await confirmSchoolExams(asRun(), {
    studentId,
    sessionId,
    sendStudyMaterials: false,
    exams: [paid(registrationId)],
  });
  const [created] = await events('registration.created', registrationId);
  expect(created?.payload.data).toMatchObject({ withoutLetter: true });
});

test('materials without an address are reported, and the exam is registered', async () => {
  const { studentId, sessionId, registrationId } = await hidden(
    aStudent(world, { email: undefined }),
  );
  const answer = await confirmSchoolExams(asRun(), {
    studentId,
    sessionId,
    sendStudyMaterials: true,
    exams: [paid(registrationId)],
  });
  expect(answer.exams[0]).toEqual({ registrationId, confirmed: true, studyMaterialsNotSent: true });
});

test('exams paid by the balance are marked; the school may cancel only free ones', async () => {
  const studentId = aStudent(world);
  const request = await order(studentId, [anExam(world), anExam(world)]);
  const { exams } = await checkSchoolExams(asRun(), request);
  const [first, second] = exams.map(({ registrationId }) => registrationId as number) as [
    number,
    number,
  ];
  const both = [
    paid(first, { chargeSchool: true, isFree: true }),
    paid(second, { chargeSchool: true, credits: 0 }),
  ];
  await confirmSchoolExams(asRun(), { ...request, sendStudyMaterials: false, exams: both });
  const seen = (call: Call) =>
    listSessionStudents(call, [request.sessionId]).then((rows) =>
      rows
        .sort((a, b) => a.registrationId - b.registrationId)
        .map(({ isFreeRegistration, canCancel }) => [isFreeRegistration, canCancel]),
    );
  expect(await seen(asRun())).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await seen(asStaff(world.db, ['ROLE_TECH_SUPPORT']))).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('one payment of additional charges is noted at each of its exams', async () => {
  const request = await order(aStudent(world), [
    anExam(world, { additionalChargeCents: 500 }),
    anExam(world, { additionalChargeCents: 700 }),
  ]);
  const { exams } = await checkSchoolExams(asRun(), request);
  const both = exams.map(({ registrationId }, index) =>
    paid(registrationId as number, {
      additionalCents: [500, 700][index] as number,
      paymentId: 77_001,
    }),
  );
  await confirmSchoolExams(asRun(), { ...request, sendStudyMaterials: false, exams: both });
  const noted = await world.db.many`
      SELECT additional_cents FROM fee_payment WHERE payment_id = 77001 ORDER BY additional_cents`;
  expect(noted).toEqual([{ additionalCents: 500 }, { additionalCents: 700 }]);
});

test('an exam withdrawn before its confirmation is dropped, the others are confirmed', async () => {
  const request = await order(aStudent(world), [anExam(world), anExam(world)]);
  const { exams } = await checkSchoolExams(asRun(), request);
  await world.db.run`UPDATE exam_copy SET active = false WHERE id = ${request.examIds[0]}`;
  const answer = await confirmSchoolExams(asRun(), {
    ...request,
    sendStudyMaterials: false,
    exams: exams.map(({ registrationId }) => paid(registrationId as number)),
  });
  expect(answer.exams.map(({ confirmed }) => confirmed)).toEqual([false, true]);
  expect(await statesOf(world.db, request.studentId)).toEqual(['dropped', 'scheduled']);
});

test('failed registrations are dropped, confirmed ones are not changed', async () => {
  const one = await hidden();
  await dropSchoolExams(asRun(), {
    studentId: one.studentId,
    registrationIds: [one.registrationId],
  });
  expect(await statesOf(world.db, one.studentId)).toEqual(['dropped']);
  const other = await hidden();
  await confirmSchoolExams(asRun(), {
    ...other,
    sendStudyMaterials: false,
    exams: [paid(other.registrationId)],
  });
  await dropSchoolExams(asRun(), {
    studentId: other.studentId,
    registrationIds: [other.registrationId],
  });
  expect(await statesOf(world.db, other.studentId)).toEqual(['scheduled']);
});

test('an exam already in this session is a success, in another one it is refused', async () => {
  const one = await hidden();
  await confirmSchoolExams(asRun(), {
    ...one,
    sendStudyMaterials: false,
    exams: [paid(one.registrationId)],
  });
  const again = { runId: randomUUID(), studentId: one.studentId, examIds: [one.examId] };
  expect((await checkSchoolExams(asRun(), { ...again, sessionId: one.sessionId })).exams).toEqual([
    { examId: one.examId, isInSession: true },
  ]);
  expect(
    (await checkSchoolExams(asRun(), { ...again, sessionId: await aSchoolSession() })).exams[0]
      ?.refusal,
  ).toBe('already_registered');
  const facts = await readSession(asRun(), {
    sessionId: one.sessionId,
    studentIds: [one.studentId],
    examIds: [one.examId],
  });
  expect(facts).toMatchObject({
    schoolId: SCHOOL,
    closed: false,
    exams: [{ examId: one.examId, isInSession: true }],
  });
});

test('the job spares waiting registrations; a deleted school session takes none', async () => {
  const { expirePendingRegistrations } = await import(
    '../../booking/purchases/expire-pending-registrations.ts'
  );
  const one = await hidden();
  await expirePendingRegistrations(world.db, later(steadyNow(), { hours: 1 }));
  expect(await statesOf(world.db, one.studentId)).toEqual(['pending']);
  await dropSchoolExams(asRun(), {
    studentId: one.studentId,
    registrationIds: [one.registrationId],
  });
  await world.db.run`UPDATE session SET deleted_at = now() WHERE id = ${one.sessionId}`;
  expect((await refusalOf(checkSchoolExams(asRun(), { ...one, examIds: [one.examId] }))).code).toBe(
    'session_not_found',
  );
  expect(
    (
      await refusalOf(
        readSession(asRun(), { sessionId: await aSession(world), studentIds: [], examIds: [] }),
      )
    ).code,
  ).toBe('session_not_found');
});

test('a session shows its closing moment and its gender', async () => {
  const sessionId = await aSchoolSession({ closingDate: '2026-01-01', gender: '3' });
  expect(
    await readSession(asService(world.db, 'schools'), { sessionId, studentIds: [], examIds: [] }),
  ).toMatchObject({
    closed: true,
    gender: '3',
  });
});

/** The same for several students, each with a key of its own. */
const inOneRequest = <I extends { studentId: number }>(inputs: readonly I[]) =>
  callsOf(
    asRun(),
    inputs.map((input) => ({ key: randomUUID(), order: input })),
    (input: I) => input,
  );

test('students of a run are checked and confirmed in one request, independently', async () => {
  const [sessionId, examIds] = [await aSchoolSession(), [anExam(world), anExam(world)]];
  const [one, stranger, other] = [aStudent(world), 999_999, aStudent(world)];
  const orders = [one, stranger, other].map(
    (studentId): CheckSchoolExams => ({ runId: randomUUID(), sessionId, studentId, examIds }),
  );
  const checked = await checkSchoolExamsOfStudents(inOneRequest(orders));
  expect(
    checked.map((outcome) =>
      outcome instanceof DomainError ? outcome.code : outcome.exams.map(({ examId }) => examId),
    ),
  ).toEqual([examIds, 'student_not_found', examIds]);
  const toConfirm = checked.flatMap((outcome, index) =>
    outcome instanceof DomainError
      ? []
      : [
          {
            studentId: orders[index]?.studentId as number,
            sessionId,
            sendStudyMaterials: false,
            exams: outcome.exams.map(({ registrationId }) => paid(registrationId as number)),
          },
        ],
  );
  const confirmed = await confirmSchoolExamsOfStudents(inOneRequest(toConfirm));
  for (const outcome of confirmed)
    expect(outcome).toMatchObject({ exams: [{ confirmed: true }, { confirmed: true }] });
  for (const studentId of [one, other])
    expect(await statesOf(world.db, studentId)).toEqual(['scheduled', 'scheduled']);
});

test('another version of an exam in the same order is refused like one that is open', async () => {
  const exam = anExam(world);
  const sibling = anExam(world, { alternateCourseVersion: exam });
  const { exams } = await checkSchoolExams(asRun(), await order(aStudent(world), [exam, sibling]));
  expect(exams).toEqual([
    { examId: exam, isInSession: false, registrationId: expect.any(Number) },
    { examId: sibling, isInSession: false, refusal: 'already_registered' },
  ]);
});
