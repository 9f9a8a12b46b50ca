import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStudent } from '@portal/kit/testing';
import { getCredits } from '../credits/reading/get-credits.ts';
import { startWorld, type World } from '../testing/world.ts';
import { askStudents, rebuildProjections, takeStudents } from './fetch-projections.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.packages.set(1, {
    id: 1,
    numberOfCredits: 6,
    purchasePriceCents: 20000,
    examsAllowed: [101, 102],
    vendorsAllowed: '1,4',
  });
  world.schools.set(151, { id: 151, chargeSchool: true });
});
afterAll(() => world.stop());

const projections = async () => ({
  students: await world.db.many`SELECT * FROM student_copy ORDER BY id`,
  schools: await world.db.many`SELECT * FROM school_copy ORDER BY id`,
  exams: await world.db.many`SELECT * FROM exam_copy ORDER BY id`,
  packages: await world.db.many`SELECT * FROM package_copy ORDER BY id`,
  prices: await world.db.many`SELECT * FROM price_copy ORDER BY id`,
});

test('projections that were emptied and rebuilt have the same rows', async () => {
  world.aStudent({ schoolId: 151 });
  world.aStudent({ membershipTypeId: 3, deniedRegistration: true });
  await rebuildProjections(world.db);
  const before = await projections();
  expect(before).toMatchObject({
    students: [{ schoolId: 151 }, { deniedRegistration: true }],
    packages: [{ id: 1, numberOfCredits: 6 }],
  });
  expect(before.exams).toHaveLength(5);
  await world.db.run`TRUNCATE student_copy, school_copy, exam_copy, package_copy, price_copy`;
  await rebuildProjections(world.db);
  expect(await projections()).toEqual(before);
});

test('an older event does not overwrite a newer one', async () => {
  const id = world.aStudent();
  const [now] = await askStudents([id]);
  if (!now) throw new Error('the student is on record');
  await takeStudents(world.db, [{ ...now, version: 3, buyingStopped: true }]);
  await takeStudents(world.db, [{ ...now, version: 2, buyingStopped: false }]);
  expect((await getCredits(asStudent(world.db, id), id)).buyingDisabled).toBe(true);
});

test('a missing projection is requested when it is needed', async () => {
  await world.db.run`TRUNCATE student_copy, school_copy, exam_copy, package_copy, price_copy`;
  const id = world.aStudent({ schoolId: 151 });
  expect(await getCredits(asStudent(world.db, id), id)).toMatchObject({
    pricePerCreditCents: 4200,
    buyingDisabled: true,
  });
});

test('refuses an unknown student', async () => {
  await expect(getCredits(asStudent(world.db, 999999), 999999)).rejects.toMatchObject({
    code: 'student_not_found',
  });
});
