import { expect, test } from '@jest/globals';
import { inThisLanguage as inHebrew } from './answers.he.ts';
import { inThisLanguage as inEnglish } from './answers.ts';

const answer = {
  detail: 'Your current password is not correct.',
  exams: [{ subject: 'Biology', reason: 'Please pay the fees first.', credits: 3, score: null }],
};

test('known sentences of an answer are said in Hebrew, wherever they stand; names stay', () => {
  expect(inHebrew(answer)).toEqual({
    detail: 'הסיסמה הנוכחית שגויה.',
    exams: [{ subject: 'Biology', reason: 'שלמו קודם את התשלומים.', credits: 3, score: null }],
  });
  expect(inHebrew(null)).toBeNull();
});

test('a sentence with an amount is said in Hebrew with the amount isolated', () => {
  expect(inHebrew({ detail: 'This card has only $1.23 available.' })).toEqual({
    detail: 'בכרטיס זה זמינים רק \u2068$1.23\u2069.',
  });
});

test('a property of every object is no sentence', () => {
  expect(inHebrew(['constructor', 'toString'])).toEqual(['constructor', 'toString']);
});

test('the English pages show answers as they come', () => {
  expect(inEnglish(answer)).toBe(answer);
});
