import { expect, test } from '@jest/globals';
import { oneSlipAway } from './one-slip.ts';

test.each([
  ['levy', 'levi', 'with a wrong letter'],
  ['kevi', 'levi', 'with a wrong first letter'],
  ['lvei', 'levi', 'with letters swapped'],
  ['levii', 'levi', 'with a letter too much'],
  ['xlevi', 'levi', 'with a letter too much at its head'],
  ['lei', 'levi', 'with a letter left out'],
  ['evi', 'levi', 'without its first letter'],
  ['lev', 'levi', 'without its last letter'],
  ['כהנ', 'כהן', 'with a Hebrew letter that is wrong'],
  ['stenr', 'stern', 'of five letters'],
])('"%s" may mean "%s", %s', (typed, meant) => {
  expect(oneSlipAway(typed)).toContain(meant);
});

test.each([
  ['lvie', 'levi'],
  ['levi', 'levi'],
  ['adlerr', 'goldstein'],
])('"%s" is not one slip away from "%s"', (typed, other) => {
  expect(oneSlipAway(typed)).not.toContain(other);
});

test('does not guess at words of two letters, or of seven', () => {
  for (const word of ['le', 'goldste', '', 'x']) expect(oneSlipAway(word)).toEqual([]);
});

test('of a word of six letters there are few hundred', () => {
  expect(oneSlipAway('miriam').length).toBeLessThan(350);
});
