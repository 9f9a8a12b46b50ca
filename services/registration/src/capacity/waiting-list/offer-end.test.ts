import { expect, test } from '@jest/globals';
import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import { heldUntil, offerEnd } from './offer-end.ts';

const isSaturday = (day: string): boolean => Temporal.PlainDate.from(day).dayOfWeek === 6;
/** Yom tov on a Thursday and a Friday, before the Saturday of 3 October 2026. */
const holidays = new Set(['2026-10-01', '2026-10-02']);
const isRestDay = (day: string): boolean => isSaturday(day) || holidays.has(day);
const ny = (text: string): Date => instantInNewYork(text.slice(0, 10), text.slice(11));

test.each([
  ['on a plain weekday', '2026-03-02 15:00', '2026-03-03 15:00'],
  ['before noon of a Friday', '2026-03-05 11:59', '2026-03-06 11:59'],
  ['from noon of a Friday on', '2026-03-05 12:00', '2026-03-08 10:00'],
  ['on a Saturday', '2026-03-06 18:00', '2026-03-08 10:00'],
  ['early on a Sunday', '2026-03-14 09:59', '2026-03-15 10:00'],
  ['at ten of a Sunday', '2026-03-14 10:00', '2026-03-15 10:00'],
  ['later on a Sunday', '2026-03-14 10:01', '2026-03-15 10:01'],
  ['in the night of the spring', '2026-03-07 10:01', '2026-03-08 11:01'],
  ['before three days of rest', '2026-09-29 12:00', '2026-10-04 10:00'],
  ['between them', '2026-10-01 09:00', '2026-10-04 10:00'],
])('an offer of 24 hours that would end %s', (_, now, end) => {
  const startsAt = ny('2026-12-01 10:00');
  const found = offerEnd(ny(now), { startsAt, offerHours: 24, isRestDay });
  expect(found).toEqual(ny(end));
});

test('no offer ends later than two hours before the session, rest or not', () => {
  const options = { offerHours: 24, isRestDay };
  const sunday = ny('2026-03-15 11:00');
  expect(offerEnd(ny('2026-03-13 15:00'), { ...options, startsAt: sunday })).toEqual(
    ny('2026-03-15 09:00'),
  );
  const monday = ny('2026-03-16 10:00');
  expect(offerEnd(ny('2026-03-15 23:00'), { ...options, startsAt: monday })).toEqual(
    ny('2026-03-16 08:00'),
  );
});

test('no offer ends in the time of rest unless its session begins there', () => {
  const startsAt = ny('2026-12-01 10:00');
  for (let hour = 0; hour < 24 * 21; hour++) {
    const now = new Date(ny('2026-09-20 00:00').getTime() + hour * 3_600_000);
    const end = offerEnd(now, { startsAt, offerHours: 24, isRestDay });
    expect(end.getTime()).toBeGreaterThanOrEqual(now.getTime() + 24 * 3_600_000);
    expect(isRestDay(dayInNewYork(end))).toBe(false);
  }
});

test('a timely charge keeps the seat ten minutes more, not beyond the last moment', () => {
  const offerUntil = ny('2026-03-02 15:00');
  const far = ny('2026-03-05 10:00');
  expect(heldUntil({ offerUntil, chargeBegunAt: null }, far)).toEqual(offerUntil);
  expect(heldUntil({ offerUntil, chargeBegunAt: offerUntil }, far)).toEqual(ny('2026-03-02 15:10'));
  expect(heldUntil({ offerUntil, chargeBegunAt: offerUntil }, ny('2026-03-02 17:04'))).toEqual(
    ny('2026-03-02 15:04'),
  );
});
