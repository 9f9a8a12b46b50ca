import { expect, test } from '@jest/globals';
import type { Granted } from '../../../records/accommodations/exam-minutes.ts';
import { minutesToday, moreTimeToday } from './exam-time.ts';

// in New York it is still the second of March
const now = new Date('2026-03-03T04:30:00Z');
const day = { validFrom: '2026-03-02', validUntil: '2026-03-02' };
const granted: Granted[] = [
  { ...day, kind: 'extra_time', percent: 50, minutes: null },
  { ...day, kind: 'breaks', percent: null, minutes: 10 },
];
const row = { durationMinutes: 90, granted, onlineExamStarted: null };

test('platform and proctor get the minutes of the day of the start', () => {
  expect(moreTimeToday(row, now)).toEqual({ extraMinutes: 45, breakMinutes: 10 });
  expect(minutesToday(row, now)).toBe(145);
  const tomorrow = new Date('2026-03-03T05:00:00Z');
  expect(moreTimeToday(row, tomorrow)).toEqual({ extraMinutes: 0, breakMinutes: 0 });
  expect(minutesToday({ ...row, granted: null }, now)).toBe(90);
});

test('once the exam has begun the platform gets no minutes', () => {
  expect(moreTimeToday({ ...row, onlineExamStarted: now }, now)).toEqual({});
});
