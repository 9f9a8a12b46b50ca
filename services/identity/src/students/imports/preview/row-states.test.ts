import { expect, test } from '@jest/globals';
import { aForm } from '../../../testing.ts';
import { type Match, type ReadRow, statesOfRows } from './row-states.ts';

const pair = { dob: '2001-05-17', last4Ssn: '5577' };
const own: Match = { ...pair, id: 1, schoolId: 7, cohort: '2025-2026' };
const other: Match = { ...pair, id: 2, schoolId: 8, cohort: null };
const rows = (...changes: (Partial<ReturnType<typeof aForm>> & { wrong?: true })[]): ReadRow[] =>
  changes.map(({ wrong, ...change }, at) => ({
    row: at + 2,
    form: aForm({ ...pair, cohort: null, ...change }),
    notes: [],
    errors: wrong ? [{ path: 'zip', message: 'Zip invalid' }] : [],
  }));
const states = (read: ReadRow[], matches: Match[] = [], mayConfirm = true) =>
  statesOfRows(read, { schoolId: 7, matches, mayConfirm }).map(
    ({ what, matches, choice, choices }) => [
      what,
      choice,
      choices.join(' '),
      matches.map(({ id }) => id).join(' '),
    ],
  );

test.each([
  ['no student on record has its pair', rows({}), [], ['add', 'add', 'add skip', '']],
  ['it has an error', rows({ wrong: true }), [own], ['error', 'skip', 'skip', '']],
  ['its student is in the school', rows({}), [own], ['same', 'skip', 'skip', '1']],
  [
    'its student is in the school with another cohort',
    rows({ cohort: '2026-2027' }),
    [own],
    ['same', 'skip', 'skip cohort', '1'],
  ],
  [
    'its student is in the school with this cohort',
    rows({ cohort: '2025-2026' }),
    [own],
    ['same', 'skip', 'skip', '1'],
  ],
  ['somebody elsewhere has its pair', rows({}), [other], ['duplicate', 'skip', 'skip add', '2']],
  ['one of both is in the school', rows({}), [other, own], ['same', 'skip', 'skip', '1']],
  [
    'its pair is of another day',
    rows({ dob: '2001-05-18' }),
    [own, other],
    ['add', 'add', 'add skip', ''],
  ],
] as const)('the state of a row where %s', (_, read, matches, state) => {
  expect(states([...read], [...matches])).toEqual([[...state]]);
});

test('a school admin can only skip a duplicate', () => {
  expect(states(rows({}), [other], false)).toEqual([['duplicate', 'skip', 'skip', '2']]);
});

test('of rows with one pair the first without an error counts, and the others stand twice', () => {
  expect(states(rows({ wrong: true }, {}, {}, { last4Ssn: '5578' }, {}))).toEqual([
    ['error', 'skip', 'skip', ''],
    ['add', 'add', 'add skip', ''],
    ['twice', 'skip', 'skip', ''],
    ['add', 'add', 'add skip', ''],
    ['twice', 'skip', 'skip', ''],
  ]);
});
