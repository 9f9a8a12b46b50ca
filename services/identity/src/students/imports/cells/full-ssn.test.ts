import { expect, test } from '@jest/globals';
import { isFullSsn, isWrittenSsn } from './full-ssn.ts';

test.each([
  ['123-45-6789', true],
  ['SSN: 123-45-6789.', true],
  ['123 45 6789', true],
  ['123.45.6789', true],
  ['123\u201345\u20136789', true],
  ['718-555-0101', false],
  ['(718) 555-0101', false],
  ['11230-1234', false],
  ['2004-04-15', false],
  ['04-15-2004', false],
  ['1123-45-6789', false],
  ['123-45-67890', false],
  ['xxx-xx-6789', false],
  ['6789', false],
  ['', false],
])('that %j is a written SSN is %s', (cell, is) => {
  expect(isWrittenSsn(cell)).toBe(is);
});

test.each([
  ['123456789', true],
  ['123-456-789', true],
  ['12345678', true], // a table dropped its zero
  ['1234567', true],
  ['6789', false],
  ['***-**-6789', false],
  ['1234567890', false],
  ['', false],
])('that %j in a column of SSNs is a full one is %s', (cell, is) => {
  expect(isFullSsn(cell)).toBe(is);
});
