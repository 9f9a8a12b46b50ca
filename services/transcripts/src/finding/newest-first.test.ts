import { expect, test } from '@jest/globals';
import { newestFirst } from './newest-first.ts';

const aResult = (subject: string, takenDate: string | null) => ({
  courseNumber: 'TAL-101',
  subject,
  takenDate,
  credits: 3,
  isOnline: false,
  result: 'Pass' as const,
  score: '88',
  vendorId: 1,
});

test('sorts results by day, newest first, without a day last, then by subject', () => {
  const results = [
    aResult('Ethics', null),
    aResult('Music', '2025-02-03'),
    aResult('Art', '2026-06-01'),
    aResult('History', '2025-02-03'),
  ];
  expect(newestFirst(results).map(({ subject }) => subject)).toEqual([
    'Art',
    'History',
    'Music',
    'Ethics',
  ]);
});
