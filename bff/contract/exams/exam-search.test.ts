import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { examSearch, searchedPlaces, searchParts } from './exam-search.ts';

const exam = {
  subject: 'Principles of Macro-Economics II',
  vendor_name: 'TAL',
  vendor_fullname: 'Thomas A. Lerner',
  secularNumber: 'ECO-201 (C++)',
  alt1: 'Economy of nations',
  alt2: null,
  alt3: null,
};

test.each([
  { term: 'macro', why: 'the start of a word' },
  { term: 'ECON', why: 'the start of the second half of a word with a hyphen, without case' },
  { term: 'prin ii tal', why: 'words in several fields' },
  { term: '"of macro"', why: 'a phrase' },
  { term: '"of  macro', why: 'a phrase whose quote is not closed' },
  { term: '\u201cthomas a.\u201d eco', why: 'typographic quotes beside a word' },
  { term: '201', why: 'a part of the code' },
  { term: '(c++)', why: 'signs that mean something in a pattern' },
  { term: 'nations', why: 'another name' },
  { term: '  ', why: 'nothing at all' },
])('"$term" finds the exam: $why', ({ term }) => {
  expect(examSearch(term)(exam)).toBe(true);
});

test.each(['acro', 'macro physics', '"macro of"', '01', 'c+++', 'null', '.*'])(
  '"%s" does not find the exam',
  (term) => {
    expect(examSearch(term)(exam)).toBe(false);
  },
);

test('distinguishes words and phrases', () => {
  expect(searchParts('intro "World  History" to')).toEqual(['intro', 'world history', 'to']);
});

test.each([
  { text: 'History of Jewish History', term: 'hist', parts: ['Hist', 'Hist'] },
  { text: 'Biblical  Hebrew I', term: '"biblical heb" i', parts: ['Biblical  Heb', 'I'] },
  { text: 'Macro of C+++', term: 'c+++ acro', parts: ['C+++'] },
  { text: 'Talmud Talmudic', term: 'tal talmudic', parts: ['Tal', 'Talmudic'] },
  { text: 'Anything', term: '  ', parts: [] },
])('in "$text" the term $term marks $parts', ({ text, term, parts }) => {
  expect(searchedPlaces(text, term).map(([from, to]) => text.slice(from, to))).toEqual(parts);
});

test('highlights are ordered and do not overlap, for any search text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, term) => {
      const ends = searchedPlaces(text, term).flat();
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      expect(ends.every((end) => end >= 0 && end <= text.length)).toBe(true);
    }),
  );
});

test('every exam is found by its own subject, and no term breaks the search', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const subject = text.replace(/["\u201c\u201d]/g, '');
      examSearch(text)(exam);
      const found = examSearch(`"${subject}"`)({ ...exam, subject });
      expect(found).toBe(true);
    }),
  );
});
