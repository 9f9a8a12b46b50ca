import { expect, test } from '@jest/globals';
import { receiptYears } from './receipt-years.ts';

test.each([
  ['2026-01-01T04:59:59Z', [2025, 2024, 2023, 2022, 2021]],
  ['2026-01-01T05:00:00Z', [2026, 2025, 2024, 2023, 2022]],
])('at %s receipts are of the years %j', (now, years) => {
  expect(receiptYears(new Date(now))).toEqual(years);
});
