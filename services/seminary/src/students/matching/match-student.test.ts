import { expect, test } from '@jest/globals';
import { matchStudent } from './match-student.ts';

const student = { firstName: 'Chana', lastName: 'Klein', maidenName: 'Weiss' };
const chana = { id: 1, firstName: 'Chana', lastName: 'Weiss' };
const leah = { id: 2, firstName: 'Leah', lastName: 'Roth' };

test('the link counts with any name and beside any candidates', () => {
  expect(matchStudent(student, leah, [chana])).toEqual({ found: leah, isExact: true });
});

test.each([
  ['no one', [], null],
  ['one of the same name', [chana], { found: chana, isExact: true }],
  ['one of another name', [leah], { found: leah, isExact: false }],
  ['several', [chana, leah], null],
])('without a link, %s: %j', (_who, candidates, match) => {
  expect(matchStudent(student, undefined, candidates)).toEqual(match);
});
