import { expect, test } from '@jest/globals';
import {
  isAddress,
  isCohort,
  isName,
  isPhone,
  isPlainName,
  isText,
  isZip,
  withCharacter,
} from './person-rules.ts';

const holds = (check: (text: string) => boolean, texts: readonly string[]) =>
  texts.filter((text) => check(text));

/** No name or address holds these, however it is spelled. */
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
  'King, Jr.',
  'Davis, Sr',
  'Windsor, III',
  'צ"ל',
  'x'.repeat(100),
];

test.each([
  {
    rule: 'a name',
    check: isName,
    good: names,
    bad: [...never, 'Cohen2', '12', 'A,B', 'A/B', 'A#B', 'a"b', 'a;b', 'Jr., King', 'צ"'],
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
      '12 Main St. (rear)',
      '12 Main & Elm; Apt: 4',
      'רמב"ם 5',
    ],
    bad: [...never, '12 Main St. * 4'],
  },
  {
    rule: 'a holder of a card, or a city',
    check: (text: string) => isPlainName(text, 100),
    good: [...names, 'Smith & Co. (NY)', 'Washington, D.C.', "Côte d'Ivoire", 'ACME 3'],
    bad: never.filter((text) => !['=1+1', '@SUM(A1)'].includes(text)),
  },
  {
    rule: 'a phone number',
    check: isPhone,
    good: [
      '718-555-0101',
      '718.555.0199',
      '(718) 555-0101 x12',
      '718-555-0101 X 12',
      '718-555-0101 ext. 12',
      '718-555-0101 ext 4',
      '+44 20 7946 0958',
      '718/555/010x1',
    ],
    bad: ['', '12345678', '718-555-0101 extra 4', '123456789012345678901', '718-555-010x1234567'],
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
  ['112301234', 'United States', true],
  ['1123012345', 'United States', false],
  ['1123A', 'U.S.', false],
  ['N16 5UR', 'United Kingdom', true],
  ['12345678901', 'Israel', false],
  ['', 'Israel', false],
])('the zip %s in %s is good: %s', (zip, country, isGood) => {
  expect(isZip(zip, country)).toBe(isGood);
});

test.each([
  ['Cohen2', isName, 'First name invalid: "2" is not allowed.'],
  ['Dana 😀', isName, 'First name invalid: "😀" is not allowed.'],
  ['a\u0007', isName, 'First name invalid: U+0007 is not allowed.'],
  ["'", isName, 'First name invalid'],
  ['12 Main * 4', isAddress, 'First name invalid: "*" is not allowed.'],
  ['718-555-0101_4 ext. 2', isPhone, 'First name invalid: "_" is not allowed.'],
  ['1234 ext. 2', isPhone, 'First name invalid'],
  [
    'London <b>',
    (text: string) => isPlainName(text, 60),
    'First name invalid: "<" is not allowed.',
  ],
])('the error about %j names the character', (text, rule, sentence) => {
  expect(withCharacter('First name invalid', text, rule)).toBe(sentence);
});
