import { expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import type { Package } from '@portal/contract/payments/credits';
import { fitting } from './buy-lines.ts';

const packages = [
  { id: 1, vendors_allowed: null, exams_allowed: [], number_of_credits: 3 },
  { id: 2, vendors_allowed: '1,4', exams_allowed: [], number_of_credits: 3 },
  { id: 3, vendors_allowed: '3', exams_allowed: [], number_of_credits: 3 },
  { id: 4, vendors_allowed: null, exams_allowed: [77], number_of_credits: 3 },
  { id: 5, vendors_allowed: null, exams_allowed: [], number_of_credits: 2 },
] as unknown as Package[];

test.each([
  [1, [1, 2, 4]],
  [4, [1, 2, 4]],
  [3, [1, 3, 4]],
  [5, [1, 4]],
])('an exam of vendor %d is paid by packages %j', (vendor_id, ids) => {
  const exam = { id: 77, vendor_id } as Exam;
  expect(fitting(packages, exam, 3).map(({ id }) => id)).toEqual(ids);
});
