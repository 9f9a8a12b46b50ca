import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalizeAddress, normalizeLine, normalizeLines } from './normalize-text.ts';

test.each([
  ['a no-break space', 'Chaya\u00a0Leah', 'Chaya Leah'],
  ['spaces of every width', '\u2003a\u2009\u3000 b\u202f', 'a b'],
  ['tabs and line breaks', 'a\t\r\nb', 'a b'],
  [
    'the hyphen and dashes of typographers',
    'a\u2010b\u2011c\u2012d\u2013e\u2014f\u2015g',
    'a-b-c-d-e-f-g',
  ],
  [
    'a phone number as iOS copies it',
    '\u202a+1 (718)\u00a0555\u20110199\u202c',
    '+1 (718) 555-0199',
  ],
  ['marks of direction and of no width', '\u200e\u2067D\u200ba\u2060na\u2069\u200f\ufeff', 'Dana'],
  ['full-width digits', '\uff10\uff14/\uff19', '04/9'],
  ['a letter in two parts', 'E\u0301lise', '\u00c9lise'],
  ['only blanks', ' \u00a0\u200b\t', ''],
  ['maqaf, geresh and gershayim', 'בן־דוד צ׳ רמב״ם', 'בן־דוד צ׳ רמב״ם'],
])('normalizes %s in a single-line field', (_, typed, normalized) => {
  expect(normalizeLine(typed)).toBe(normalized);
});

test.each([
  ['12 Main St\r\nApt 4', '12 Main St, Apt 4'],
  ['12 Main St,\n\n Apt 4\n', '12 Main St, Apt 4'],
  ['12\u00a0Main St', '12 Main St'],
])('joins the lines of the address %j', (typed, normalized) => {
  expect(normalizeAddress(typed)).toBe(normalized);
});

test('keeps the spaces, dashes and line breaks of a text of several lines', () => {
  expect(normalizeLines(' One \u2013 two\u200f  three \n\n  E\u0301 \n')).toBe(
    'One \u2013 two  three\n\n\u00c9',
  );
});

test('a normalized text does not change when it is normalized again', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, (typed) => {
      for (const normalize of [normalizeLine, normalizeAddress, normalizeLines])
        expect(normalize(normalize(typed))).toBe(normalize(typed));
    }),
  );
});

test('a long run of marks is not put in order', () => {
  const text = `D${'\u0301\u0323'.repeat(50_000)}`;
  expect(normalizeLine(text)).toBe(text);
});
