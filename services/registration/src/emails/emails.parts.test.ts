import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import type { Consumer } from '@portal/kit/events/inbox';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { sendStudyMaterials } from '../booking/study-materials/send-study-materials.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../testing.ts';
import { onCancelled } from './events/on-cancelled.ts';
import { onCreated } from './events/on-created.ts';
import { onExamGraded } from './events/on-exam-graded.ts';
import { onSessionBooked } from './events/on-session-booked.ts';
import { onSessionCancelled } from './events/on-session-cancelled.ts';

let world: World;
beforeAll(async () => {
  setForFile({ PUBLIC_URL: 'https://portal.test' });
  world = await aWorld();
});
afterAll(() => world.close());

async function arrive(consumer: Consumer, data: object, id: string = randomUUID()): Promise<void> {
  const call = asService(world.db, 'registration');
  await consumer.handle(
    { id, at: steadyNow(), data: consumer.event.fromJSON(data) },
    call,
    (work) => inTransaction(call, 'arrive', (tx) => work(tx)),
  );
}
interface Mail {
  subject: string;
  bodyText: string;
  attachments: { content: string }[];
}
const mailsTo = (studentId: number) =>
  world.db.many<Mail>`
      SELECT subject, body_text, attachments FROM mail
      WHERE recipient = ${`s${studentId}@student.test`} ORDER BY created_at, id`;

test('a registration is mailed once with its study materials', async () => {
  const { id, studentId, examId } = await aRegistration(world);
  const event = randomUUID();
  await arrive(onCreated, { registrationId: id, studentId, examId }, event);
  await arrive(onCreated, { registrationId: id, studentId, examId });
  const mails = await mailsTo(studentId);
  expect(mails).toMatchObject([{ subject: `You are registered for Exam ${examId}` }]);
  expect(mails[0]?.bodyText).toContain(`https://portal.test/study-material/${examId}`);
});

test('a student without an address gets no mail', async () => {
  const studentId = aStudent(world, { email: undefined });
  const { id, examId } = await aRegistration(world, { studentId });
  await arrive(onCreated, { registrationId: id, studentId, examId });
  expect(
    await world.db.many`SELECT id FROM mail WHERE key = ${`registration.created:${id}`}`,
  ).toEqual([]);
});

test('booking, changing and leaving a session update one entry by sequence', async () => {
  const { id, studentId, examId } = await aRegistration(world);
  const [first, second] = [await aSession(world), await aSession(world, { locationId: 14 })];
  await arrive(onSessionBooked, {
    registrationId: id,
    studentId,
    sessionId: first,
    calendarSequence: 1,
  });
  await arrive(onSessionBooked, {
    registrationId: id,
    studentId,
    sessionId: second,
    previousSessionId: first,
    calendarSequence: 2,
  });
  await arrive(onSessionCancelled, {
    registrationId: id,
    studentId,
    sessionId: second,
    calendarSequence: 3,
  });
  await arrive(onCancelled, {
    registrationId: id,
    studentId,
    examId,
    sessionId: second,
    calendarSequence: 4,
  });
  const mails = await mailsTo(studentId);
  expect(mails.map(({ subject }) => subject.replace(/:.*/, ''))).toEqual([
    `Your session for Exam ${examId} is booked`,
    `Your session for Exam ${examId} was changed`,
    `Your session for Exam ${examId} is cancelled`,
    `Your exam Exam ${examId} is cancelled`,
  ]);
  const entries = mails.map(({ attachments }) => attachments[0]?.content ?? '');
  expect(entries.map((entry) => entry.match(/SEQUENCE:(\d+)/)?.[1])).toEqual(['1', '2', '3', '4']);
  expect(new Set(entries.map((entry) => entry.match(/UID:(\S+)/)?.[1])).size).toBe(1);
  expect(entries.map((entry) => /METHOD:CANCEL/.test(entry))).toEqual([false, false, true, true]);
  expect(mails[0]?.bodyText).toContain('Brooklyn, 13 Main Street, Brooklyn');
});

test.each([
  {
    returned: { creditsReturned: 3 },
    says: '3 credits are on your account again; you can use them for another exam.',
  },
  {
    returned: { creditsReturned: 0, schoolPaid: true },
    says: 'What your school paid for this exam is on the balance of the school again.',
  },
  { returned: { creditsReturned: 0 }, says: 'No credits and no fees come back for this exam.' },
  { returned: {}, says: null },
])('the mail of a cancelled exam lists the returns: $returned', async ({ returned, says }) => {
  const { id, studentId, examId } = await aRegistration(world);
  await arrive(onCancelled, {
    registrationId: id,
    studentId,
    examId,
    calendarSequence: 0,
    ...returned,
  });
  const [mail] = await mailsTo(studentId);
  if (says === null) expect(mail?.bodyText).not.toMatch(/account again|come back/);
  else expect(mail?.bodyText).toContain(says);
});

