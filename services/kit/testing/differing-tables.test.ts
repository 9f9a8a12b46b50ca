import { expect, test } from '@jest/globals';
import { kitTables, wordsOf } from '../personal-data/personal-columns.ts';
import { differingTables } from './differing-tables.ts';

const kitColumns = [
  ...Object.entries(kitTables.about).flatMap(([table, lists]) =>
    Object.values(lists).flatMap((list) => wordsOf(list).map((column) => ({ table, column }))),
  ),
  ...wordsOf(kitTables.others).map((table) => ({ table, column: 'id' })),
];
const tables = { about: { person: { kept: 'id', blanked: 'name' } }, others: 'place' };
const own = [
  { table: 'person', column: 'id' },
  { table: 'person', column: 'name' },
  { table: 'place', column: 'id' },
];
const differing = (columns: { table: string; column: string }[]) =>
  differingTables(tables, [...kitColumns, ...columns], ['place.phone']);

test('lists that name every column once agree with the tables', () => {
  expect(differing(own)).toEqual([]);
});

test.each([
  {
    what: 'a new column',
    more: { table: 'person', column: 'nickname' },
    said: 'person.nickname: in no list',
  },
  { what: 'a new table', more: { table: 'visit', column: 'id' }, said: 'visit: in no list' },
  {
    what: 'a personal column of a table about nobody',
    more: { table: 'place', column: 'student_id' },
    said: 'place.student_id: looks personal',
  },
])('finds $what', ({ more, said }) => {
  expect(differing([...own, more])).toEqual([said]);
});

test('finds a missing table too', () => {
  expect(differing(own.slice(0, 1))).toEqual(['person.name: is not there', 'place: is not there']);
});
