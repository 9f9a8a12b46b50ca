import { expect, test } from '@jest/globals';
import { isAddress, isCohort, isName, isOldEnough, isPhone, isPlace, isZip } from './person-checks.ts';

const holds = (check: (text: string) => boolean, texts: readonly string[]) => texts.filter((text) => check(text));

test.each([
  { rule: 'a name', check: isName, good: ['Élise Ann', 'בראון', 'O Brien'], bad: ['', "O'Brien", 'Cohen2', 'A-B', 'x'.repeat(101)] },
  { rule: 'an address', check: isAddress, good: ['12 Barley Street, Apt #4', '5-7 Rue É'], bad: ['', '12 Main St.', 'a\u0000b', '<b>'] },
  {
    rule: 'a phone number',
    check: isPhone,
    good: ['718-555-0101', '(718) 555-0101 x12', '+44 20 7946 0958', '718/555/010x1'],
    bad: ['', '12345678', '718-555-0101 ext 4', '123456789012345678901', '718-555-010x1234567'],
  },
  { rule: 'a cohort', check: isCohort, good: ['2026-2027'], bad: ['', '2026', '26-27'] },
  {
    rule: 'a place of at most 5 characters',
    check: (text: string) => isPlace(text, 5),
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
  expect([isOldEnough('2013-03-02', '2026-03-02'), isOldEnough('2013-03-03', '2026-03-02')]).toEqual([true, false]);
});