test('exams booked by a run share a mail; cancelling one removes its own entry', async () => {
  const studentId = aStudent(world);
  const [one, other] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  const about = { studentId, sessionId: await aSession(world), calendarSequence: 1 };
  const event = randomUUID();
  const togetherWith = [{ registrationId: other.id, calendarSequence: 1 }];
  for (let time = 0; time < 2; time++) {
    await arrive(onSessionBooked, { ...about, registrationId: one.id, togetherWith }, event);
    await arrive(onSessionBooked, { ...about, registrationId: other.id, withoutLetter: true });
  }
  await arrive(onSessionCancelled, { ...about, registrationId: other.id, calendarSequence: 2 });
  const [booked, cancelled, ...more] = await mailsTo(studentId);
  expect(more).toEqual([]);
  expect(booked?.subject).toMatch(
    `Your session for Exam ${one.examId} and Exam ${other.examId} is booked: `,
  );
  const idsIn = (mail: Mail | undefined) =>
    [...(mail?.attachments[0]?.content ?? '').matchAll(/UID:registration-(\d+)@/g)].map(([, id]) =>
      Number(id),
    );
  expect([idsIn(booked), idsIn(cancelled)]).toEqual([[one.id, other.id], [other.id]]);
});

test('a registered student gets study materials by mail, five times an hour', async () => {
  const { studentId, examId } = await aRegistration(world);
  expect(await sendStudyMaterials(asStudent(world.db, studentId), { examId })).toEqual({
    sentTo: `s${studentId}@student.test`,
  });
  const settled = await Promise.allSettled(
    Array.from({ length: 7 }, () => sendStudyMaterials(asStudent(world.db, studentId), { examId })),
  );
  expect(refusals(settled)).toEqual(Array(3).fill('too_many_tries'));
  expect(await mailsTo(studentId)).toHaveLength(5);
  const tomorrow = asStudent(world.db, studentId, {
    now: new Date(steadyNow().getTime() + 3_700_000),
  });
  expect(await sendStudyMaterials(tomorrow, { examId })).toBeDefined();
});

test('mails are counted by the student, however many exams they are about at once', async () => {
  const studentId = aStudent(world);
  const exams = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  const sends = Array.from({ length: 8 }, (_, at) =>
    sendStudyMaterials(asStudent(world.db, studentId), { examId: exams[at % 2]?.examId ?? 0 }),
  );
  expect(refusals(await Promise.allSettled(sends))).toEqual(Array(3).fill('too_many_tries'));
});

test('the same key mails once', async () => {
  const { studentId, examId } = await aRegistration(world);
  const call = asStudent(world.db, studentId);
  await sendStudyMaterials(call, { examId });
  await sendStudyMaterials(call, { examId });
  expect(await mailsTo(studentId)).toHaveLength(1);
});

test.each([
  { what: 'an exam that is not registered', code: 'not_registered', status: 403 },
  { what: 'an exam without materials', code: 'no_study_materials', status: 404 },
  { what: 'a student without an address', code: 'no_email', status: 409 },
])('$what refuses with $code', async ({ code, status }) => {
  const studentId = aStudent(world, code === 'no_email' ? { email: undefined } : {});
  const examId = anExam(world, code === 'no_study_materials' ? { studyMaterials: [] } : {});
  if (code !== 'not_registered') await aRegistration(world, { studentId, examId });
  expect(
    await refusalOf(sendStudyMaterials(asStudent(world.db, studentId), { examId })),
  ).toMatchObject({ code, status });
});

test('a result is mailed once, with a link but without the grade', async () => {
  const { id, studentId, examId } = await aRegistration(world);
  await world.db.run`
    WITH graded AS (UPDATE registration SET status = 'graded' WHERE id = ${id} RETURNING id)
    INSERT INTO exam_result (registration_id, grade, grade_comment, graded_on)
    SELECT id, '87', 'Pass', '2026-11-20' FROM graded`;
  const event = randomUUID();
  await arrive(onExamGraded, { registrationId: id, studentId, examId }, event);
  await arrive(onExamGraded, { registrationId: id, studentId, examId }, event);
  const [mail, ...others] = await mailsTo(studentId);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`Your result for Exam ${examId} is ready`);
  expect(mail?.bodyText).toContain(`https://portal.test/?myexams=${examId}`);
  expect(mail?.bodyText.replaceAll(String(examId), '')).not.toMatch(/87|Pass/);
});
