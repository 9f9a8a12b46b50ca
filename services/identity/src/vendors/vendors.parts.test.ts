import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService, freshDatabase, refusalOf, type TestDatabase } from '@portal/kit/testing';
import { aStudent, someLists } from '../testing.ts';
import { getVendorIds, keepCccId } from './vendor-ids.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

const service = () => asService(db, 'registration');

test('the id that a vendor gave is kept, and the first one stands whoever comes after', async () => {
  const { id: studentId } = await aStudent(db);
  expect(await getVendorIds(service(), studentId)).toEqual({ cccId: null });
  const kept = await Promise.all(['CCC-1', 'CCC-2', 'CCC-3'].map((cccId) => keepCccId(service(), { studentId, cccId })));
  expect(new Set(kept).size).toBe(1);
  expect(await getVendorIds(service(), studentId)).toEqual({ cccId: kept[0] });
  expect(await db.many`SELECT 1 FROM audit WHERE row_id = ${String(studentId)} AND change ? 'cccId'`).toHaveLength(1);
});

test('two students are never one at the vendor', async () => {
  const [one, other] = [await aStudent(db), await aStudent(db, { dob: '1999-01-01', email: 'other@student.test' })];
  await keepCccId(service(), { studentId: one.id, cccId: 'CCC-9' });
  await expect(keepCccId(service(), { studentId: other.id, cccId: 'CCC-9' })).rejects.toMatchObject({ code: '23505' });
});

test('who is not on record has no ids, and none is no id', async () => {
  expect((await refusalOf(getVendorIds(service(), 999_999))).code).toBe('student_not_found');
  expect((await refusalOf(keepCccId(service(), { studentId: 999_999, cccId: 'CCC-5' }))).code).toBe('student_not_found');
  expect((await refusalOf(keepCccId(service(), { studentId: 999_999, cccId: '' }))).code).toBe('malformed');
});
