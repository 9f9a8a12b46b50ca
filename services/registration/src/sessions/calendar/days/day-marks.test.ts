import { expect, test } from '@jest/globals';
import { marksBetween, marksOfDay } from './day-marks.ts';

const namesOf = (day: string, israel = false) =>
  marksOfDay(day, { israel }).map(({ name, kind }) => `${name} (${kind})`);

// as published for these years
test.each([
  ['2026-09-11', 'Eve of Rosh Hashanah (eve)'],
  ['2026-09-12', 'Shabbat (shabbat), Rosh Hashanah (yom_tov)'],
  ['2026-09-13', 'Rosh Hashanah (yom_tov)'],
  ['2026-09-14', 'Fast of Gedaliah (fast)'],
  ['2026-09-20', 'Eve of Yom Kippur (eve)'],
  ['2026-09-21', 'Yom Kippur (yom_tov)'],
  ['2026-09-25', 'Eve of Sukkot (eve)'],
  ['2026-09-26', 'Shabbat (shabbat), Sukkot (yom_tov)'],
  ['2026-09-27', 'Sukkot (yom_tov)'],
  ['2026-10-02', 'Hoshana Rabbah (chol_hamoed)'],
  ['2026-10-03', 'Shabbat (shabbat), Shemini Atzeret (yom_tov)'],
  ['2026-10-04', 'Simchat Torah (yom_tov)'],
  ['2026-12-04', ''],
  ['2026-12-05', 'Shabbat (shabbat), Chanukah (minor)'],
  ['2026-12-12', 'Shabbat (shabbat), Chanukah (minor)'],
  ['2026-12-13', ''],
  ['2026-12-20', 'Tenth of Tevet (fast)'],
  ['2027-03-22', 'Fast of Esther (fast)'],
  ['2027-03-23', 'Purim (minor)'],
  ['2027-04-21', 'Eve of Passover (eve)'],
  ['2027-04-22', 'Passover (yom_tov)'],
  ['2027-04-23', 'Passover (yom_tov)'],
  ['2027-04-25', 'Chol Hamoed Passover (chol_hamoed)'],
  ['2027-04-29', 'Passover (yom_tov)'],
  ['2027-06-11', 'Shavuot (yom_tov)'],
  ['2027-08-12', 'Tisha B’Av (fast)'],
  // fasts that would fall on the Sabbath
  ['2024-03-21', 'Fast of Esther (fast)'],
  ['2024-03-23', 'Shabbat (shabbat)'],
  ['2022-08-06', 'Shabbat (shabbat)'],
  ['2022-08-07', 'Tisha B’Av (fast)'],
  // the first Adar of a leap year has no Purim
  ['2027-02-21', ''],
])('%s is %s', (day, names) => {
  expect(namesOf(day).join(', ')).toBe(names);
});

test.each([
  ['2026-09-27', 'Sukkot (chol_hamoed)'],
  ['2026-10-04', ''],
  ['2027-04-22', 'Passover (yom_tov)'],
  ['2027-04-23', 'Passover (chol_hamoed)'],
  ['2027-04-29', ''],
  ['2027-06-12', 'Shabbat (shabbat)'],
])('in Israel %s is %s', (day, names) => {
  // 2027-04-29 is the 22nd of Nisan
  expect(namesOf(day, true).join(', ')).toBe(names);
});

test.each([
  ['2026-07-03', 'Independence Day'], // the 4th is a Saturday
  ['2027-07-05', 'Independence Day'], // the 4th is a Sunday
  ['2021-12-31', "New Year's Day"],
  ['2027-01-01', "New Year's Day"],
  ['2027-01-18', 'Martin Luther King Jr. Day'],
  ['2027-02-15', "Washington's Birthday"],
  ['2027-05-31', 'Memorial Day'],
  ['2026-06-19', 'Juneteenth'],
  ['2026-09-07', 'Labor Day'],
  ['2026-10-12', 'Columbus Day'],
  ['2026-11-11', 'Veterans Day'],
  ['2026-11-26', 'Thanksgiving Day'],
  ['2026-12-25', 'Christmas Day'],
])('%s is observed as %s', (day, name) => {
  expect(marksOfDay(day).filter(({ kind }) => kind === 'federal')).toEqual([
    { date: day, name, kind: 'federal', leavesOut: false },
  ]);
});

test('a year has 13 days of yom tov abroad, 8 in Israel and eleven federal holidays', () => {
  for (const year of [2024, 2025, 2026, 2027, 2028, 2029]) {
    const abroad = marksBetween(`${year}-01-01`, `${year}-12-31`);
    const yomTov = (marks: readonly { kind: string }[]) =>
      marks.filter(({ kind }) => kind === 'yom_tov').length;
    expect(yomTov(abroad)).toBe(13);
    const inIsrael = marksBetween(`${year}-01-01`, `${year}-12-31`, { israel: true });
    expect(yomTov(inIsrael)).toBe(8);
  }
  // New Year's Day of 2022 was observed on the last day of 2021
  const federal = (year: number) =>
    marksBetween(`${year}-01-01`, `${year}-12-31`).filter(({ kind }) => kind === 'federal').length;
  expect([2025, 2026, 2027].map(federal)).toEqual([11, 11, 12]);
});

test('only the Sabbath and yom tov leave a day out', () => {
  const kinds = marksBetween('2026-01-01', '2027-12-31').filter(({ leavesOut }) => leavesOut);
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['shabbat', 'yom_tov']));
});
