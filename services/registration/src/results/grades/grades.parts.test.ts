import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import type { Consumer } from '@portal/kit/events/inbox';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { aZip } from '@portal/kit/testing/files/a-zip';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import { AssignmentUploaded } from '@portal/proto/registration/v1/events';
import { ResultReceived } from '@portal/proto/transcripts/v1/events';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import { listRegistrations } from '../../records/registrations/reading/list-registrations.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  payFees,
  type World,
} from '../../testing.ts';
import { uploadBatch } from './batch/upload-batch.ts';
import { listUngraded } from './result/list-ungraded.ts';
import { onResultReceived } from './result/on-result-received.ts';
import { applyPendingGrades, onAssignmentUploaded } from './result/pending-grades.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

/** One moment for all: midnight may come while the tests run. */
const now = steadyNow();
const satAt = new Date(+now - 30 * 3_600_000);
const office = (options = {}) => asStaff(world.db, ['ROLE_SUPER_ADMIN'], { now, ...options });
const today = dayInNewYork(now);
const yesterday = dayPlus(today, { days: -1 });

/** A paper that was sat at a branch yesterday. */
async function aPaper(exam: Partial<Exam> = {}, student: object = {}) {
  return aPaperOf(aStudent(world, student), anExam(world, exam));
}
async function aPaperOf(studentId: number, examId: number) {
  const { id } = await aRegistration(world, { studentId, examId });
  const sessionId = await aSession(world);
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  await world.db.run`UPDATE session SET starts_at = ${satAt} WHERE id = ${sessionId}`;
  return { id, studentId, examId };
}
const sessionDay = dayInNewYork(satAt);
const upload = (
  content: string | Buffer,
  { name = 'grades.csv', ...options }: { name?: string; key?: string } = {},
) => uploadBatch(office(options), { fileName: name, content: Buffer.from(content as string) });
const rowOf = (id: number) =>
  world.db.one`
    SELECT r.status, x.taken_on, x.arrived_back, x.paper_exam_uploaded, x.grade, x.grade_comment,
      x.graded_on, x.held_grade_comment
    FROM registration r LEFT JOIN exam_result x ON x.registration_id = r.id WHERE r.id = ${id}`;
const emitted = async (type: string, id: number) =>
  (
    await world.db.many`
        SELECT 1 FROM outbox WHERE type = ${type} AND (payload #>> '{data,registrationId}')::bigint
        = ${id}`
  ).length;

/** Hands an event to its consumer as the broker does. */
async function arrives(consumer: Consumer, data: object): Promise<void> {
  const call = asService(world.db, 'broker');
  const event = { id: randomUUID(), at: steadyNow(), data } as never;
  await consumer.handle(event, call, (work) => inTransaction(call, 'test', work));
}

test('a batch takes papers in and grades those with a grade', async () => {
  const [first, second] = [await aPaper(), await aPaper()];
  const answer = await upload(
    `registration_id,grade,grade_comment,room\n${first.id},88,Pass,7\n${second.id},,,\n`,
  );
  const [batch] = answer.batchIds;
  expect(answer).toEqual({
    rows: 2,
    updated: 2,
    unchanged: 0,
    batchIds: [batch],
    feedback: [
      `2 exams read: 2 updated, 0 unchanged. Batch ${batch}.`,
      'Columns that were ignored: room.',
    ],
  });
  expect(await rowOf(first.id)).toMatchObject({
    status: 'graded',
    takenOn: sessionDay,
    arrivedBack: today,
    paperExamUploaded: true,
    grade: '88',
    gradeComment: 'Pass',
    gradedOn: today,
  });
  expect(await rowOf(second.id)).toMatchObject({
    status: 'taken',
    takenOn: sessionDay,
    gradeComment: null,
  });
  expect([
    await emitted('registration.exam_taken', first.id),
    await emitted('registration.exam_graded', first.id),
  ]).toEqual([1, 1]);
  expect([
    await emitted('registration.exam_taken', second.id),
    await emitted('registration.exam_graded', second.id),
  ]).toEqual([1, 0]);
  const log = await world.db.many`
      SELECT from_status, to_status FROM registration_log WHERE registration_id = ${first.id}
      ORDER BY id`;
  expect(log.slice(-2)).toEqual([
    { fromStatus: 'scheduled', toStatus: 'taken' },
    { fromStatus: 'taken', toStatus: 'graded' },
  ]);
  const payments = await world.db
    .many`SELECT state FROM proctor_payment WHERE registration_id = ${first.id}`;
  expect(payments).toEqual([{ state: 'used' }]);
});

test('the same file again changes nothing; so does the same try', async () => {
  const { id } = await aPaper();
  const table = `registration_id,grade_comment\n${id},Fail`;
  const key = randomUUID();
  const first = await upload(table, { key });
  expect(await upload(table, { key })).toEqual(first);
  const before = await rowOf(id);
  expect(await upload(table)).toMatchObject({ updated: 0, unchanged: 1, batchIds: first.batchIds });
  expect(await rowOf(id)).toEqual(before);
  expect(await emitted('registration.exam_graded', id)).toBe(1);
  expect(await world.db.many`SELECT 1 FROM paper_scan WHERE registration_id = ${id}`).toEqual([]);
});

