import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import type { Consumer } from '@portal/kit/events/inbox';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent } from '@portal/kit/testing';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import type { Student } from '@portal/proto/identity/v1/students';
import { scheduleSession } from '../booking/session-booking/schedule-session.ts';
import { onSettingsChanged } from '../capacity/waiting-list/on-settings-changed.ts';
import { listRegistrations } from '../records/registrations/reading/list-registrations.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, type World } from '../testing.ts';
import { onExamChanged } from './events/on-exam-changed.ts';
import { onLocationsChanged } from './events/on-locations-changed.ts';
import { onPricesChanged } from './events/on-prices-changed.ts';
import { onSchoolChanged } from './events/on-school-changed.ts';
import { onStudentAdded, onStudentChanged } from './events/on-student-changed.ts';
import { readExams, readLocations, readNewStudents, readSchools } from './read-projections.ts';
import { rebuildProjections } from './rebuild-projections.ts';
import { followProjectionsJob } from './subscribe-projections.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

/** Hands an event over as the inbox does: its effect and its inbox row in one transaction. */
async function arrive(consumer: Consumer, id: string, data: object): Promise<void> {
  const call = asService(world.db, 'registration');
  await consumer.handle({ id, at: steadyNow(), data: data as never }, call, (work) =>
    inTransaction(call, 'arrive', async (tx) => {
      const isNew = await tx.run`
          INSERT INTO inbox (consumer, event_id) VALUES ('test', ${id}) ON CONFLICT DO NOTHING`;
      if (isNew > 0) await work(tx);
    }),
  );
}
const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
const projections = async () => ({
  students: await world.db.many`SELECT * FROM student_copy ORDER BY id`,
  exams: await world.db.many`SELECT * FROM exam_copy ORDER BY id`,
  locations: await world.db.many`SELECT * FROM location_copy ORDER BY id`,
  prices: await world.db.many`SELECT * FROM price_copy`,
  schools: await world.db.many`SELECT * FROM school_copy ORDER BY id`,
  settings: await world.db.many`SELECT offer_hours, waiting_list, version FROM waiting_settings`,
});

test('repeated events in any order with stale answers end at the newest version', async () => {
  const studentId = aStudent(world);
  const first = world.students.get(studentId) as Student;
  const versions = Array.from(
    { length: 6 },
    (_, index): Student => ({ ...first, version: index + 1, collegeId: 234 + index }),
  );
  const events = versions.map(({ version }) => ({ id: randomUUID(), version }));
  const deliveries = shuffled(events.flatMap((event) => Array.from({ length: 10 }, () => event)));
  let highest = 0;
  for (const { id, version } of deliveries) {
    // identity answers its current version, or late an earlier one
    world.students.set(studentId, versions[Math.floor(Math.random() * 6)] as Student);
    await arrive(onStudentChanged, id, { studentId, version });
    const copy = await world.db.maybe<{
      version: number;
    }>`SELECT version FROM student_copy WHERE id = ${studentId}`;
    expect(copy?.version).toBeGreaterThanOrEqual(highest);
    highest = copy?.version ?? highest;
  }
  world.students.set(studentId, versions[5] as Student);
  await arrive(onStudentChanged, randomUUID(), { studentId, version: 6 });
  expect(
    await world.db.one`SELECT version, college_id FROM student_copy WHERE id = ${studentId}`,
  ).toEqual({ version: 6, collegeId: 239 });
  const { handled } = await world.db.one<{ handled: number }>`
    SELECT count(*)::integer AS handled FROM inbox WHERE event_id = ANY
      (${events.map(({ id }) => id)}::uuid[])`;
  expect(handled).toBe(6);
});

test('positive control: a projection without versions goes back', async () => {
  const studentId = aStudent(world);
  await arrive(onStudentAdded, randomUUID(), { studentId });
  const naive = (version: number) =>
    world.db.run`UPDATE student_copy SET version = ${version} WHERE id = ${studentId}`;
  for (const version of [2, 3, 5, 4]) await naive(version);
  expect(await world.db.one`SELECT version FROM student_copy WHERE id = ${studentId}`).toEqual({
    version: 4,
  });
});

