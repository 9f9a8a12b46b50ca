import { expect, test } from '@jest/globals';
import {
  dayText,
  durationText,
  instantText,
  longSessionText,
  monthText,
  sessionText,
  shortDayText,
  tileText,
  timeSpanText,
  timeText,
  weekdayText,
} from './dates.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['00:00', '12:00 AM ET'],
  ['09:30', '9:30 AM ET'],
  ['12:05', '12:05 PM ET'],
  ['18:30', '6:30 PM ET'],
])('the time %s reads %s', (time, text) => expect(timeText(time)).toBe(text));

test('a session reads with its weekday, and with the year when it is another one', () => {
  expect(sessionText('2026-11-24', '09:30', now)).toBe('Tue, Nov 24, 9:30 AM ET');
  expect(sessionText('2027-01-05', '09:30', now)).toBe('Tue, Jan 5, 2027, 9:30 AM ET');
  expect(longSessionText('2026-11-24', '09:30', now)).toBe('Tuesday, November 24, 9:30 AM ET');
});

test.each([
  ['2026-11-24T14:30:00Z', 'Tue, Nov 24, 9:30 AM ET'],
  ['2026-07-01T13:30:00Z', 'Wed, Jul 1, 9:30 AM ET'],
  ['2026-11-25T02:00:00+00:00', 'Tue, Nov 24, 9:00 PM ET'],
])('shows the instant %s in Eastern Time, with daylight saving', (instant, text) =>
  expect(instantText(instant, now)).toBe(text),
);

test('the turn of the year is that of New York', () => {
  expect(shortDayText('2026-12-31', new Date('2027-01-01T03:00:00Z'))).toBe('Thu, Dec 31');
});

test('days, months and calendar tiles', () => {
  expect(dayText('2026-09-14')).toBe('Sep 14, 2026');
  expect(monthText('2026-12-01')).toBe('December 2026');
  expect(tileText('2026-12-01')).toEqual({ month: 'Dec', day: '1', weekday: 'Tue' });
});

test.each([
  [120, '2 h'],
  [150, '2 h 30 min'],
  [45, '45 min'],
])('%i minutes read %s', (minutes, text) => expect(durationText(minutes)).toBe(text));

test.each([
  ['09:30', '9:30 AM to 1:00 PM ET'],
  ['21:44', '9:44 PM to 1:14 AM ET'],
])('a session at %s is from %s', (time, words) => {
  expect(timeSpanText(time, 210)).toBe(words);
});

test('a column of days has a short name in English and a letter in Hebrew', () => {
  expect(weekdayText('2026-11-24')).toBe('Tue');
  document.documentElement.lang = 'he';
  try {
    expect(weekdayText('2026-11-24')).toBe('ג׳');
  } finally {
    document.documentElement.lang = 'en';
  }
});
