import { expect, test } from '@jest/globals';
import type { DomainError } from '@portal/kit/errors';
import { type SeriesRule, seriesDays } from './series-days.ts';

/** A Sunday, noon in New York. */
const now = new Date('2026-11-22T17:00:00Z');
const rule: SeriesRule = {
  startDate: '2026-12-06',
  endDate: '2026-12-31',
  weekdays: [7],
  everyWeeks: 1,
  skip: [],
  exceptions: [],
};
const days = (about: Partial<SeriesRule>) => seriesDays({ ...rule, ...about }, '09:30', now);
const left = (about: Partial<SeriesRule>) =>
  days(about)
    .filter(({ leftOut }) => leftOut === null)
    .map(({ date }) => date.slice(5));
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as DomainError).code;
  }
  return 'nothing';
};

test.each<[Partial<SeriesRule>, string[]]>([
  [{}, ['12-06', '12-13', '12-20', '12-27']],
  [{ everyWeeks: 2 }, ['12-06', '12-20']],
  // the Sunday begins the week of the Tuesday before which the series starts
  [{ startDate: '2026-12-08', weekdays: [2, 7], everyWeeks: 2 }, ['12-08', '12-20', '12-22']],
  [{ endDate: '2026-12-06' }, ['12-06']],
  [{ startDate: '2026-11-22', endDate: '2026-11-29' }, ['11-29']],
  [{ exceptions: [{ date: '2026-12-13', time: null }] }, ['12-06', '12-20', '12-27']],
  [{ exceptions: [{ date: '2026-12-14', time: null }] }, ['12-06', '12-13', '12-20', '12-27']],
])('of the Sundays of December, with %j: %j', (about, dates) => {
  expect(left(about)).toEqual(dates);
});

test('an exception has its own time', () => {
  const one = days({ exceptions: [{ date: '2026-12-13', time: '18:00' }] });
  expect(one.map(({ time }) => time)).toEqual(['09:30', '18:00', '09:30', '09:30']);
});

test.each<[string, Partial<SeriesRule>, string]>([
  ['a Sabbath', { weekdays: [6, 7], endDate: '2026-12-12' }, 'Shabbat'],
  [
    'yom tov',
    { startDate: '2027-04-18', endDate: '2027-04-24', weekdays: [1, 2, 3, 4, 5] },
    'Passover',
  ],
])('%s is always left out', (_, about, name) => {
  const out = days(about).filter(({ leftOut }) => leftOut !== null);
  expect(out.map(({ leftOut }) => leftOut)).toContain(name);
});

test.each<[SeriesRule['skip'][number], string, string]>([
  ['federal', '2026-12-25', 'Christmas Day'],
  ['fast', '2026-12-20', 'Tenth of Tevet'],
  ['eve', '2027-04-21', 'Eve of Passover'],
  ['chol_hamoed', '2027-04-25', 'Chol Hamoed Passover'],
])('%s is left out only when it is to be', (kind, date, name) => {
  const day = Temporal.PlainDate.from(date);
  const next = day.add({ days: 35 }).toString();
  const about = { startDate: date, endDate: next, weekdays: [day.dayOfWeek] };
  expect(days(about)[0]).toMatchObject({ date, leftOut: null });
  expect(days({ ...about, skip: [kind] })[0]).toMatchObject({ date, leftOut: name });
});

test.each<[Partial<SeriesRule>, string]>([
  [{ endDate: '2026-12-05' }, 'invalid'],
  [{ weekdays: [] }, 'invalid'],
  [{ weekdays: [8] }, 'invalid'],
  [{ everyWeeks: 5 }, 'invalid'],
  [{ startDate: '2026-12-07', endDate: '2026-12-12' }, 'series_empty'],
  [{ startDate: '2026-11-01', endDate: '2026-11-22' }, 'series_empty'],
  [{ endDate: '2027-12-06' }, 'nothing'],
  [{ endDate: '2027-12-07' }, 'series_too_long'],
  [{ endDate: '2027-12-06', weekdays: [1, 2, 3, 7] }, 'series_too_long'],
  [{ endDate: '2027-09-01', weekdays: [1, 2, 3, 4, 7] }, 'nothing'],
])('a series with %j is refused as %s', (about, code) => {
  expect(codeOf(() => days(about))).toBe(code);
});
