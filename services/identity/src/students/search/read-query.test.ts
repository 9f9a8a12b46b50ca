import { expect, test } from '@jest/globals';
import { readQuery, type StudentQuery } from './read-query.ts';

/** The recognised fields of a query. */
const read = (typed: string): Partial<StudentQuery> =>
  Object.fromEntries(
    Object.entries(readQuery(typed)).filter(
      ([, value]) => value !== null && (!Array.isArray(value) || value.length > 0),
    ),
  );

test.each<[string, string, Partial<StudentQuery>]>([
  ['names in any order', ' Adler,  Rivka ', { words: ['adler', 'rivka'] }],
  ['names as they are searched', 'O’Brien Ben-David', { words: ['obrien', 'ben', 'david'] }],
  ['four names at most', 'a bb c d e', { words: ['a', 'bb', 'c', 'd'] }],
  ['names in another script', 'רבקה', { words: ['רבקה'] }],
  ['an address', 'Rivka@Exa', { email: 'rivka@exa' }],
  ['a birth date', '2/3/2004', { dob: '2004-02-03' }],
  ['a birth date as data', '2004-02-03', { dob: '2004-02-03' }],
  ['four digits', '0937', { last4Ssn: '0937', id: 937, partnerId: '0937' }],
  ['a short number', '12', { id: 12, partnerId: '12' }],
  ['a phone number', '(212) 555-0100', { phone: '2125550100' }],
  ['a phone number with our country code', '+1 212 555 0100', { phone: '2125550100' }],
  ['ten digits', '2125550100', { phone: '2125550100', id: 2_125_550_100, partnerId: '2125550100' }],
])('%s are read from "%s"', (_what, typed, wanted) => {
  expect(read(typed)).toEqual(wanted);
});

test.each(['', ' ', 'a', 'b c', '13/45/2004', '()'])(
  'nothing to look for is read from "%s"',
  (typed) => {
    expect(read(typed)).toEqual({});
  },
);
