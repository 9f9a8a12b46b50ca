import { expect, test } from '@jest/globals';
import { paidText, tableSession } from './row-facts.ts';

test.each([
  ['2026-12-06', '09:30', '12/06/2026 9:30 AM ET'],
  ['2026-12-06', null, '12/06/2026'],
  [null, null, ''],
])('a row shows the day and time of session %s %s as %j', (day, time, text) => {
  expect(tableSession(day, time)).toBe(text);
});

test.each([
  ['2026-12-01', 0, '12/01/2026'],
  ['2026-12-01', 60, '12/01/2026, $60.00 due'],
  [null, 60, '$60.00 due'],
  [null, 0, ''],
])('a row paid on %s that owes %s shows %j', (day, due, text) => {
  expect(paidText(day, due)).toBe(text);
});
