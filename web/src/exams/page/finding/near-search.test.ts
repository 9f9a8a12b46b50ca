import { expect, test } from '@jest/globals';
import { anExam } from '../../testing.ts';
import { nearExams } from './near-search.ts';

const exams = [
  anExam({ id: 1, subject: 'History of Jewish Ethics', secularNumber: 'PHI-201' }),
  anExam({ id: 2, subject: 'Biblical Hebrew I', alt1: 'לשון המקרא', secularNumber: 'HEB-101' }),
  anExam({ id: 3, subject: 'Talmudic Law: Sabbath', alt1: 'Shabbos', secularNumber: 'TAL-110' }),
];
const near = (term: string) => nearExams(exams, term).map(({ id }) => id);

test.each([
  { slip: 'a letter too few', term: 'ethcs', ids: [1] },
  { slip: 'a letter too many', term: 'ethiccs', ids: [1] },
  { slip: 'another letter', term: 'shabbis', ids: [3] },
  { slip: 'two that changed places', term: 'histroy', ids: [1] },
  { slip: 'one in each of two words, in another order', term: 'hebrww biblcal', ids: [2] },
  { slip: 'one in Hebrew', term: 'המקאר', ids: [2] },
])('$slip is forgiven: $term', ({ term, ids }) => {
  expect(near(term)).toEqual(ids);
});

test.each(['zzz', 'qwertyuiop', '((((', '"', '   ', '-'])('%s comes close to nothing', (term) => {
  expect(near(term)).toEqual([]);
});

test('a long term of nonsense is answered', () => {
  expect(near('a'.repeat(200))).toEqual([]);
  expect(near('qx zx '.repeat(33))).toEqual([]);
});
