import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asPublic, asStudent, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { seed } from './seed.ts';
import { listStudentPrograms } from './students/list-programs.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await seed(db, asPublic(db).now);
});
afterAll(() => db.drop());

test('seeding again changes nothing', async () => {
  const count = () => db.one<{ n: number }>`SELECT count(*)::int AS n FROM seminary_student`;
  const before = await count();
  await seed(db, asStudent(db, 1).now);
  expect(await count()).toEqual(before);
  expect(before.n).toBe(30);
});

test('a redemption is never taken back or changed into a discard', async () => {
  await expect(db.run`UPDATE seminary_student SET redeemed_exams = NULL WHERE redeemed_exams = 1`).rejects.toThrow('irreversible');
  await expect(db.run`UPDATE seminary_student SET redeemed_exams = 1 WHERE redeemed_exams = 2`).rejects.toThrow('irreversible');
});

test('nobody is redeemed without the member that the exams go to', async () => {
  await expect(db.run`UPDATE seminary_student SET redeemed_exams = 1 WHERE student_id IS NULL`).rejects.toThrow('check');
});

test('two refunds at once never give back more than was paid', async () => {
  const { id, studentProgramId } = await db.one<{
    id: number;
    studentProgramId: number;
  }>`SELECT id, student_program_id FROM study_payment WHERE amount_cents = 60000`;
  const refund = () => db.run`
    INSERT INTO study_payment (student_program_id, amount_cents, gateway, method, last4, paid_at, refund_of, charged_by)
    VALUES (${studentProgramId}, -40000, 'TTI', 'CC', '1111', now(), ${id}, 'test')`;
  const settled = await Promise.allSettled([refund(), refund()]);
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('only programmes that a student has joined count', async () => {
  expect(await listStudentPrograms(asStudent(db, 2201))).toEqual([expect.objectContaining({ programId: 1 })]);
  expect(await listStudentPrograms(asStudent(db, 1003))).toEqual([]);
});
