import { expect, test } from '@jest/globals';
import { bankErrors, noBank } from './bank-rules.ts';

const right = { name: 'Dana Levi', account: '123456789', routing: '121042882', type: 'checking' };

test('a bank account that is right has no errors, an empty form has them all', () => {
  expect(bankErrors(right)).toEqual({});
  expect(Object.keys(bankErrors(noBank))).toEqual(['name', 'account', 'routing']);
});

test.each([
  { field: 'name', wrong: { name: ' ' } },
  { field: 'name', wrong: { name: 'Chaya Mushka Rosenthal-Katz' } },
  { field: 'account', wrong: { account: '123' } },
  { field: 'account', wrong: { account: '123456789012345678' } },
  { field: 'routing', wrong: { routing: '12104288' } },
  { field: 'type', wrong: { type: 'giro' } },
] as const)('a wrong $field is named with its repair: $wrong', ({ field, wrong }) => {
  expect(Object.keys(bankErrors({ ...right, ...wrong }))).toEqual([field]);
  expect(bankErrors({ ...right, ...wrong })[field]).toMatch(/^(Enter|Choose) /);
});

test.each(['checking', 'savings', 'businessChecking'])('a %s account is one (R-256)', (type) => {
  expect(bankErrors({ ...right, type })).toEqual({});
});
