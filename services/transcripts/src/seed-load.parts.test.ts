import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { listResults } from './results/list-results.ts';
import { finishLoad, loadPage } from './seed-load.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('transcripts');
});
afterAll(() => db.drop());

test('results are kept once, and a failed one without a score', async () => {
  const result = {
    student_id: 100_001,
    vendor_id: 4,
    exam_id: 401,
    course_number: 'CIS-201',
    subject: 'College Algebra',
    received_at: '2026-01-20T00:00:00Z',
  };
  const results = [
    {
      ...result,
      registration_id: 1,
      taken_date: '2026-01-05',
      result: 'Fail',
      score: null,
      credits: null,
    },
    {
      ...result,
      registration_id: 2,
      taken_date: '2026-02-05',
      result: 'Pass',
      score: '91',
      credits: 3,
    },
  ];
  for (let round = 0; round < 2; round++) await loadPage(db, { results });
  await finishLoad(db);
  const listed = await listResults(asStaff(db, ['ROLE_ADMIN'], { studentId: 100_001 }));
  expect(listed.map((one) => [one.result, one.score, one.credits])).toEqual([
    ['Pass', '91', 3],
    ['Fail', null, null],
  ]);
});
