import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { cancelRegistration } from '../../../booking/cancelling/cancel-registration.ts';
import { rebuildProjections } from '../../../projections/rebuild-projections.ts';
import {
  aGradedExam,
  anExam,
  aRegistration,
  aStudent,
  aWorld,
  type World,
} from '../../../testing.ts';
import { listRegistrations } from './list-registrations.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

test('a student lists their own uncancelled registrations, staff those in view', async () => {
  const studentId = aStudent(world);
  const [kept, given] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  await aRegistration(world);
  await cancelRegistration(asStudent(world.db, studentId), {
    registrationId: given.id,
    reason: undefined,
  });
  const { registrations, memberWithoutExam2Years } = await listRegistrations(
    asStudent(world.db, studentId),
  );
  expect(registrations.map(({ id }) => id)).toEqual([kept.id]);
  expect(memberWithoutExam2Years).toBe(false);
  expect(
    (await listRegistrations(asStaff(world.db, ['ROLE_ADVISOR'], { studentId }))).registrations,
  ).toEqual(registrations);
});

test('staff who name no student on record are refused', async () => {
  const refused = await refusalOf(
    listRegistrations(asStaff(world.db, ['ROLE_ADVISOR'], { studentId: 2_000_000 })),
  );
  expect(refused).toMatchObject({
    status: 404,
    code: 'student_not_found',
    detail: 'No student found',
  });
});

test('exams with unmet requirements are named, until one of them is passed', async () => {
  const studentId = aStudent(world);
  const required = anExam(world);
  const course = anExam(world, { alternateCourseVersion: required });
  const wanted = anExam(world, { requiredExamIds: [required, 999_999] });
  await rebuildProjections(world.db);
  const notEligible = async () =>
    (await listRegistrations(asStudent(world.db, studentId))).notEligibleExamIds;
  expect(await notEligible()).toEqual([wanted]);
  await aGradedExam(world, { studentId, examId: course, comment: 'Fail' });
  expect(await notEligible()).toEqual([wanted]);
  await aGradedExam(world, { studentId, examId: course });
  expect(await notEligible()).toEqual([]);
});

test('a member enrolled over two years ago is marked until they register', async () => {
  const studentId = aStudent(world, { createdOn: new Date('2024-01-01T00:00:00Z') });
  const noted = async () =>
    (await listRegistrations(asStudent(world.db, studentId))).memberWithoutExam2Years;
  expect(await noted()).toBe(true);
  await aRegistration(world, { studentId });
  expect(await noted()).toBe(false);
});

test('the list of a student with many registrations takes two statements', async () => {
  const studentId = aStudent(world, { credits: 99 });
  for (let n = 0; n < 5; n++) await aRegistration(world, { studentId });
  const spies = [jest.spyOn(world.db, 'many'), jest.spyOn(world.db, 'maybe')];
  const { registrations } = await listRegistrations(asStudent(world.db, studentId));
  expect(registrations).toHaveLength(5);
  expect(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(2);
  for (const spy of spies) spy.mockRestore();
});
