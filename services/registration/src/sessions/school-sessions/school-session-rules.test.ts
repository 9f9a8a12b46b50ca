import { expect, test } from '@jest/globals';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { usualDays } from './school-session-days.ts';
import { decideSession, isPast, type WantedSession } from './school-session-rules.ts';

/** A Sunday, noon in New York. */
const now = new Date('2026-11-22T17:00:00Z');
const school = { gender: '3', sessionClosingTime: '17:00' };
const wanted: WantedSession = {
  gender: '2',
  testDate: '2026-12-09',
  startTime: '09:30',
  closingDate: null,
  returnDate: null,
};
const decide = (about: Partial<WantedSession>, byOffice: boolean, of = school) => {
  const { startsAt, ...terms } = decideSession({ ...wanted, ...about }, of, { byOffice, now });
  return { ...terms, at: `${dayInNewYork(startsAt)} ${timeInNewYork(startsAt)}` };
};
const refused = (about: Partial<WantedSession>, byOffice: boolean): string => {
  try {
    decide(about, byOffice);
  } catch (error) {
    const { code, detail, extra } = error as DomainError;
    const fields = extra.errors?.map(({ path }) => `${path} `).join('') ?? '';
    return `${code}: ${fields}${detail}`;
  }
  return 'nothing';
};

test.each([
  ['2026-12-06', '2026-12-03', '2026-12-13', 'a Sunday'],
  ['2026-12-07', '2026-12-03', '2026-12-14', 'a Monday'],
  ['2026-12-08', '2026-12-07', '2026-12-15', 'a Tuesday'],
  ['2027-01-01', '2026-12-31', '2027-01-08', 'a Friday at the turn of the year'],
])('%s closes on %s and is due back on %s: %s', (day, closingDate, returnDueDate) => {
  expect(usualDays(day)).toEqual({ closingDate, returnDueDate });
});

test('a session has the usual days and the closing time of its school', () => {
  for (const byOffice of [true, false])
    expect(decide({}, byOffice)).toEqual({
      gender: '2',
      at: '2026-12-09 09:30',
      closingDate: '2026-12-08',
      closingTime: '17:00',
      returnDueDate: '2026-12-16',
    });
});

test('the office names days of its own, of a school admin they are ignored', () => {
  const named = { closingDate: '2026-12-01', returnDate: '2026-12-30' };
  expect(decide(named, true)).toMatchObject({
    closingDate: '2026-12-01',
    returnDueDate: '2026-12-30',
  });
  expect(decide(named, false)).toMatchObject({
    closingDate: '2026-12-08',
    returnDueDate: '2026-12-16',
  });
});

test('a school for one gender has sessions for that gender, with any input', () => {
  expect(decide({ gender: null }, true, { ...school, gender: '1' }).gender).toBe('1');
  expect(decide({ gender: '2' }, true, { ...school, gender: '1' }).gender).toBe('1');
});

const CLOSED = 'session_date_closed: This date is closed for new sessions.';
test.each([
  { about: { gender: null }, byOffice: true, why: 'invalid: gender Gender is required.' },
  {
    about: { closingDate: '2026-12-10' },
    byOffice: true,
    why: 'invalid: closingDate Date invalid',
  },
  { about: { returnDate: '2026-12-08' }, byOffice: true, why: 'invalid: returnDate Date invalid' },
  { about: { closingDate: '2026-12-10' }, byOffice: false, why: 'nothing' },
  { about: { closingDate: '2026-12-09' }, byOffice: true, why: 'nothing' },
  { about: { returnDate: '2026-12-09' }, byOffice: true, why: 'nothing' },
  { about: { testDate: '2026-11-22', startTime: '12:00' }, byOffice: true, why: CLOSED },
  { about: { testDate: '2026-11-21' }, byOffice: true, why: CLOSED },
  { about: { testDate: '2026-11-22', startTime: '11:59' }, byOffice: true, why: CLOSED },
  { about: { testDate: '2026-11-22', startTime: '12:30' }, byOffice: true, why: 'nothing' },
  // Monday the 23rd closed on Thursday
  { about: { testDate: '2026-11-23' }, byOffice: true, why: 'nothing' },
  { about: { testDate: '2026-11-23' }, byOffice: false, why: CLOSED },
  { about: { testDate: '2026-11-24' }, byOffice: false, why: 'nothing' },
])('$about, by the office $byOffice: $why', ({ about, byOffice, why }) => {
  expect(refused(about, byOffice)).toBe(why);
});

test('a closing moment has passed from that moment on, and none never passes', () => {
  expect([isPast(now, now), isPast(new Date(now.getTime() + 1), now), isPast(null, now)]).toEqual([
    true,
    false,
    false,
  ]);
});
