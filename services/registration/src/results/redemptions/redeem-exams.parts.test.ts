import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService } from '@portal/kit/testing';
import { anExam, aStudent, aWorld, type World } from '../../testing.ts';
import { confirmRedemption, reserveRedemption } from './redeem-exams.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

test('redeemed exams store the packages that paid them, if payments said so', async () => {
  const [studentId, runId] = [aStudent(world), randomUUID()];
  const by = () => asService(world.db, 'seminary', { key: randomUUID() });
  const examIds = [anExam(world), anExam(world), anExam(world)];
  const { exams } = await reserveRedemption(by(), { runId, studentId, examIds });
  const packageIds = [[41, 42], [], null];
  await confirmRedemption(by(), {
    runId,
    studentId,
    redeemedOn: '2026-06-01',
    exams: exams.map(({ registrationId, examId }) => ({
      registrationId,
      credits: 3,
      packageIds: packageIds[examIds.indexOf(examId)] ?? null,
      grade: '91',
      gradeComment: 'Pass',
    })),
  });
  expect(
    await world.db.many`
      SELECT package_type_ids, packages_known FROM registration WHERE student_id = ${studentId}
      ORDER BY exam_id`,
  ).toEqual([
    { packageTypeIds: [41, 42], packagesKnown: true },
    { packageTypeIds: [], packagesKnown: true },
    { packageTypeIds: [], packagesKnown: false },
  ]);
});
