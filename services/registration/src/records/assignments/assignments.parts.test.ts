import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  payFees,
  type World,
} from '../../testing.ts';
import { listRegistrations } from '../registrations/reading/list-registrations.ts';
import { getCccId } from './get-ccc-id.ts';
import { listAssignments } from './list-assignments.ts';
import { Coopersmith } from './testing.ts';
import { uploadAssignment } from './upload-assignment.ts';

let world: World;
const vendor = new Coopersmith();
beforeAll(async () => {
  world = await aWorld();
  await vendor.open();
});
beforeEach(() => {
  vendor.fails = null;
  vendor.perCourse = 2;
});
afterAll(async () => {
  vendor.server?.close();
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const aCourse = (more: object = {}) =>
  anExam(world, { vendorId: 3, vendorName: 'CCC', assignments: true, ...more });
async function inCourse(more: object = {}) {
  const studentId = aStudent(world);
  const examId = aCourse(more);
  const { id: registrationId } = await aRegistration(world, { studentId, examId });
  return { studentId, examId, registrationId };
}
type InCourse = Awaited<ReturnType<typeof inCourse>>;
const asHer = ({ studentId }: InCourse, options = {}) => asStudent(world.db, studentId, options);
const list = (her: InCourse, options = {}) => listAssignments(asHer(her, options), her);
const upload = async (
  her: InCourse,
  text = 'my essay',
  { at = 0, ...options }: { at?: number; key?: string; now?: Date } = {},
) =>
  uploadAssignment(asHer(her, options), {
    registrationId: her.registrationId,
    studentAssignmentId: (await idsOf(her))[at] ?? 0,
    fileName: 'essay é.pdf',
    contentType: 'application/pdf',
    content: Buffer.from(text),
  });
const idsOf = async (her: InCourse) =>
  (await list(her)).map(({ studentAssignmentId }) => studentAssignmentId);
const rowOf = async (her: InCourse) =>
  (await listRegistrations(asHer(her))).registrations.find(({ id }) => id === her.registrationId);

test("a course shows the vendor's assignments; reading them starts nothing", async () => {
  const her = await inCourse();
  const listed = await list(her);
  expect(listed).toMatchObject([
    { name: 'Essay 1', uploaded: false, uploadedAt: null },
    { name: 'Essay 2', uploaded: false },
  ]);
  expect(await list(her)).toEqual(listed);
  expect((await rowOf(her))?.assignmentsStarted).toBeUndefined();
  const advisor = asStaff(world.db, ['ROLE_ADVISOR'], { studentId: her.studentId });
  expect(await listAssignments(advisor, her)).toEqual(listed);
});

test("the vendor's id of a student is made once, stored and reused", async () => {
  const her = await inCourse();
  const cccId = await getCccId(asHer(her), her.examId);
  expect(world.cccIds.get(her.studentId)).toBe(cccId);
  const [again, third] = await Promise.all([
    getCccId(asHer(her), her.examId),
    getCccId(asHer(her), her.examId),
  ]);
  expect([again, third]).toEqual([cccId, cccId]);
  expect((await refusalOf(getCccId(asHer(her), aCourse()))).code).toBe('not_registered');
  const other = await inCourse({ vendorId: 1, vendorName: 'TAL' });
  expect((await refusalOf(getCccId(asHer(other), other.examId))).code).toBe('not_registered');
});

test('a submitted file reaches the vendor; the exam can be booked, not cancelled', async () => {
  const her = await inCourse();
  const { assignments, uploaded } = await upload(her);
  expect([uploaded, assignments.map((one) => one.uploaded)]).toEqual([true, [true, false]]);
  expect(vendor.files.at(-1)).toMatchObject({ name: 'essay é.pdf', text: 'my essay' });
  expect((await rowOf(her))?.assignmentsStarted).toBeInstanceOf(Date);
  const call = asHer(her);
  expect(
    (
      await refusalOf(
        cancelRegistration(call, { registrationId: her.registrationId, reason: undefined }),
      )
    ).code,
  ).toBe('exam_started');
  const { registration } = await scheduleSession(asHer(her), {
    registrationId: her.registrationId,
    sessionId: await aSession(world),
  });
  expect(registration.status).toBe('scheduled');
  const events = await world.db.many<{ data: object }>`
    SELECT payload->'data' AS data FROM outbox WHERE type = 'registration.assignment_uploaded'
      AND payload->'data'->>'registrationId' = ${String(her.registrationId)}`;
  expect(events).toHaveLength(1);
});

test('a second file takes the place of the first until it is graded', async () => {
  const her = await inCourse();
  await upload(her, 'first');
  await upload(her, 'second');
  expect(vendor.files.slice(-2).map(({ text }) => text)).toEqual(['first', 'second']);
  const [id] = await idsOf(her);
  for (const { assignments } of vendor.courses.values())
    for (const one of assignments) if (one.studentAssignmentId === id) one.graded = true;
  expect((await refusalOf(upload(her, 'third'))).code).toBe('assignment_graded');
  expect(vendor.files.at(-1)?.text).toBe('second');
});

test('the grade waits for the assignments, and no longer when all are handed in', async () => {
  const her = await inCourse();
  await upload(her);
  await world.db.run`
    WITH taken AS (
      UPDATE registration SET status = 'taken' WHERE id = ${her.registrationId} RETURNING id),
    result AS (
      INSERT INTO exam_result (registration_id, taken_on) SELECT id, '2026-01-05' FROM taken)
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status)
    SELECT id, '2026-01-06', 'service', 0, 'test', 'registered', 'taken' FROM taken`;
  expect((await rowOf(her))?.takenAssignmentsIncomplete).toBe(true);
  await upload(her, 'the other', { at: 1 });
  expect((await rowOf(her))?.takenAssignmentsIncomplete).toBe(false);
});

test('the same key and file replay the response, another file is refused', async () => {
  const her = await inCourse();
  const key = crypto.randomUUID();
  const first = await upload(her, 'once', { key });
  const sent = vendor.files.length;
  expect(await upload(her, 'once', { key })).toEqual(first);
  const now = later(steadyNow(), { days: 190 });
  expect(await upload(her, 'once', { key, now })).toEqual(first);
  expect(vendor.files).toHaveLength(sent);
  expect((await refusalOf(upload(her, 'other', { key }))).code).toBe('idempotency_key_reused');
  expect(vendor.files).toHaveLength(sent);
});

test('a fee that is owed is paid first', async () => {
  const her = await inCourse({ additionalChargeCents: 5000 });
  expect(await refusalOf(upload(her))).toMatchObject({
    code: 'fees_due',
    extra: { expected: 5000 },
  });
  await payFees(world, her.registrationId, { proctorFeeCents: 0, additionalFeeCents: 5000 });
  expect((await upload(her)).uploaded).toBe(true);
});

test('after six months nothing is handed in', async () => {
  const her = await inCourse();
  await list(her);
  const now = later(steadyNow(), { days: 190 });
  expect(await refusalOf(upload(her, 'late', { now }))).toMatchObject({
    code: 'course_time_over',
    detail: 'The assignments had to be handed in within 6 months.',
  });
});

test('only the own assignments of the registration, and only the student herself', async () => {
  const [her, other] = [await inCourse(), await inCourse()];
  const [theirs] = await idsOf(other);
  const file = { fileName: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('x') };
  const tried = (
    call = asHer(her),
    registrationId = her.registrationId,
    studentAssignmentId = theirs ?? 0,
  ) => refusalOf(uploadAssignment(call, { registrationId, studentAssignmentId, ...file }));
  expect((await tried()).code).toBe('assignment_not_found');
  expect((await tried(asHer(her), other.registrationId)).code).toBe('registration_not_found');
  const admin = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId: other.studentId });
  expect(await tried(admin, other.registrationId)).toMatchObject({
    status: 403,
    code: 'staff_cannot_upload',
  });
  const plain = await inCourse({ assignments: false });
  expect((await tried(asHer(plain), plain.registrationId)).code).toBe('assignment_not_found');
  expect((await refusalOf(listAssignments(asHer(plain), plain))).code).toBe('no_assignments');
  expect((await refusalOf(listAssignments(asHer(her), other))).code).toBe('registration_not_found');
});

