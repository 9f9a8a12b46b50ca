import { expect, test } from '@jest/globals';
import { anExam } from '../testing.ts';
import { costText, spentText } from './spent-text.ts';

test.each([
  { of: { credits: 3 }, totalCredits: 8, says: '3 credits; 5 left' },
  { of: { credits: 1 }, totalCredits: 1, says: '1 credit; 0 left' },
  {
    of: { credits: 3, freeSeminaryRetake: true },
    totalCredits: 1,
    says: 'Free retake credits pay for it; 1 credit left',
  },
  { of: { credits: 3 }, totalCredits: 2, says: '3 credits' },
])('of $totalCredits credits an exam costs "$says"', ({ of, totalCredits, says }) => {
  expect(costText(anExam(of), { totalCredits })).toBe(says);
});

test('names the cost, in credits or as a free retake', () => {
  expect([
    spentText({ isFree: false, spent: 1, left: 5 }),
    spentText({ isFree: true, spent: 3, left: 1 }),
  ]).toEqual(['1 credit spent, 5 left', 'Free retake credits paid for it, 1 credit left']);
});
