import { expect, test } from '@jest/globals';
import { addressOf, daysRefusal, filtersIn, lastMonth, noFilters, questionOf } from './filters.ts';

const days = { ...noFilters, from: '2026-10-01', to: '2026-11-20' };

test('filters are read back from their address, which leaves out unset ones', () => {
  const filters = { ...days, vendor: '3', cohort: 'NULL' };
  const address = new URLSearchParams(addressOf(filters));
  expect(address.toString()).toBe('from=2026-10-01&to=2026-11-20&dates=1&vendor=3&cohort=NULL');
  expect(filtersIn(address)).toEqual(filters);
});

test.each([
  ['nothing', noFilters],
  ['one day', { ...noFilters, from: '2026-10-01' }],
  ['days that end before they begin', { ...days, to: '2026-09-30' }],
  ['more than 366 days', { ...days, to: '2027-10-03' }],
])('%s asks for nothing yet', (_name, filters) => {
  expect(questionOf(filters)).toBeNull();
});

test('an invalid number in the address does not filter', () => {
  expect(questionOf({ ...days, vendor: 'x', exam: '12', type: '-1' })).toEqual({
    dateType: 1,
    startDate: '2026-10-01',
    endDate: '2026-11-20',
    examId: 12,
  });
});

test('days are refused in the words of the contract, once both are there', () => {
  expect(daysRefusal({ ...days, to: '2026-09-30' })).toBe('The end date is before the start date.');
  expect(daysRefusal({ ...days, to: '2027-10-03' })).toBe('Please choose at most 366 days.');
  expect([daysRefusal(days), daysRefusal({ ...days, to: '' })]).toEqual([null, null]);
});

test.each([
  { today: '2026-11-23', from: '2026-10-01', to: '2026-10-31' },
  { today: '2027-01-01', from: '2026-12-01', to: '2026-12-31' },
  { today: '2028-03-31', from: '2028-02-01', to: '2028-02-29' },
])('on $today the last month goes from $from to $to', ({ today, from, to }) => {
  expect(lastMonth(today)).toEqual({ from, to });
});
