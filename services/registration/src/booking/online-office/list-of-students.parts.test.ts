import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, asStudent } from '@portal/kit/testing';
import { rebuildProjections } from '../../projections/rebuild-projections.ts';
import { aRegistration, aStudent, aWorld, type World } from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { listOfStudents } from './list-of-students.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

test('staff get the registrations of several students, cancelled too, newest first', async () => {
  const [first, second] = [aStudent(world), aStudent(world)];
  const given = await aRegistration(world, { studentId: first });
  const other = await aRegistration(world, { studentId: second });
  const kept = await aRegistration(world, { studentId: first });
  await aRegistration(world);
  await cancelRegistration(asStudent(world.db, first), {
    registrationId: given.id,
    reason: undefined,
  });
  const found = await listOfStudents(asStaff(world.db, ['ROLE_ADMIN']), [first, second]);
  expect(found.map(({ id, status }) => [id, status])).toEqual([
    [kept.id, 'registered'],
    [other.id, 'registered'],
    [given.id, 'cancelled'],
  ]);
  expect(found.map(({ actions }) => actions)).toEqual([['cancel'], ['cancel'], []]);
});

test('a school admin gets those of students of the own school alone', async () => {
  const [own, foreign] = [aStudent(world, { schoolId: 209 }), aStudent(world)];
  const { id } = await aRegistration(world, { studentId: own });
  await aRegistration(world, { studentId: foreign });
  await rebuildProjections(world.db);
  const as = (schoolId?: number) =>
    asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], schoolId === undefined ? {} : { schoolId });
  const found = await listOfStudents(as(209), [own, foreign]);
  expect(found.map((one) => one.id)).toEqual([id]);
  expect(await listOfStudents(as(), [own, foreign])).toEqual([]);
});
