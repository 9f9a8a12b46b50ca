import { expect, test } from '@jest/globals';
import type { AccountReportRow } from '@portal/contract/schools';
import { rowsBetween, usageOf } from './report.ts';

const row = (about: Partial<AccountReportRow>): AccountReportRow => ({
  Quantity: 1,
  Date: '2026-11-02',
  Description: 'Algebra (TAL), 3 credits',
  Cohort: '2026-2027',
  Amount: -135,
  Balance: 0,
  isPayment: false,
  ...about,
});
const report = [
  row({}),
  row({ Amount: 45, Date: '2026-11-05' }),
  row({ Cohort: ' 2026-2027 ', Amount: -10 }),
  row({ Cohort: null, Amount: -20, Date: '2026-12-01' }),
  row({ Cohort: '', Amount: 600.5, isPayment: true }),
];

test.each([
  ['2026-2027', 100],
  ['NULL', 20],
  ['2025-2026', 0],
])('the usage of %s is %d dollars', (cohort, dollars) => {
  expect(usageOf(report, cohort)).toBe(dollars);
});

test('a range of days has its first and last day', () => {
  const days = (from: string, to: string) =>
    rowsBetween(report, { from, to }).map(({ Date: day }) => day);
  expect(days('2026-11-05', '2026-12-01')).toEqual(['2026-11-05', '2026-12-01']);
  expect(days('', '2026-11-04')).toHaveLength(3);
});
