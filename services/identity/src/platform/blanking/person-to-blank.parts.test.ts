import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { aPassword, aStudent, someLists } from '../../testing.ts';
import { personToBlank } from './person-to-blank.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

/** The history entry of a changed record. */
const changed = (studentId: number, change: object) => db.run`
  INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
    change, request_id)
  VALUES (clock_timestamp(), 'staff', 1, 'ruth', 'update', 'student', ${String(studentId)},
    ${studentId}, ${JSON.stringify(change)}::jsonb, 'test')`;

test('finds a person by current and former addresses, in any case', async () => {
  const { id } = await aStudent(db, { email: 'Now@student.test' }, aPassword);
  await changed(id, { email: ['First@student.test', 'second@student.test'] });
  await changed(id, { email: [null, 'first@student.test'], phone: ['1', '2'] });
  await changed(id, { email: 'third@student.test' });
  await changed(id, { email: null });
  await changed(id, { phone: ['1', null] });
  const { emails } = await personToBlank(db, id);
  expect([...emails].sort()).toEqual([
    'first@student.test',
    'now@student.test',
    'second@student.test',
    'third@student.test',
  ]);
});

test('leaves out an address that another student has: mail to it may be about them', async () => {
  const { id } = await aStudent(db, { email: 'mine@student.test' }, aPassword);
  await changed(id, { email: ['shared@student.test', 'mine@student.test'] });
  await aStudent(db, { email: 'Shared@student.test' }, aPassword);
  expect((await personToBlank(db, id)).emails).toEqual(['mine@student.test']);
});
