import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { examSearch, searchParts } from './exam-search.ts';

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

test('words and phrases are told apart', () => {
  expect(searchParts('intro "World  History" to')).toEqual(['intro', 'world history', 'to']);
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