test('the day of a session around now hears that a student in it was barred (O-03)', async () => {
  const studentId = aStudent(world);
  const sessions: number[] = [];
  for (const hours of [5, 24 * 5]) {
    const startsAt = new Date(steadyNow().getTime() + hours * 3_600_000);
    const sessionId = await aSession(world, { startsAt });
    const { id } = await aRegistration(world, { studentId, examId: anExam(world) });
    const booking = asStudent(world.db, studentId);
    await scheduleSession(booking, { registrationId: id, sessionId });
    sessions.push(sessionId);
  }
  const changeEvents = async () =>
    (
      await world.db.many<{ data: unknown }>`
        SELECT payload -> 'data' AS data FROM outbox
        WHERE type = 'registration.session_student_changed'
          AND payload -> 'data' ->> 'studentId' = ${String(studentId)}`
    ).map(({ data }) => data);
  expect(await changeEvents()).toEqual([]);
  const barred = { ...(world.students.get(studentId) as Student), version: 2 };
  world.students.set(studentId, { ...barred, bookingBarredUntil: new Date('2099-01-01') });
  await arrive(onStudentChanged, randomUUID(), { studentId, version: 2 });
  expect(await changeEvents()).toMatchObject([{ sessionId: sessions[0], studentId }]);
});

test('a changed exam, location and school arrive in their projections', async () => {
  const examId = anExam(world);
  await arrive(onExamChanged, randomUUID(), { examId, version: 1 });
  world.exams.set(examId, {
    ...(world.exams.get(examId) as Exam),
    version: 2,
    active: false,
    requiredExamIds: [1, 2],
  });
  await arrive(onExamChanged, randomUUID(), { examId, version: 2 });
  expect(
    await world.db.one`SELECT active, required_exam_ids FROM exam_copy WHERE id = ${examId}`,
  ).toEqual({
    active: false,
    requiredExamIds: [1, 2],
  });
  await arrive(onLocationsChanged, randomUUID(), { version: 1 });
  await arrive(onSchoolChanged, randomUUID(), { schoolId: 151, version: 1 });
  expect((await projections()).locations).toHaveLength(5);
  expect((await projections()).schools).toHaveLength(2);
});

test('fees that catalog changed arrive, and older ones do not come back', async () => {
  const before = { ...world.prices };
  world.prices.version = 7;
  world.prices.now = { ...before.now, proctorFeeCents: 0, retakeFeeCents: 7500 };
  await arrive(onPricesChanged, randomUUID(), { version: 7 });
  expect((await projections()).prices).toEqual([
    { id: 1, proctorFeeCents: 0, retakeFeeCents: 7500 },
  ]);
  Object.assign(world.prices, before);
  await arrive(onPricesChanged, randomUUID(), { version: before.version });
  expect((await projections()).prices).toEqual([
    { id: 1, proctorFeeCents: 0, retakeFeeCents: 7500 },
  ]);
});

test('settings arrive with and without an event, and never go back (C-O65)', async () => {
  const { run } = followProjectionsJob(world.db);
  const settings = async () => (await projections()).settings;
  const first = { offerHours: 24, waitingList: true };
  expect(await settings()).toEqual([{ ...first, version: 1 }]);
  Object.assign(world.settings, { offerHours: 6, waitingList: false, version: 3 });
  await run();
  const saved = [{ offerHours: 6, waitingList: false, version: 3 }];
  expect(await settings()).toEqual(saved);
  await arrive(onSettingsChanged, randomUUID(), { ...first, version: 2 });
  expect(await settings()).toEqual(saved);
  await arrive(onSettingsChanged, randomUUID(), { ...first, version: 4 });
  await run();
  expect(await settings()).toEqual([{ ...first, version: 4 }]);
  await rebuildProjections(world.db);
  expect(await settings()).toEqual(saved);
});

test('emptied and rebuilt projections have the same rows', async () => {
  aStudent(world);
  anExam(world);
  await Promise.all([
    readExams(world.db),
    readLocations(world.db),
    readSchools(world.db),
    readNewStudents(world.db),
  ]);
  await rebuildProjections(world.db);
  const before = await projections();
  expect(before.students.length).toBeGreaterThan(2);
  await rebuildProjections(world.db);
  expect(await projections()).toEqual(before);
});

test('a student or an exam without an event is read when it is needed', async () => {
  const { studentId } = await aRegistration(world);
  await world.db.run`TRUNCATE student_copy, exam_copy`;
  const list = await listRegistrations(asStudent(world.db, studentId));
  expect(list.registrations).toHaveLength(1);
  expect(await world.db.many`SELECT id FROM student_copy`).toEqual([{ id: studentId }]);
  await aRegistration(world, { studentId });
});
