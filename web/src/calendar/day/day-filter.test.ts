import { expect, test } from '@jest/globals';
import type { DayRow } from '@portal/contract/sessions/session-day';
import { type DayFilter, shownStudents } from './day-filter.ts';

const row = (name: string, attendance: DayRow['attendance']) => ({ name, attendance }) as DayRow;
const rows = [
  row('Adler, Miri', 'arrived'),
  row('Levi, Dana', 'expected'),
  row('Levi, Shira', 'absent'),
  row('Stern, Rivka', 'left_early'),
];

test.each<[string, Partial<DayFilter>, string[]]>([
  ['nobody in particular', {}, rows.map(({ name }) => name)],
  ['a part of the name, in any case', { search: ' LEVI ' }, ['Levi, Dana', 'Levi, Shira']],
  ['the first name', { search: 'riv' }, ['Stern, Rivka']],
  ['a name that nobody has', { search: 'Katz' }, []],
  ['who has not come yet', { attendance: 'expected' }, ['Levi, Dana']],
  ['both at once', { search: 'levi', attendance: 'absent' }, ['Levi, Shira']],
])('the filter finds students: %s', (_, filter, shown) => {
  const found = shownStudents(rows, { search: '', attendance: undefined, ...filter });
  expect(found.map(({ name }) => name)).toEqual(shown);
});
