import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { readExams } from './exams/list-exams.ts';
import { seed } from './seed.ts';
import { seedLoad } from './seed-load.ts';

const now = new Date('2026-11-21T15:00:00Z');
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('catalog');
  await seed(db, now);
});
afterAll(() => db.drop());

test('adds exams and branches up to the given number; a second run changes nothing', async () => {
  const counts = () =>
    db.one`
      SELECT (SELECT count(*)::int FROM exam WHERE active) AS exams,
        (SELECT count(*)::int FROM location WHERE active) AS branches,
      (SELECT count(*)::int FROM outbox) AS events`;
  await seedLoad(db, { exams: 500, branches: 30 }, now);
  const before = await counts();
  expect(before).toMatchObject({ exams: 500, branches: 36 });
  await seedLoad(db, { exams: 500, branches: 30 }, now);
  expect(await counts()).toEqual(before);
});

test('there are courses, exams on paper, exams online and exams that ask for others', async () => {
  const load = (await readExams(db, null)).filter(({ id }) => id > 10_000);
  for (const kind of ['onlineOnly', 'paperOnly', 'assignments'] as const)
    expect(load.some((exam) => exam[kind])).toBe(true);
  expect(load.some(({ requiredExamIds }) => requiredExamIds.length > 0)).toBe(true);
  expect(new Set(load.map(({ vendorId }) => vendorId))).toEqual(new Set([1, 3, 4]));
});
