import { expect, test } from '@jest/globals';
import { formOfRow } from './read-cells.ts';
import { withSsnZeros, withZipZeros, zeroNotes } from './restore-zeros.ts';

test.each([
  ['123', '0123'],
  ['7', '0007'],
  ['1234', '1234'],
  ['12a', '12a'],
  ['', ''],
])('the last four digits %p are read as %p', (text, read) => {
  expect(withSsnZeros(text)).toBe(read);
});

test.each([
  ['8701', null, '08701'],
  ['601', 'United States', '00601'],
  ['87011234', 'USA', '087011234'],
  ['08701', null, '08701'],
  ['12', null, '12'],
  ['8701', 'Switzerland', '8701'],
  ['9103401', null, '9103401'],
  ['9103401', 'Israel', '9103401'],
  ['H3W 1A1', null, 'H3W 1A1'],
])('the zip %p of country %p is read as %p', (text, country, read) => {
  expect(withZipZeros(text, country)).toBe(read);
});

test('restored zeros are marked, the digits of an SSN without their value', () => {
  const reading = {
    schoolId: 1,
    defaults: { gender: null, cohort: null, country: null },
    ...({ dateOrder: 'MDY', today: '2026-11-21' } as const),
  };
  const notes = (cells: Parameters<typeof formOfRow>[0]) =>
    zeroNotes(cells, formOfRow(cells, reading));
  expect(notes({ last4ssn: '123', zip: '8701' })).toEqual([
    { path: 'last4ssn', message: 'SSN (last 4): leading zeros were restored' },
    { path: 'zip', message: 'Zip: read as 08701, the file has 8701' },
  ]);
  expect(notes({ last4ssn: '\uff11\uff12', zip: '\u200e8701\u00a0' })).toMatchObject([
    { path: 'last4ssn' },
    { path: 'zip', message: 'Zip: read as 08701, the file has 8701' },
  ]);
  expect(notes({ last4ssn: '0123', zip: '08701' })).toEqual([]);
  expect(notes({ last4ssn: '0123\u200f', zip: '08701\u00a0' })).toEqual([]);
});
