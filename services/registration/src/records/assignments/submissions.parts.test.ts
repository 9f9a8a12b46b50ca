import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, diesAt, refusalOf } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { brokenInvariants } from '../../invariants.ts';
import { anExam, aRegistration, aStudent, aWorld, later, type World } from '../../testing.ts';
import { listRegistrations } from '../registrations/reading/list-registrations.ts';
import { listAssignments } from './list-assignments.ts';
import { reconcileSubmissions } from './reconcile-submissions.ts';
import { Coopersmith } from './testing.ts';
import { uploadAssignment } from './upload-assignment.ts';

let world: World;
const vendor = new Coopersmith();
const coopersmithUrl = () => process.env.COOPERSMITH_URL ?? '';
beforeAll(async () => {
  world = await aWorld();
  await vendor.open();
});
beforeEach(async () => {
  Object.assign(vendor, { fails: null, isLosingAnswers: false });
  await world.db.run`DELETE FROM hand_in`;
});
afterAll(async () => {
  vendor.server?.close();
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

/** A student in a course who has read its assignments. */
async function inCourse() {
  const studentId = aStudent(world);
  const examId = anExam(world, { vendorId: 3, vendorName: 'CCC', assignments: true });
  const { id: registrationId } = await aRegistration(world, { studentId, examId });
  const [first] = await listAssignments(asStudent(world.db, studentId), { registrationId, examId });
  return {
    studentId,
    examId,
    registrationId,
    studentAssignmentId: first?.studentAssignmentId ?? 0,
  };
}
type InCourse = Awaited<ReturnType<typeof inCourse>>;
const file = {
  fileName: 'essay.pdf',
  contentType: 'application/pdf',
  content: Buffer.from('my essay'),
};
const upload = (
  { studentId, registrationId, studentAssignmentId }: InCourse,
  key: string = crypto.randomUUID(),
) =>
  uploadAssignment(asStudent(world.db, studentId, { key }), {
    registrationId,
    studentAssignmentId,
    ...file,
  });
const cancel = ({ studentId, registrationId }: InCourse) =>
  cancelRegistration(asStudent(world.db, studentId), { registrationId, reason: undefined });
const startedAt = async ({ studentId, registrationId }: InCourse) =>
  (await listRegistrations(asStudent(world.db, studentId))).registrations.find(
    ({ id }) => id === registrationId,
  )?.assignmentsStarted;
const onTheWay = ({ registrationId }: InCourse) =>
  world.db.many`SELECT id FROM hand_in WHERE registration_id = ${registrationId}`;
const uploadedEvents = ({ registrationId }: InCourse) => world.db.many`
  SELECT 1 FROM outbox WHERE type = 'registration.assignment_uploaded'
    AND payload->'data'->>'registrationId' = ${String(registrationId)}`;
const inAMinute = () => later(steadyNow(), { hours: 1 / 60 });

test('after a crash the job finds a file that the vendor took, and blocks cancelling', async () => {
  const her = await inCourse();
  expect(await diesAt('uploadAssignment.commit', () => upload(her))).toBeNull();
  expect(vendor.files.at(-1)).toMatchObject({ id: her.studentAssignmentId, text: 'my essay' });
  expect(await startedAt(her)).toBeUndefined();
  expect(await refusalOf(cancel(her))).toMatchObject({ status: 409, code: 'exam_started' });
  const techSupport = asStaff(world.db, ['ROLE_TECH_SUPPORT'], { studentId: her.studentId });
  expect(
    (
      await refusalOf(
        cancelRegistration(techSupport, { registrationId: her.registrationId, reason: 2 }),
      )
    ).code,
  ).toBe('exam_started');

  await reconcileSubmissions(world.db, steadyNow()); // a request may still wait for the answer
  expect(await onTheWay(her)).toHaveLength(1);
  await reconcileSubmissions(world.db, inAMinute());
  expect(await onTheWay(her)).toEqual([]);
  expect(await startedAt(her)).toBeInstanceOf(Date);
  expect(await uploadedEvents(her)).toHaveLength(1);
  const [kept] = await world.db.many`
      SELECT file_name FROM assignment WHERE registration_id = ${her.registrationId}
      AND uploaded_at IS NOT NULL`;
  expect(kept).toEqual({ fileName: 'essay.pdf' });
  expect((await refusalOf(cancel(her))).code).toBe('exam_started');
});

test('a crash before the upload blocks cancelling only until the vendor answers', async () => {
  const her = await inCourse();
  expect(await diesAt('uploadAssignment.ask.commit', () => upload(her))).toBeNull();
  expect(await onTheWay(her)).toEqual([]);
  await world.db.run`
    INSERT INTO hand_in (id, registration_id, vendor_assignment_id, file_name, asked_at, look_at)
    VALUES (gen_random_uuid(), ${her.registrationId}, ${String(her.studentAssignmentId)},
      'essay.pdf', now(), now())`;
  expect((await refusalOf(cancel(her))).code).toBe('exam_started');
  await reconcileSubmissions(world.db, inAMinute());
  expect(await uploadedEvents(her)).toEqual([]);
  expect((await cancel(her)).examId).toBe(her.examId);
});

test('an unavailable vendor is polled until it answers; one upload is announced once', async () => {
  const her = await inCourse();
  vendor.isLosingAnswers = true;
  const key = crypto.randomUUID();
  expect((await refusalOf(upload(her, key))).code).toBe('coopersmith_failed');
  vendor.fails = 'status';
  await reconcileSubmissions(world.db, inAMinute());
  expect((await refusalOf(cancel(her))).code).toBe('exam_started');
  Object.assign(vendor, { fails: null, isLosingAnswers: false });
  expect((await upload(her, key)).uploaded).toBe(true);
  await reconcileSubmissions(world.db, later(steadyNow(), { hours: 1 }));
  expect(await onTheWay(her)).toEqual([]);
  expect(await uploadedEvents(her)).toHaveLength(1);
});

test('two replicas find the same file once', async () => {
  const her = await inCourse();
  expect(await diesAt('uploadAssignment.commit', () => upload(her))).toBeNull();
  await Promise.all([1, 2, 3].map(() => reconcileSubmissions(world.db, inAMinute())));
  expect(await onTheWay(her)).toEqual([]);
  expect(await uploadedEvents(her)).toHaveLength(1);
});

/** An address without a server. */
async function nobodysUrl(): Promise<string> {
  const gone = createServer();
  await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
  const { port } = gone.address() as AddressInfo;
  await new Promise((closed) => gone.close(closed));
  return `http://127.0.0.1:${port}/coopersmith`;
}

test.each([
  [
    'says no',
    async () => {
      vendor.fails = 'long';
    },
  ],
  [
    'is not reached',
    async () => {
      process.env.COOPERSMITH_URL = await nobodysUrl();
    },
  ],
])('a vendor that %s took nothing, and the exam can be cancelled', async (_, make) => {
  const her = await inCourse();
  const url = coopersmithUrl();
  await make();
  try {
    expect((await refusalOf(upload(her))).code).toBe('coopersmith_failed');
  } finally {
    process.env.COOPERSMITH_URL = url;
  }
  expect(await onTheWay(her)).toEqual([]);
  expect((await cancel(her)).examId).toBe(her.examId);
});

test('a file that was handed in leaves nothing to be found out', async () => {
  const her = await inCourse();
  expect((await upload(her)).uploaded).toBe(true);
  expect(await onTheWay(her)).toEqual([]);
});

test('control: without the record, an exam whose file the vendor has is cancelled', async () => {
  const her = await inCourse();
  expect(await diesAt('uploadAssignment.commit', () => upload(her))).toBeNull();
  await world.db.run`DELETE FROM hand_in WHERE registration_id = ${her.registrationId}`;
  expect((await cancel(her)).examId).toBe(her.examId);
  expect(vendor.files.at(-1)).toMatchObject({ id: her.studentAssignmentId });
});
