import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { seed } from '../seed.ts';
import { listResults } from './list-results.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('transcripts');
  await seed(db, steadyNow());
});
afterAll(() => db.drop());

test('a failed exam shows neither score nor credits', async () => {
  const failed = (await listResults(asStaff(db, ['ROLE_ADMIN'], { studentId: 1001 }))).find(
    ({ result }) => result === 'Fail',
  );
  expect(failed).toMatchObject({ score: null, credits: null });
});

test('the database refuses a failed exam with a score', async () => {
  await expect(db.run`UPDATE exam_result SET score = '58' WHERE result = 'Fail'`).rejects.toThrow(
    'check',
  );
});

test('a student sees no results of another student', async () => {
  expect(await listResults(asStaff(db, ['ROLE_ADMIN'], { studentId: 1002 }))).toEqual([]);
});

test('two requests for the same transcript are never under way at once', async () => {
  const ask = () =>
    db.run`
      INSERT INTO transcript_request (student_id, vendor_group, requested_by, requested_at)
      VALUES (2201, 'tal_cis', 'admin', now())`;
  const settled = await Promise.allSettled([ask(), ask()]);
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
