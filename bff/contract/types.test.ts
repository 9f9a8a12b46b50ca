import { expect, test } from '@jest/globals';
import type * as z from 'zod';
import {
  dob,
  dollarsIn,
  email,
  flag,
  id,
  newPassword,
  opaque,
  phone,
  queryId,
  ssn4,
  text,
} from './types.ts';

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test.each([
  {
    rule: 'an id',
    schema: id,
    good: [1, 2147483647],
    bad: [0, -1, 1.5, '1', 2147483648, null, [], {}, Number.NaN],
  },
  {
    rule: 'an id in a query',
    schema: queryId,
    good: ['1', '2147483647', 7, ' 1'],
    bad: ['', '0', '1.5', 'x', '2147483648', '99999999999', ['1']],
  },
  {
    rule: 'dollars',
    schema: dollarsIn,
    good: [0, 15, 52.5, 0.29, 1.1],
    bad: [-1, 0.001, 1e9, '15', Number.POSITIVE_INFINITY],
  },
  {
    rule: 'a mail address',
    schema: email,
    good: ['a@b.co', ' Dana@student.test ', `${'a'.repeat(64)}@b.co`],
    bad: ['', 'a', 'a@b', 'a b@c.de', `${'a'.repeat(250)}@b.co`, `${'a'.repeat(65)}@b.co`, 7],
  },
  { rule: 'four digits', schema: ssn4, good: ['0042'], bad: ['42', '12345', 1234, '12 4', '١٢٣٤'] },
  {
    rule: 'a birth date',
    schema: dob,
    good: ['2004-04-15', '04/15/2004'],
    bad: ['', '2999-01-01', '1850-01-01', '02/30/2001', 20040415],
  },
  {
    rule: 'a password',
    schema: newPassword,
    good: ['Study4JSE!', "aaaaaa1'", `a1!${'b'.repeat(125)}`],
    bad: [
      'Sh0rt!',
      'nodigits!!',
      '12345678!',
      'NoSymbol1',
      'semicolon;1a!',
      'space 1a!!',
      `a1!${'b'.repeat(126)}`,
      'pässword1!',
    ],
  },
  {
    rule: 'a phone number',
    schema: phone,
    good: [
      '(845) 555-0100',
      '845555010',
      '+1 845 555 0100',
      '845-555-0100 x12',
      '8455550100x123456',
      '845-555-0100 ext 5',
      '\u202a+1 (718)\u00a0555\u20110199\u202c',
    ],
    bad: [
      '84555501',
      '845-555-0100 extra 5',
      'phone',
      '123456789012345678901',
      '845-555-0100 x1234567',
    ],
  },
  {
    rule: 'a flag',
    schema: flag,
    good: [true, false, 'true', '0', 1, 0],
    bad: ['yes', 2, null, '', 'TRUE'],
  },
  {
    rule: 'text',
    schema: text(5),
    good: ['abc', ' abcde ', 'שלום', 'a\u202eb', '\u2066a'],
    bad: ['', '  ', 'abcdef', 'a\u0000b', 'a\u0007', '\ud800', 5, null],
  },
  { rule: 'an opaque text', schema: opaque(4), good: ['ab-_'], bad: ['', 'abcde', 'a b', 'ä', 5] },
])('distinguishes $rule from other texts', ({ schema, good, bad }) => {
  expect(good.filter((value) => !takes(schema, value))).toEqual([]);
  expect(bad.filter((value) => takes(schema, value))).toEqual([]);
});

test('both forms of a birth date, and every form of a flag, come out as one', () => {
  expect(dob.parse('04/15/2004')).toBe('2004-04-15');
  expect(['true', '1', 1, true].map((value) => flag.parse(value))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['false', '0', 0, false].map((value) => flag.parse(value))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(queryId.parse('12')).toBe(12);
});
