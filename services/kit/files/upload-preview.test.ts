import { expect, test } from '@jest/globals';
import { fingerprintOf, problemsByRow } from './upload-preview.ts';

test('each previewed outcome has a fingerprint of its own', () => {
  const shown = fingerprintOf([{ place: 'row 2', changes: ['Grade 88, Pass'] }]);
  expect(shown).toMatch(/^[\w-]{43}$/);
  expect(fingerprintOf([{ place: 'row 2', changes: ['Grade 88, Pass'] }])).toBe(shown);
  expect(fingerprintOf([{ place: 'row 2', changes: ['Grade 89, Pass'] }])).not.toBe(shown);
  expect(fingerprintOf([])).not.toBe(shown);
});

test('a row with two errors has one problem, which names the columns', () => {
  const problems = problemsByRow([
    { path: 'row 2, grade', message: 'At most 10 characters' },
    { path: 'row 3', message: 'Registration not found.' },
    { path: 'row 2, batch_id', message: 'Must be a positive whole number' },
    { path: 'a, b.pdf', message: 'a, b.pdf: Registration not found.' },
  ]);
  expect([...problems]).toEqual([
    ['row 2', 'grade: At most 10 characters; batch_id: Must be a positive whole number'],
    ['row 3', 'Registration not found.'],
    ['a, b.pdf', 'a, b.pdf: Registration not found.'],
  ]);
});
