import { expect, test } from '@jest/globals';
import { fitsWords, idTyped, readFinderQuery } from './finder-query.ts';

test.each([
  { typed: 'r881', registration: 881, session: null, student: null },
  { typed: ' R881 ', registration: 881, session: null, student: null },
  { typed: 's204', registration: null, session: 204, student: null },
  { typed: '881', registration: 881, session: 881, student: 881 },
  { typed: '0', registration: null, session: null, student: null },
  { typed: '99999999999', registration: null, session: null, student: null },
  { typed: '9999999999', registration: null, session: null, student: null },
  { typed: 'x881', registration: null, session: null, student: null },
  { typed: '123-45-6789', registration: null, session: null, student: null },
  { typed: '04/15/2004', registration: null, session: null, student: null },
  { typed: '', registration: null, session: null, student: null },
])(
  '"$typed" names registration $registration, session $session, student $student (R-572)',
  ({ typed, ...ids }) => {
    const query = readFinderQuery(typed);
    const found = {
      registration: idTyped(query, 'registration'),
      session: idTyped(query, 'session'),
      student: idTyped(query, 'student'),
    };
    expect(found).toEqual(ids);
  },
);

test.each([
  { typed: 'bnos ch', texts: ['Bnos Chaya Seminary', 'Brooklyn'], fits: true },
  { typed: 'chaya brook', texts: ['Bnos Chaya Seminary', 'Brooklyn'], fits: true },
  { typed: 'haya', texts: ['Bnos Chaya Seminary'], fits: false },
  { typed: 'bnos levi', texts: ['Bnos Chaya Seminary'], fits: false },
  { typed: 'ÉTHICS', texts: ['Ethics & Law'], fits: true },
  { typed: 'ethics, law', texts: ['Ethics & Law'], fits: true },
  { typed: 'phi-101', texts: ['Ethics', 'PHI-101-TE'], fits: true },
  { typed: 'e', texts: ['Ethics'], fits: false },
  { typed: '', texts: ['Ethics'], fits: false },
  { typed: '()', texts: ['Ethics'], fits: false },
  { typed: 'תנ', texts: ['תנ״ך', null], fits: true },
])('"$typed" fits $texts: $fits', ({ typed, texts, fits }) => {
  expect(fitsWords(readFinderQuery(typed).words, texts)).toBe(fits);
});

test('of a text without end a hundred characters and six words are read', () => {
  const { text, words } = readFinderQuery('ab '.repeat(10_000));
  expect(text.length).toBeLessThanOrEqual(100);
  expect(words).toEqual(Array(6).fill('ab'));
});
