import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import {
  dayInNewYork,
  dayPlus,
  hoursUntil,
  instantInNewYork,
  timeInNewYork,
} from '@portal/kit/clock';
import fc from 'fast-check';
import type { OnlineRow } from '../../booking/online/sitting/online-row.ts';
import { openingRefusal } from '../../booking/online/sitting/online-rules.ts';
import { calendarFile } from '../../emails/calendar.ts';
import { ownEnd } from '../accommodations/exam-minutes.ts';
import {
  isInTime,
  type ProctorPayment,
  paymentsAfterLeaving,
  proctorFeeIfMoved,
} from '../fees/proctor-fee.ts';
import { courseDeadline } from '../registrations/state/course-time.ts';
import { shownFrom } from './list-open-sessions.ts';
import { closingMoment, isClosed, overlaps, shownUntil } from './session-times.ts';

// F16: New York's clocks change inside a session's window. Days of 23 and of 25 hours, around which
// every rule must hold to the minute.

const changes = [
  { day: '2026-03-08', hours: 23 },
  { day: '2026-11-01', hours: 25 },
  { day: '2027-03-14', hours: 23 },
  { day: '2027-11-07', hours: 25 },
] as const;
const HOUR = 3_600_000;
const twoDigits = (n: number) => String(n).padStart(2, '0');
const midnight = (day: string) => instantInNewYork(day, '00:00');

/**
 * A day from three before to three after a change, and a time of day that exists on each of them.
 */
const aDay = fc
  .constantFrom(...changes)
  .chain(({ day }) => fc.integer({ min: -3, max: 3 }).map((days) => dayPlus(day, { days })));
