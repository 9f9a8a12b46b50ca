import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { rebuildProjections } from '../../projections/rebuild-projections.ts';
import { listTakeableExams } from '../../records/registrations/reading/list-takeable-exams.ts';
import { aGradedExam, anExam, aRegistration, aStudent, aWorld, type World } from '../../testing.ts';
import { openStudyMaterial } from './open-study-material.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const asks = (studentId: number, materialId: number) =>
  openStudyMaterial(asStudent(world.db, studentId), { materialId, withFile: false });

test('students registered for its exam, and staff, may open a study material', async () => {
  const { studentId, examId } = await aRegistration(world);
  const other = anExam(world);
  const opened = { displayTitle: 'Study guide', url: `https://materials.test/${examId}.pdf` };
  expect(await asks(studentId, examId)).toEqual(opened);
  expect(
    await openStudyMaterial(asStaff(world.db, ['ROLE_ADMISSIONS']), {
      materialId: examId,
      withFile: false,
    }),
  ).toEqual(opened);
  expect(await refusalOf(asks(studentId, other))).toMatchObject({
    status: 403,
    code: 'not_registered',
  });
  expect(await refusalOf(asks(aStudent(world), examId))).toMatchObject({
    status: 403,
    code: 'not_registered',
  });
  expect(await refusalOf(asks(studentId, 2_000_000))).toMatchObject({
    status: 404,
    code: 'material_not_found',
  });
  await world.db.run`
      UPDATE registration SET status = 'cancelled', cancelled_at = now()
      WHERE student_id = ${studentId}`;
  expect((await refusalOf(asks(studentId, examId))).code).toBe('not_registered');
});

test('only callers who may open a material get its file', async () => {
  const { studentId, examId } = await aRegistration(world);
  const asksFile = (id: number) =>
    openStudyMaterial(asStudent(world.db, id), { materialId: examId, withFile: true });
  expect((await asks(studentId, examId)).file).toBeUndefined();
  expect((await asksFile(studentId)).file).toEqual({
    name: 'guide.pdf',
    content: Buffer.from('Study guide'),
  });
  expect((await refusalOf(asksFile(aStudent(world)))).code).toBe('not_registered');
});

test('takeable exams are offered to all students and have their requirements met', async () => {
  const studentId = aStudent(world);
  const required = anExam(world);
  const ids = [
    required,
    anExam(world, { requiredExamIds: [required] }),
    anExam(world, { active: false }),
    anExam(world, { phonesystemActive: false }),
  ];
  await rebuildProjections(world.db);
  const takeable = () =>
    listTakeableExams(asStudent(world.db, studentId), { examIds: [...ids, 2_000_000] });
  expect(await takeable()).toEqual({ examIds: [required] });
  await aGradedExam(world, { studentId, examId: required });
  expect(await takeable()).toEqual({ examIds: ids.slice(0, 2) });
});
