import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { ExamChanged, LocationsChanged, PricesChanged } from '@portal/proto/catalog/v1/events';
import {
  SettingsChanged,
  SignInBarred,
  StaffAccessChanged,
  StudentAdded,
  StudentChanged,
  StudentRemoved,
} from '@portal/proto/identity/v1/events';
import { SchoolChanged } from '@portal/proto/schools/v1/events';
import { ResultReceived } from '@portal/proto/transcripts/v1/events';
import { onSettingsChanged } from '../capacity/waiting-list/on-settings-changed.ts';
import { listRegistrations } from '../records/registrations/reading/list-registrations.ts';
import { onResultReceived } from '../results/grades/result/on-result-received.ts';
import { changeFeed, getFeed } from '../sessions/feeds/change-feed.ts';
import { onSignInBarred, onStaffAccessChanged } from '../sessions/feeds/end-feeds.ts';
import { anExam, aRegistration, aStudent, aWorld, statesOf, type World } from '../testing.ts';
import { closeStudentProjections } from './close-projections.ts';
import { onExamChanged } from './events/on-exam-changed.ts';
import { onLocationsChanged } from './events/on-locations-changed.ts';
import { onPricesChanged } from './events/on-prices-changed.ts';
import { onSchoolChanged } from './events/on-school-changed.ts';
import { onStudentAdded, onStudentChanged, onStudentRemoved } from './events/on-student-changed.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const rows = async (table: string, id: number) =>
  (await world.db.pool.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).rowCount;

test('an added student is in the projection, by the id that identity sends', async () => {
  const studentId = aStudent(world);
  await reliesOn('registration', StudentAdded, { studentId }, (message) =>
    deliver(world.db, onStudentAdded, message),
  );
  expect(await rows('student_copy', studentId)).toBe(1);
});

test('a changed student is in the projection, by the id that identity sends', async () => {
  const studentId = aStudent(world);
  await reliesOn('registration', StudentChanged, { studentId }, (message) =>
    deliver(world.db, onStudentChanged, message),
  );
  expect(await rows('student_copy', studentId)).toBe(1);
});

test('a removed student leaves the projection, by the id that identity sends', async () => {
  const studentId = aStudent(world);
  const added = { id: randomUUID(), at: steadyNow().toISOString(), data: { studentId } };
  await deliver(world.db, onStudentAdded, added);
  expect(await rows('student_copy', studentId)).toBe(1);
  await closeStudentProjections(world.db, [studentId], steadyNow());
  await reliesOn('registration', StudentRemoved, { studentId }, (message) =>
    deliver(world.db, onStudentRemoved, message),
  );
  expect(await rows('student_copy', studentId)).toBe(0);
});

test('changed prices are read again, whatever the message of catalog holds', async () => {
  await world.db.run`DELETE FROM price_copy`;
  await world.db.run`DELETE FROM copy_source WHERE name = 'prices'`;
  await reliesOn('registration', PricesChanged, {}, (message) =>
    deliver(world.db, onPricesChanged, message),
  );
  expect(await rows('price_copy', 1)).toBe(1);
});

test('changed settings are in the copy, as identity sends them', async () => {
  const event = { version: 2, offerHours: 12, waitingList: false };
  await reliesOn('registration', SettingsChanged, event, (message) =>
    deliver(world.db, onSettingsChanged, message),
  );
  expect(
    await world.db.one`SELECT version, offer_hours, waiting_list FROM waiting_settings`,
  ).toEqual(event);
});

test('a student barred from signing in loses the feed, by the id that identity sends', async () => {
  const studentId = aStudent(world);
  await changeFeed(asStudent(world.db, studentId), { locationId: null, action: 'make' });
  await reliesOn('registration', SignInBarred, { studentId }, (message) =>
    deliver(world.db, onSignInBarred, { ...message, at: steadyNow().toISOString() }),
  );
  expect(await getFeed(asStudent(world.db, studentId), null)).toBeUndefined();
});

test('staff who lost the role lose the feed, by the id and roles that identity sends', async () => {
  const office = () => asStaff(world.db, ['ROLE_SUPPORT']);
  await changeFeed(office(), { locationId: 13, action: 'make' });
  const event = { userId: office().actor.id, roles: {} as { held: string[] } };
  await reliesOn('registration', StaffAccessChanged, event, (message) =>
    deliver(world.db, onStaffAccessChanged, { ...message, at: steadyNow().toISOString() }),
  );
  expect(await getFeed(office(), 13)).toBeUndefined();
});

test('an exam that was changed is in the projection, by the id that catalog sends', async () => {
  const examId = anExam(world);
  await reliesOn('registration', ExamChanged, { examId }, (message) =>
    deliver(world.db, onExamChanged, message),
  );
  expect(await rows('exam_copy', examId)).toBe(1);
});

test('changed locations are read again, whatever the message of catalog holds', async () => {
  await world.db.run`DELETE FROM location_copy`;
  await world.db.run`DELETE FROM copy_source WHERE name = 'locations'`;
  await reliesOn('registration', LocationsChanged, {}, (message) =>
    deliver(world.db, onLocationsChanged, message),
  );
  expect(await rows('location_copy', 13)).toBe(1);
});

test('a school that was changed is in the projection, by the id that schools sends', async () => {
  await world.db.run`DELETE FROM school_copy WHERE id = 151`;
  await reliesOn('registration', SchoolChanged, { schoolId: 151 }, (message) =>
    deliver(world.db, onSchoolChanged, message),
  );
  expect(await rows('school_copy', 151)).toBe(1);
});

test('the result of a vendor grades the registration that transcripts names', async () => {
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, { studentId });
  await world.db.run`
    WITH taken AS (
      UPDATE registration SET status = 'taken' WHERE id = ${id} RETURNING id),
    result AS (
      INSERT INTO exam_result (registration_id, taken_on) SELECT id, '2026-01-05' FROM taken)
    INSERT INTO registration_log
      (registration_id, at, actor_kind, actor_id, actor_name, from_status, to_status)
    SELECT id, '2026-01-06', 'service', 0, 'test', 'registered', 'taken' FROM taken`;
  const { registrations } = await listRegistrations(asStudent(world.db, studentId));
  const result = {
    registrationId: id,
    studentId,
    examId: registrations[0]?.examId as number,
    result: 'Pass',
    score: '88',
  };
  await reliesOn('registration', ResultReceived, result, (message) =>
    deliver(world.db, onResultReceived, message),
  );
  expect(await statesOf(world.db, studentId)).toEqual(['graded']);
});