test('one wrong row rejects the file, and every wrong row is reported', async () => {
  const good = await aPaper();
  const refusal = await refusalOf(
    upload(`registration_id,grade,grade_comment\n${good.id},90,Pass\n2000000000,,\nx,,\n`),
  );
  expect(refusal).toMatchObject({
    status: 422,
    code: 'file_rows_invalid',
    detail: '2 rows have errors. Nothing was saved.',
    extra: {
      errors: [
        { path: 'row 3', message: 'Registration not found.' },
        { path: 'row 4, registration_id', message: 'Must be a positive whole number' },
      ],
    },
  });
  expect(await rowOf(good.id)).toMatchObject({ status: 'scheduled' });
});

test('at most 200 errors are named', async () => {
  const rows = Array.from({ length: 250 }, () => '2000000001').join('\n');
  const { detail, extra } = await refusalOf(upload(`registration_id\n${rows}`));
  expect([detail, extra.errors?.length, extra.errors?.at(-1)]).toEqual([
    '250 rows have errors. Nothing was saved.',
    201,
    { path: '', message: '... and 50 more' },
  ]);
});

test('a paper is found by JSE id and course code', async () => {
  const { id } = await aPaper({ secularNumber: 'HEB-7' }, { jseId: 'J-7001' });
  expect(await upload('jse_id,exam_code,grade,grade_comment\nJ-7001,heb-7,91,Pass')).toMatchObject({
    updated: 1,
  });
  expect(await rowOf(id)).toMatchObject({ status: 'graded', grade: '91' });
});

test('a batch has the number that its row gives; later ones are higher', async () => {
  const [first, second, third] = [await aPaper(), await aPaper(), await aPaper()];
  const number = 70_000 + Math.floor(Math.random() * 1000);
  const given = await upload(
    `registration_id,batch_id,batch_date\n${first.id},${number},N/A\n${second.id},,\n`,
  );
  expect(given.batchIds).toContain(number);
  expect(await world.db.one`SELECT batch_date FROM batch WHERE id = ${number}`).toEqual({
    batchDate: null,
  });
  const [next] = (await upload(`registration_id\n${third.id}`)).batchIds;
  expect(next).toBeGreaterThan(number);
});

test('scans are kept with the file that they came in', async () => {
  const [first, second] = [await aPaper(), await aPaper()];
  const file = aZip({
    [`${first.id}.pdf`]: '%PDF-1.7',
    'batch.csv': `registration_id\n${second.id}\n${first.id}`,
  });
  const answer = await upload(file, { name: 'scans.zip' });
  expect(answer.feedback).toContain(`Registrations without a scan: ${second.id}.`);
  const kept = await world.db.many`
    SELECT s.inner_name, f.name, f.size FROM paper_scan s JOIN batch_file f ON f.id = s.file_id
      WHERE s.registration_id = ${first.id}`;
  expect(kept).toEqual([{ innerName: `${first.id}.pdf`, name: 'scans.zip', size: file.length }]);
});

test('a second proctor payment that was not needed is named for its refund', async () => {
  const { id } = await aPaper();
  const paymentId = await payFees(world, id);
  await upload(`registration_id\n${id}`);
  const [event] = await world.db.many<{ ids: string[] }>`
    SELECT payload #> '{data,refundPaymentIds}' AS ids FROM outbox
      WHERE type = 'registration.exam_taken' AND (payload #>> '{data,registrationId}')::bigint =
      ${id}`;
  expect(event?.ids.map(Number)).toEqual([paymentId]);
});

test('a payment made after booking a school session is used with its papers', async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const { id } = await aRegistration(world, { studentId, isPaid: false });
  const sessionId = await aSession(world, { sessionType: '22', schoolId: 151 });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  await payFees(world, id);
  await world.db.run`UPDATE session SET starts_at = ${satAt} WHERE id = ${sessionId}`;
  await upload(`registration_id\n${id}`);
  expect(
    await world.db.many`SELECT state FROM proctor_payment WHERE registration_id = ${id}`,
  ).toEqual([{ state: 'used' }]);
  const [event] = await world.db.many<{ ids: string[] | null }>`
    SELECT payload #> '{data,refundPaymentIds}' AS ids FROM outbox
      WHERE type = 'registration.exam_taken' AND (payload #>> '{data,registrationId}')::bigint =
      ${id}`;
  expect(event?.ids ?? []).toEqual([]);
});

test('two uploads of one file at once take each paper once', async () => {
  const papers = await Promise.all([aPaper(), aPaper(), aPaper()]);
  const table = `registration_id,grade_comment\n${papers.map(({ id }) => `${id},Pass`).join('\n')}`;
  const answers = await Promise.all([upload(table), upload(table)]);
  expect(answers.map(({ updated }) => updated).sort()).toEqual([0, 3]);
  for (const { id } of papers) expect(await emitted('registration.exam_graded', id)).toBe(1);
});

