import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { asService, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { seed } from '../seed.ts';
import { linkMember } from './link-member.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await seed(db, asService(db, 'seminary').now);
});
afterAll(() => db.drop());

const link = (seminaryStudentId: number, studentId: number) =>
  inTransaction(asService(db, 'seminary'), 'link', (tx) =>
    linkMember(tx, seminaryStudentId, studentId),
  );
const memberOf = async (id: number) =>
  (
    await db.one<{
      studentId: number | null;
    }>`SELECT student_id FROM seminary_student WHERE id = ${id}`
  ).studentId;

test('links an unlinked seminary student once, and gives a member one link only', async () => {
  const [first, second] = await db.many<{
    id: number;
  }>`SELECT id FROM seminary_student WHERE student_id IS NULL ORDER BY id LIMIT 2`;
  const [a, b] = [first?.id as number, second?.id as number];
  await link(a, 90_001);
  expect(await memberOf(a)).toBe(90_001);
  expect(
    await db.maybe`
      SELECT change FROM audit WHERE table_name = 'seminary_student' AND student_id = 90001`,
  ).toEqual({
    change: { studentId: [null, 90_001] },
  });

  await link(a, 90_002);
  await link(b, 90_001);
  await link(99_999, 90_003);
  expect([await memberOf(a), await memberOf(b)]).toEqual([90_001, null]);
});
