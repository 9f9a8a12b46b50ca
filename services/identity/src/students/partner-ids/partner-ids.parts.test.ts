import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asService,
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { aStudent, someLists } from '../../testing.ts';
import type { PartnerIds } from './partner.ts';
import { getPartnerIds, keepTalId, savePartnerIds } from './partner-ids.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
});
afterAll(() => db.drop());

let last = 0;
const anyStudent = () => {
  last += 1;
  const day = String(last).padStart(2, '0');
  return aStudent(db, { dob: `1999-01-${day}`, email: `partner${last}@student.test` });
};
const staff = (studentId: number, key?: string) =>
  asStaff(db, ['ROLE_SUPPORT'], { studentId, ...(key ? { key } : {}) });
const save = (studentId: number, changes: Partial<PartnerIds>, key?: string) =>
  savePartnerIds(staff(studentId, key), changes);
const keep = (studentId: number, talId: string) =>
  keepTalId(asService(db, 'seminary'), { studentId, talId });
const auditsOf = async (studentId: number) =>
  (
    await db.many<{ change: object }>`
      SELECT change FROM audit WHERE table_name = 'student' AND row_id = ${String(studentId)}
        AND op = 'update' ORDER BY id`
  ).map(({ change }) => change);

test('staff set and remove ids; changes are in the history and announced', async () => {
  const { id } = await anyStudent();
  const set = { talId: 'TAL-1', maspedId: 'M-1' };
  expect(await save(id, set)).toEqual({ ...set, cccId: null, ttiId: null });
  expect(await save(id, { talId: null, ttiId: 'TTI-1' })).toEqual({
    talId: null,
    cccId: null,
    ttiId: 'TTI-1',
    maspedId: 'M-1',
  });
  expect(await getPartnerIds(staff(id))).toMatchObject({ ttiId: 'TTI-1', maspedId: 'M-1' });
  expect(await auditsOf(id)).toEqual([
    { talId: [null, 'TAL-1'], maspedId: [null, 'M-1'] },
    { talId: ['TAL-1', null], ttiId: [null, 'TTI-1'] },
  ]);
  expect(
    await db.many`
      SELECT 1 FROM outbox WHERE type = 'identity.student_changed'
        AND payload #>> '{data,studentId}' = ${String(id)}`,
  ).toHaveLength(2);
});

test('saving stored ids changes nothing, and a repeated key gives the first answer', async () => {
  const { id } = await anyStudent();
  const key = 'partner-ids-once';
  const first = await save(id, { talId: 'TAL-2' }, key);
  await save(id, { talId: 'TAL-2' });
  await save(id, { talId: 'TAL-3' });
  expect(await save(id, { talId: 'TAL-2' }, key)).toEqual(first);
  expect(await auditsOf(id)).toHaveLength(2);
});

test.each(['talId', 'cccId', 'ttiId', 'maspedId'] as const)(
  'two students never have the same %s; the error names the one who has it',
  async (name) => {
    const [one, other] = [await anyStudent(), await anyStudent()];
    const settled = await Promise.allSettled(
      [one, other].map(({ id }) => save(id, { [name]: `SAME-${name}` })),
    );
    expect(refusals(settled)).toEqual(['id_taken']);
    const { id } = await anyStudent();
    expect((await refusalOf(save(id, { [name]: `SAME-${name}` }))).detail).toMatch(
      /^\S.* has this id\.$/,
    );
  },
);

test.each(['', 'a b', '<x>', 'x'.repeat(51)])('refuses %j as an id, by field', async (value) => {
  const { id } = await anyStudent();
  expect((await refusalOf(save(id, { cccId: value }))).extra.errors).toEqual([
    { path: 'cccId', message: 'Id invalid' },
  ]);
});

test('the first id of TAL stays when another one comes; a taken one is refused', async () => {
  const [one, other] = [await anyStudent(), await anyStudent()];
  expect(await keep(one.id, 'TAL-10')).toBe('TAL-10');
  expect(await keep(one.id, 'TAL-11')).toBe('TAL-10');
  expect((await refusalOf(keep(other.id, 'TAL-10'))).code).toBe('id_taken');
  expect((await getPartnerIds(staff(other.id))).talId).toBeNull();
});

test('a student who is not on record has no ids', async () => {
  for (const work of [
    getPartnerIds(staff(999_999)),
    save(999_999, { talId: 'TAL-9' }),
    keep(999_999, 'TAL-9'),
  ])
    expect((await refusalOf(work)).code).toBe('student_not_found');
});
