import { expect, test } from '@jest/globals';
import { inVisualOrder } from './right-to-left.ts';

/**
 * The line as PDFKit shows it: pieces from left to right, in the direction of their first letter.
 */
const shown = (line: string): string =>
  line
    .split(/(?<= )/)
    .map((piece) => {
      const first = /\p{L}/u.exec(piece)?.[0] ?? '';
      return /\p{Script=Hebrew}/u.test(first) ? [...piece].reverse().join('') : piece;
    })
    .join('')
    .replaceAll('\u00a0', ' ');

// right: the text from left to right on the page
test.each([
  ['Zoë Łukasz', 'Zoë Łukasz'],
  ['רות בת כהן', 'ןהכ תב תור'],
  ['Refund: רות כהן', 'Refund: ןהכ תור'],
  ['Refund: רות כהן, $15.00', 'Refund: $15.00 ,ןהכ תור'],
  ['חדר 12', '12 רדח'],
  ['חדר 12, קומה 3', '3 המוק ,12 רדח'],
  ['רחוב הרצל 45 דירה 6', '6 הריד 45 לצרה בוחר'],
  ['Exam in אולם 7 at 9:30', 'Exam in  7 םלוא at 9:30'],
  ['משנה (פרק 4)', '(4 קרפ) הנשמ'],
  ['טל 02-555-0100', '02-555-0100 לט'],
  // data in isolates keeps its place among English words
  ['Refund: \u2068רות כהן\u2069, $15.00', 'Refund: ןהכ תור, $15.00'],
  ['\u2068אולם 7\u2069, 9:30 AM', ' 7 םלוא, 9:30 AM'],
  ['\u2068משנה 6\u2069 (90 min)', ' 6 הנשמ (90 min)'],
  ['Place: \u20686 Main\u2069', 'Place: 6 Main'],
  ['', ''],
])('%j is shown as %j', (text, visual) => {
  const written = inVisualOrder(text, () => true);
  expect(shown(written)).toBe(visual);
});

test('lines are broken in the order of reading, and each is then ordered alone', () => {
  const written = inVisualOrder('רחוב הרצל 45 דירה 6', (line) => line.length <= 12);
  expect(written.split('\n').map(shown)).toEqual(['45 לצרה בוחר', '6 הריד']);
});

test('a text without Hebrew and Arabic is left to PDFKit', () => {
  expect(inVisualOrder('one two three', () => false)).toBe('one two three');
});