test('a grade waits while assignments are open, and comes in with the last of them', async () => {
  const { id, studentId, examId } = await aPaper({ vendorId: 3, assignments: true });
  const answer = await upload(`registration_id,grade,grade_comment\n${id},77,Pass`);
  expect(answer.feedback.at(-1)).toBe('Grades that wait for assignments: 1.');
  expect(await rowOf(id)).toMatchObject({
    status: 'taken',
    gradeComment: null,
    heldGradeComment: 'Pass',
  });
  expect(await upload(`registration_id,grade,grade_comment\n${id},77,Pass`)).toMatchObject({
    unchanged: 1,
  });

  const uploaded = AssignmentUploaded.fromPartial({
    registrationId: id,
    studentId,
    examId,
    studentAssignmentId: 1,
  });
  await arrives(onAssignmentUploaded, uploaded);
  expect(await rowOf(id)).toMatchObject({ status: 'taken' });
  await world.db.run`UPDATE registration SET assignments_completed = true WHERE id = ${id}`;
  await arrives(onAssignmentUploaded, uploaded);
  expect(await rowOf(id)).toMatchObject({
    status: 'graded',
    grade: '77',
    gradeComment: 'Pass',
    heldGradeComment: null,
  });
});

test('the job applies a held grade once its assignments are complete', async () => {
  const { id } = await aPaper({ vendorId: 3, assignments: true });
  await upload(`registration_id,grade_comment\n${id},Fail`);
  await world.db.run`UPDATE registration SET assignments_completed = true WHERE id = ${id}`;
  await Promise.all([
    applyPendingGrades(world.db, steadyNow()),
    applyPendingGrades(world.db, steadyNow()),
  ]);
  expect(await rowOf(id)).toMatchObject({ status: 'graded', gradeComment: 'Fail' });
  expect(await emitted('registration.exam_graded', id)).toBe(1);
});

test("a vendor's result grades a taken exam, once, and no other", async () => {
  const { id, studentId, examId } = await aPaper();
  const result = (more = {}) =>
    ResultReceived.fromPartial({
      registrationId: id,
      studentId,
      examId,
      result: 'Pass',
      score: '93',
      ...more,
    });
  await arrives(onResultReceived, result());
  expect(await rowOf(id)).toMatchObject({ status: 'scheduled' });
  await upload(`registration_id\n${id}`);
  expect(
    (await listUngraded(world, { studentId, afterId: 0, limit: 10 })).map(
      ({ registrationId }) => registrationId,
    ),
  ).toEqual([id]);
  await arrives(onResultReceived, result({ studentId: studentId + 1 }));
  await arrives(onResultReceived, result({ result: 'Pending' }));
  expect(await rowOf(id)).toMatchObject({ status: 'taken' });
  await arrives(onResultReceived, result());
  await arrives(onResultReceived, result({ result: 'Fail', score: undefined }));
  expect(await rowOf(id)).toMatchObject({ status: 'graded', grade: '93', gradeComment: 'Pass' });
  expect(await listUngraded(world, { studentId, afterId: 0, limit: 10 })).toEqual([]);
});

test('a request to vendors includes when the previous graded try was', async () => {
  const { id: first, studentId, examId } = await aPaper();
  await upload(`registration_id,grade_comment\n${first},Fail`);
  const { id: second } = await aPaperOf(studentId, examId);
  await upload(`registration_id\n${second}`);
  expect(await listUngraded(world, { studentId, afterId: 0, limit: 10 })).toMatchObject([
    { registrationId: second, gradedTryOn: sessionDay },
  ]);
});

test('a failed exam shows no score, and the next try is marked as a retake', async () => {
  const { id, studentId, examId } = await aPaper();
  await upload(`registration_id,exam_taken_date,grade,grade_comment\n${id},${yesterday},41,Fail`);
  const { registrations } = await listRegistrations(asStudent(world.db, studentId));
  expect(registrations).toMatchObject([
    { id, status: 'graded', gradeComment: 'Fail', failed: true, grade: undefined },
  ]);
  const again = await aRegistration(world, { studentId, examId, isPaid: false });
  expect(world.payments.failedTries.get(again.id)).toBe(id);
  expect(again).toMatchObject({
    isRetakeNotYetTaken: true,
    earlierTries: [{ takenDate: yesterday, comment: 'Fail' }],
  });
});

test('without the guard against two uploads at once a paper would be graded twice', async () => {
  const { id } = await aPaper();
  await upload(`registration_id,grade_comment\n${id},Pass`);
  await world.db.run`
      INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status)
    VALUES (${id}, now(), 'service', 0, 'test', 'taken', 'graded')`;
  expect(Object.keys(await brokenInvariants(world.db))).toContain('a registration is graded once');
  await world.db
    .run`DELETE FROM registration_log WHERE registration_id = ${id} AND actor_name = 'test'`;
});