test.each(['status', 'json'] as const)(
  'a failing vendor (%s) is reported as such, and nothing is started',
  async (how) => {
    const her = await inCourse();
    const [id] = await idsOf(her);
    vendor.fails = how;
    const expected = {
      status: 502,
      code: 'coopersmith_failed',
      detail: 'There was a problem connecting to your Coopersmith student record.',
    };
    expect(await refusalOf(list(her))).toMatchObject(expected);
    const sent = {
      registrationId: her.registrationId,
      studentAssignmentId: id ?? 0,
      fileName: 'a',
      contentType: 'text/plain',
      content: Buffer.from('a'),
    };
    expect(await refusalOf(uploadAssignment(asHer(her), sent))).toMatchObject(expected);
    const nobody = await inCourse();
    expect(await refusalOf(getCccId(asHer(nobody), nobody.examId))).toMatchObject(expected);
    expect((await rowOf(her))?.assignmentsStarted).toBeUndefined();
  },
);

test("the vendor's own sentence is passed on, but for one without an end", async () => {
  const her = await inCourse();
  const [id] = await idsOf(her);
  const sent = {
    registrationId: her.registrationId,
    studentAssignmentId: id ?? 0,
    fileName: 'a',
    contentType: 'text/plain',
    content: Buffer.from('a'),
  };
  for (const { assignments } of vendor.courses.values())
    for (const one of assignments) if (one.studentAssignmentId === id) one.graded = true;
  expect(await refusalOf(uploadAssignment(asHer(her), sent))).toMatchObject({
    code: 'coopersmith_failed',
    extra: { reason: 'It was graded.' },
  });
  vendor.fails = 'long';
  expect(await refusalOf(uploadAssignment(asHer(her), sent))).toMatchObject({
    code: 'coopersmith_failed',
    extra: { reason: 'Error' },
  });
});
