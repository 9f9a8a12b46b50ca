import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { StudentAdded } from '@portal/proto/identity/v1/events';
import { seed } from '../seed.ts';
import { onStudentAdded } from './on-student-added.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await seed(db, steadyNow());
});
afterAll(() => db.drop());

test('a seminary student is linked to the member that identity names', async () => {
  const { id: seminaryStudentId } = await db.one<{ id: number }>`
    SELECT id FROM seminary_student WHERE student_id IS NULL ORDER BY id LIMIT 1`;
  const added = { studentId: 90_001, seminaryStudentId };
  await reliesOn('seminary', StudentAdded, added, (message) =>
    deliver(db, onStudentAdded, message),
  );
  expect(
    await db.one`SELECT student_id FROM seminary_student WHERE id = ${seminaryStudentId}`,
  ).toEqual({
    studentId: 90_001,
  });
});
