import { expect, test } from '@jest/globals';
import {
  isAddress,
  isCohort,
  isName,
  isOldEnough,
  isPhone,
  isPlainName,
  isText,
  isZip,
} from './person-checks.ts';

const holds = (check: (text: string) => boolean, texts: readonly string[]) =>
  texts.filter((text) => check(text));

/** What nobody's name or address holds, however it is spelled. */
const never = [
  '',
  ' ',
  "'",
  '-.-',
  '<b>',
  'Dana>',
  'a\u0000b',
  'a\tb',
  'a\nb',
  'Dana\u202enoD',
  '\u2067Dana',
  'Dana\u200f',
  'Da\u200bna',
  '\u3164',
  'Dana 😀',
  'Dana ❤\ufe0f',
  'Dana 🇮🇱',
  'D\u20dd',
  'Dana\ud800',
  '=1+1',
  '@SUM(A1)',
  'a"b',
  'a;b',
  'x'.repeat(101),
  `D${'\u0301'.repeat(100)}`,
];
const names = [
  'Élise Ann',
  'E\u0301lise',
  'בראון',
  'בן־דוד',
  'צ׳רנוביץ',
  'שַׁבָּת',
  'Иванова-Петрова',
  'محمد',
  '山田',
  'प्रिया',
  'O Brien',
  "O'Brien",
  'O’Brien',
  'D‘Angelo',
  "'t Hooft",
  'Ben-David',
  'Ben‐David',
  'St. John Jr.',
  'J. R. R. Müller-Lüdenscheidt',
  'x'.repeat(100),
];

test.each([
  {
    rule: 'a name',
    check: isName,
    good: names,
    bad: [...never, 'Cohen2', '12', 'A,B', 'A/B', 'A#B'],
  },
  {
    rule: 'an address',
    check: isAddress,
    good: [
      ...names,
      '12 Barley Street, Apt #4',
      '5-7 Rue É',
      '12 Main St.',
      "3 St. Mary's Court",
      'Herzl 12/4',
      'רח׳ הרצל 12',
      'שד״ל 7',
      '12½ Elm',
    ],
    bad: [...never, '12 Main St. (rear)', '12 Main & Elm'],
  },
  {
    rule: 'a holder of a card, or a city',
    check: (text: string) => isPlainName(text, 100),
    good: [...names, 'Smith & Co. (NY)', 'Washington, D.C.', "Côte d'Ivoire", 'ACME 3'],
    bad: never.filter((text) => !['=1+1', '@SUM(A1)', 'a"b', 'a;b'].includes(text)),
  },
  {
    rule: 'a phone number',
    check: isPhone,
    good: ['718-555-0101', '(718) 555-0101 x12', '+44 20 7946 0958', '718/555/010x1'],
    bad: ['', '12345678', '718-555-0101 ext 4', '123456789012345678901', '718-555-010x1234567'],
  },
  { rule: 'a cohort', check: isCohort, good: ['2026-2027'], bad: ['', '2026', '26-27'] },
  {
    rule: 'a text of at most 5 characters',
    check: (text: string) => isText(text, 5),
    good: ['Lód z'],
    bad: ['', 'London', 'a\nb', '\ud800', 'a\u202eb', '\u2067a'],
  },
])('$rule', ({ check, good, bad }) => {
  expect([holds(check, good), holds(check, bad)]).toEqual([good, []]);
});

test.each([
  ['11230', 'United States', true],
  ['11230-1234', 'usa ', true],
  ['1123A', 'U.S.', false],
  ['N16 5UR', 'United Kingdom', true],
  ['12345678901', 'Israel', false],
  ['', 'Israel', false],
])('the zip %s in %s is good: %s', (zip, country, isGood) => {
  expect(isZip(zip, country)).toBe(isGood);
});

test('thirteen is old enough, to the day', () => {
  expect([
    isOldEnough('2013-03-02', '2026-03-02'),
    isOldEnough('2013-03-03', '2026-03-02'),
  ]).toEqual([true, false]);
});
