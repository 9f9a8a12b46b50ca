import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { aStudent, someLists } from '../../testing.ts';
import { findByJseIds, getVendorIds, keepCccId, listVendorIds } from './vendor-ids.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

const service = () => asService(db, 'registration');

test('stores the id that a vendor gave, and keeps the first one', async () => {
  const { id: studentId } = await aStudent(db);
  expect(await getVendorIds(service(), studentId)).toEqual({ cccId: null });
  const kept = await Promise.all(
    ['CCC-1', 'CCC-2', 'CCC-3'].map((cccId) => keepCccId(service(), { studentId, cccId })),
  );
  expect(new Set(kept).size).toBe(1);
  expect(await getVendorIds(service(), studentId)).toEqual({ cccId: kept[0] });
  expect(
    await db.many`SELECT 1 FROM audit WHERE row_id = ${String(studentId)} AND change ? 'cccId'`,
  ).toHaveLength(1);
});

test('two students are never one at the vendor', async () => {
  const [one, other] = [
    await aStudent(db),
    await aStudent(db, { dob: '1999-01-01', email: 'other@student.test' }),
  ];
  await keepCccId(service(), { studentId: one.id, cccId: 'CCC-9' });
  await expect(keepCccId(service(), { studentId: other.id, cccId: 'CCC-9' })).rejects.toMatchObject(
    { code: '23505' },
  );
});

test('a student not on record has no ids, and a missing id is none', async () => {
  expect((await refusalOf(getVendorIds(service(), 999_999))).code).toBe('student_not_found');
  expect((await refusalOf(keepCccId(service(), { studentId: 999_999, cccId: 'CCC-5' }))).code).toBe(
    'student_not_found',
  );
  expect((await refusalOf(keepCccId(service(), { studentId: 999_999, cccId: '' }))).code).toBe(
    'malformed',
  );
});

test('returns ids of many students, and finds students by JSE id; skips unknown ones', async () => {
  const [one, other] = [await aStudent(db), await aStudent(db)];
  await db.run`UPDATE student SET tal_id = 'TAL-77', jse_id = 'JSE-77' WHERE id = ${one.id}`;
  expect(await listVendorIds(service(), [one.id, other.id, 999_999])).toEqual([
    { studentId: one.id, talId: 'TAL-77', cccId: null },
    { studentId: other.id, talId: null, cccId: null },
  ]);
  expect(await findByJseIds(service(), ['JSE-77', 'JSE-none'])).toEqual([
    { jseId: 'JSE-77', studentId: one.id },
  ]);
});
