import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService, asStaff } from '@portal/kit/testing';
import { withProjections } from '../projections/buyer.ts';
import { startWorld, type World } from '../testing/world.ts';
import { grantCredits } from './granting/grant-credits.ts';
import { listPackages } from './reading/list-packages.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const granted = (studentId: number, credits: number) => {
  const call = asService(world.db, 'office');
  return withProjections(call, () =>
    grantCredits(call, {
      studentId,
      credits,
      vendorsAllowed: null,
      examsAllowed: [],
      proctorFeeCents: null,
      noAdditionalFees: false,
      isFreeSeminaryRetake: false,
      packageId: null,
    }),
  );
};

test('staff get what several students hold, newest first', async () => {
  const [first, second, other] = [world.aStudent(), world.aStudent(), world.aStudent()];
  for (const [student, credits] of [
    [first, 2],
    [second, 4],
    [first, 8],
    [other, 1],
  ] as const)
    await granted(student, credits);
  const found = await listPackages(asStaff(world.db, ['ROLE_ADVISOR']), [first, second]);
  expect(found.map((one) => [one.studentId, one.credits, one.balance, one.active])).toEqual([
    [first, 8, 8, true],
    [second, 4, 4, true],
    [first, 2, 2, true],
  ]);
});

test('a school admin gets that of students of the own school alone', async () => {
  world.schools.set(151, { id: 151 });
  const [own, foreign] = [world.aStudent({ schoolId: 151 }), world.aStudent()];
  await granted(own, 2);
  await granted(foreign, 3);
  const as = (schoolId?: number) =>
    asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], schoolId === undefined ? {} : { schoolId });
  const found = await listPackages(as(151), [own, foreign]);
  expect(found.map(({ studentId }) => studentId)).toEqual([own]);
  expect(await listPackages(as(), [own, foreign])).toEqual([]);
});
