import { expect, test } from '@jest/globals';
import { choicesOf, filledIn, oneOf, textsIn } from './filter-query.ts';

test('fields that ask for nothing are not saved, so an empty birth date is none', () => {
  expect(filledIn({ dob: '', ssn: undefined, year: null, seminary: '4', retired: false })).toEqual({
    seminary: '4',
    retired: false,
  });
});

test('of a saved filter only fields that the table still has are taken, and texts alone', () => {
  expect(textsIn({ q: 'a', vendor: '', old: 'x', kind: 5 }, ['q', 'vendor', 'kind'])).toEqual({
    q: 'a',
  });
});

test('takes only known values from an address', () => {
  const words = { export: 'Export', blanking: 'Blanking' };
  expect(choicesOf(words)).toEqual([
    { value: 'export', label: 'Export' },
    { value: 'blanking', label: 'Blanking' },
  ]);
  expect(oneOf(words, 'blanking')).toBe('blanking');
  for (const other of ['toString', 'Export', '', undefined])
    expect(oneOf(words, other)).toBeUndefined();
});