const aTime = fc
  .tuple(fc.integer({ min: 3, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${twoDigits(h)}:${twoDigits(m)}`);
/** Any moment of those days. */
const aMoment = fc
  .constantFrom(...changes)
  .chain(({ day }) =>
    fc
      .integer({ min: -72 * 60, max: 96 * 60 })
      .map((minutes) => new Date(midnight(day).getTime() + minutes * 60_000)),
  );
const holds = <T extends unknown[]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  property: (...args: T) => void,
) =>
  fc.assert(
    fc.property(fc.tuple(...arbitraries) as unknown as fc.Arbitrary<T>, (args) =>
      property(...args),
    ),
    { numRuns: 500 },
  );

test.each(changes)('$day has $hours hours', ({ day, hours }) => {
  expect(hoursUntil(midnight(dayPlus(day, { days: 1 })), midnight(day))).toBe(hours);
});

test('a session begins when the clocks of New York show its time, on every day', () => {
  holds([aDay, aTime], (day, time) => {
    const startsAt = instantInNewYork(day, time);
    expect([dayInNewYork(startsAt), timeInNewYork(startsAt)]).toEqual([day, time]);
  });
});

test('a time skipped in spring is the later one, a repeated one in autumn the first', () => {
  // 03:30 EDT, and still EDT
  expect(instantInNewYork('2026-03-08', '02:30').toISOString()).toBe('2026-03-08T07:30:00.000Z');
  expect(instantInNewYork('2026-11-01', '01:30').toISOString()).toBe('2026-11-01T05:30:00.000Z');
});

test('the 24 hours of a proctor payment are real hours, not a calendar day (R-168, R-393)', () => {
  holds([aDay, aTime, fc.integer({ min: -90, max: 90 })], (day, time, minutes) => {
    const startsAt = instantInNewYork(day, time);
    const now = new Date(startsAt.getTime() - 24 * HOUR - minutes * 60_000);
    const attached: ProctorPayment = {
      id: 1,
      state: 'attached',
      cents: 1500,
      sessionId: 7,
      paymentId: 70,
    };
    expect(isInTime(startsAt, now)).toBe(minutes >= 0);
    expect(
      proctorFeeIfMoved({ fee: 1500, usualFee: 1500, payments: [attached] }, startsAt, now),
    ).toBe(minutes >= 0 ? 0 : 1500);
    expect(paymentsAfterLeaving([attached], startsAt, 'student', now)).toMatchObject([
      { state: minutes >= 0 ? 'held' : 'forfeited' },
    ]);
  });
});

test.each([
  {
    change: 'spring: the same time the day before is 23 hours away, too late',
    startsAt: ['2026-03-08', '10:00'],
    now: ['2026-03-07', '10:00'],
    isGood: false,
  },
  {
    change: 'spring: an hour earlier is 24 hours away',
    startsAt: ['2026-03-08', '10:00'],
    now: ['2026-03-07', '09:00'],
    isGood: true,
  },
  {
    change: 'autumn: the same time the day before is 25 hours away',
    startsAt: ['2026-11-01', '10:00'],
    now: ['2026-10-31', '10:00'],
    isGood: true,
  },
  {
    change: 'autumn: an hour later is still 24 hours away',
    startsAt: ['2026-11-01', '10:00'],
    now: ['2026-10-31', '11:00'],
    isGood: true,
  },
  {
    change: 'autumn: a minute more is too late',
    startsAt: ['2026-11-01', '10:00'],
    now: ['2026-10-31', '11:01'],
    isGood: false,
  },
])('$change', ({ startsAt, now, isGood }) => {
  expect(
    isInTime(
      instantInNewYork(...(startsAt as [string, string])),
      instantInNewYork(...(now as [string, string])),
    ),
  ).toBe(isGood);
});

test('registration closes at the closing date and time, or at the end of that day', () => {
  const far = instantInNewYork('2028-01-01', '12:00');
  holds([aDay, fc.option(aTime, { nil: null })], (closingDate, closingTime) => {
    const moment = closingMoment({ closingDate, closingTime }) as Date;
    const [day, time] =
      closingTime === null
        ? [dayPlus(closingDate, { days: 1 }), '00:00']
        : [closingDate, closingTime];
    expect([dayInNewYork(moment), timeInNewYork(moment)]).toEqual([day, time]);
    const session = { startsAt: far, closedByStaff: false, closingDate, closingTime };
    expect([isClosed(session, new Date(moment.getTime() - 1)), isClosed(session, moment)]).toEqual([
      false,
      true,
    ]);
  });
});

test('a sitting lasts 3.5 real hours, and overlaps hold across the clock change', () => {
  holds([aMoment, fc.integer({ min: 0, max: 420 })], (startsAt, minutes) => {
    expect(shownUntil({ startsAt, lastDate: null }).getTime() - startsAt.getTime()).toBe(
      3.5 * HOUR,
    );
    expect(overlaps(startsAt, new Date(startsAt.getTime() + minutes * 60_000))).toBe(minutes < 210);
  });
});

test("a school session can be started from its start to its last day's end (R-177)", () => {
  const row = {
    status: 'scheduled',
    sessionType: '22',
    sessionId: 1,
    sessionSchoolId: 151,
    schoolHasOnlineSessions: true,
    paperOnly: false,
    contentCode: 'X',
    vendorId: 1,
    schoolChargesProctorFee: false,
    proctorFeeCents: 1500,
    proctorPayments: [],
    additionalChargeCents: 0,
    noAdditionalFees: false,
    additionalPaidCents: 0,
  };
  holds([aDay, aTime, fc.integer({ min: 0, max: 4 }), aMoment], (day, time, more, now) => {
    const [startsAt, lastDate] = [instantInNewYork(day, time), dayPlus(day, { days: more })];
    const isOpen = now >= startsAt && dayInNewYork(now) <= lastDate;
    const input = {
      ...row,
      sessionStartsAt: startsAt,
      sessionLastDate: lastDate,
    } as unknown as OnlineRow;
    expect(openingRefusal(input, now)?.code).toBe(isOpen ? undefined : 'session_not_open');
  });
});

test("the session list begins with today's unfinished ones, on a day of any length", () => {
  holds([aMoment], (now) => {
    const from = shownFrom(now);
    expect(dayInNewYork(from)).toBe(dayInNewYork(now));
    expect(now.getTime() - from.getTime()).toBeLessThan(3.5 * HOUR);
    expect(
      from.getTime() === midnight(dayInNewYork(now)).getTime() ||
        now.getTime() - from.getTime() === 3.5 * HOUR - 1000,
    ).toBe(true);
  });
});

test('six months of a course end at the same time of day despite the clock change', () => {
  const course = {
    vendorId: 3,
    programContentCode: 'P',
    hasAssignments: true,
    createdAt: TEST_NOW,
  };
  holds([aDay, aTime], (day, time) => {
    const ends = courseDeadline({
      ...course,
      onlineProgramStarted: instantInNewYork(day, time),
    }) as Date;
    expect(timeInNewYork(ends)).toBe(time);
    expect(dayInNewYork(ends).slice(0, 7)).toBe(
      dayPlus(`${day.slice(0, 7)}-01`, { months: 6 }).slice(0, 7),
    );
  });
});

test('a calendar shows a sitting at the time of New York', () => {
  holds([aDay, aTime], (day, time) => {
    const startsAt = instantInNewYork(day, time);
    const { content } = calendarFile(
      {
        exams: [{ registrationId: 1, sequence: 1, subject: 'Biology' }],
        startsAt,
        endsAt: ownEnd(startsAt, [], []),
        place: 'Brooklyn',
        isCancelled: false,
      },
      new Date('2026-01-01T00:00:00Z'),
    );
    expect(String(content)).toContain(
      `DTSTART;TZID=America/New_York:${day.replaceAll('-', '')}T${time.replace(':', '')}00`,
    );
  });
});

test('control: calendar hours would call a spring session 23 hours ahead in time', () => {
  const naive = (startsAt: Date, now: Date) =>
    dayInNewYork(now) < dayInNewYork(startsAt) && timeInNewYork(now) <= timeInNewYork(startsAt);
  const [startsAt, now] = [
    instantInNewYork('2026-03-08', '10:00'),
    instantInNewYork('2026-03-07', '10:00'),
  ];
  expect([naive(startsAt, now), isInTime(startsAt, now)]).toEqual([true, false]);
});
