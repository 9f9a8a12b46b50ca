/** The kind of a calendar day, for planning by the office. */
export type DayKind = 'shabbat' | 'yom_tov' | 'eve' | 'chol_hamoed' | 'fast' | 'minor' | 'federal';

export interface DayMark {
  /** YYYY-MM-DD */
  date: string;
  name: string;
  kind: DayKind;
  /** Series and copied terms never use the day; a single session must be confirmed. R-507. */
  leavesOut: boolean;
}

/** Days of the Hebrew year; `israel` overrides a day that only the diaspora observes. */
interface HolidayRow {
  name: string;
  /** As Temporal names months of the Hebrew calendar: M01 is Tishri, M06 the Adar of Purim. */
  month: string;
  day: number;
  days: number;
  kind: DayKind;
  inIsrael?: { kind: DayKind; days: number } | 'not kept';
}

const HOLIDAYS: readonly HolidayRow[] = [
  { name: 'Rosh Hashanah', month: 'M01', day: 1, days: 2, kind: 'yom_tov' },
  { name: 'Eve of Yom Kippur', month: 'M01', day: 9, days: 1, kind: 'eve' },
  { name: 'Yom Kippur', month: 'M01', day: 10, days: 1, kind: 'yom_tov' },
  { name: 'Eve of Sukkot', month: 'M01', day: 14, days: 1, kind: 'eve' },
  { name: 'Sukkot', month: 'M01', day: 15, days: 1, kind: 'yom_tov' },
  {
    name: 'Sukkot',
    month: 'M01',
    day: 16,
    days: 1,
    kind: 'yom_tov',
    inIsrael: { kind: 'chol_hamoed', days: 1 },
  },
  { name: 'Chol Hamoed Sukkot', month: 'M01', day: 17, days: 4, kind: 'chol_hamoed' },
  { name: 'Hoshana Rabbah', month: 'M01', day: 21, days: 1, kind: 'chol_hamoed' },
  { name: 'Shemini Atzeret', month: 'M01', day: 22, days: 1, kind: 'yom_tov' },
  {
    name: 'Simchat Torah',
    month: 'M01',
    day: 23,
    days: 1,
    kind: 'yom_tov',
    inIsrael: 'not kept',
  },
  { name: 'Chanukah', month: 'M03', day: 25, days: 8, kind: 'minor' },
  { name: 'Tenth of Tevet', month: 'M04', day: 10, days: 1, kind: 'fast' },
  { name: 'Purim', month: 'M06', day: 14, days: 1, kind: 'minor' },
  { name: 'Eve of Passover', month: 'M07', day: 14, days: 1, kind: 'eve' },
  { name: 'Passover', month: 'M07', day: 15, days: 1, kind: 'yom_tov' },
  {
    name: 'Passover',
    month: 'M07',
    day: 16,
    days: 1,
    kind: 'yom_tov',
    inIsrael: { kind: 'chol_hamoed', days: 1 },
  },
  { name: 'Chol Hamoed Passover', month: 'M07', day: 17, days: 4, kind: 'chol_hamoed' },
  { name: 'Passover', month: 'M07', day: 21, days: 1, kind: 'yom_tov' },
  { name: 'Passover', month: 'M07', day: 22, days: 1, kind: 'yom_tov', inIsrael: 'not kept' },
  { name: 'Eve of Shavuot', month: 'M09', day: 5, days: 1, kind: 'eve' },
  { name: 'Shavuot', month: 'M09', day: 6, days: 1, kind: 'yom_tov' },
  { name: 'Shavuot', month: 'M09', day: 7, days: 1, kind: 'yom_tov', inIsrael: 'not kept' },
  { name: 'Eve of Rosh Hashanah', month: 'M12', day: 29, days: 1, kind: 'eve' },
];

/** Fasts leave the Sabbath: to the Sunday after, the Fast of Esther to the Thursday before. */
const FASTS: readonly { name: string; month: string; day: number; onShabbat: number }[] = [
  { name: 'Fast of Gedaliah', month: 'M01', day: 3, onShabbat: 1 },
  { name: 'Fast of Esther', month: 'M06', day: 13, onShabbat: -2 },
  { name: 'Seventeenth of Tammuz', month: 'M10', day: 17, onShabbat: 1 },
  { name: 'Tisha B’Av', month: 'M11', day: 9, onShabbat: 1 },
];

const SATURDAY = 6;
const SUNDAY = 7;

/** A day of the Hebrew calendar, read once: each field costs Temporal a calculation. */
interface HebrewDay {
  month: string;
  day: number;
  /** How many days the month before it had. */
  daysBefore: () => number;
}

function hebrewDay(date: Temporal.PlainDate): HebrewDay {
  const hebrew = date.withCalendar('hebrew');
  const { monthCode, day } = hebrew;
  return {
    month: monthCode,
    day,
    daysBefore: () => hebrew.subtract({ days: day }).daysInMonth,
  };
}

/** The months that follow those in which a row begins near the end. */
const AFTER: Readonly<Record<string, string>> = { M03: 'M04' };

/** Returns the kind of a Hebrew day by a row, or null. */
function kindBy(hebrew: HebrewDay, row: HolidayRow, israel: boolean): DayKind | null {
  const kept = israel ? (row.inIsrael ?? row) : row;
  if (kept === 'not kept') return null;
  const last = row.day + kept.days - 1;
  if (hebrew.month === row.month)
    return hebrew.day >= row.day && hebrew.day <= last ? kept.kind : null;
  // it goes on in the next month, which begins after 29 or 30 days
  const goesOn = hebrew.month === AFTER[row.month] && hebrew.day < kept.days;
  return goesOn && hebrew.day + hebrew.daysBefore() <= last ? kept.kind : null;
}

function isFast(
  weekday: number,
  hebrew: HebrewDay,
  { month, day, onShabbat }: (typeof FASTS)[number],
): boolean {
  if (hebrew.month !== month || weekday === SATURDAY) return false;
  const isMovedHere = (weekday - onShabbat + 7) % 7 === SATURDAY % 7;
  return hebrew.day === day || (isMovedHere && hebrew.day - onShabbat === day);
}

/** The nth of a weekday (1 Monday) in the month of a day. */
const isNth = (date: Temporal.PlainDate, month: number, weekday: number, nth: number): boolean =>
  date.month === month && date.dayOfWeek === weekday && Math.ceil(date.day / 7) === nth;

/** Whether a holiday of a fixed date is observed on this day, moved off a weekend if necessary. */
function isObserved(date: Temporal.PlainDate, month: number, day: number): boolean {
  if (date.dayOfWeek >= SATURDAY) return false;
  const is = (one: Temporal.PlainDate) => one.month === month && one.day === day;
  const [tomorrow, yesterday] = [date.add({ days: 1 }), date.subtract({ days: 1 })];
  return (
    is(date) ||
    (tomorrow.dayOfWeek === SATURDAY && is(tomorrow)) ||
    (yesterday.dayOfWeek === SUNDAY && is(yesterday))
  );
}

const FEDERAL: readonly [name: string, isOn: (date: Temporal.PlainDate) => boolean][] = [
  ["New Year's Day", (date) => isObserved(date, 1, 1)],
  ['Martin Luther King Jr. Day', (date) => isNth(date, 1, 1, 3)],
  ["Washington's Birthday", (date) => isNth(date, 2, 1, 3)],
  [
    'Memorial Day',
    (date) => date.month === 5 && date.dayOfWeek === 1 && date.day + 7 > date.daysInMonth,
  ],
  ['Juneteenth', (date) => isObserved(date, 6, 19)],
  ['Independence Day', (date) => isObserved(date, 7, 4)],
  ['Labor Day', (date) => isNth(date, 9, 1, 1)],
  ['Columbus Day', (date) => isNth(date, 10, 1, 2)],
  ['Veterans Day', (date) => isObserved(date, 11, 11)],
  ['Thanksgiving Day', (date) => isNth(date, 11, 4, 4)],
  ['Christmas Day', (date) => isObserved(date, 12, 25)],
];

/**
 * Returns the marks of a day (YYYY-MM-DD) by the Hebrew calendar and the observed federal holidays;
 * at a branch in Israel with one day fewer of each yom tov..
 */
export function marksOfDay(day: string, { israel = false } = {}): DayMark[] {
  const date = Temporal.PlainDate.from(day);
  const hebrew = hebrewDay(date);
  const marks: DayMark[] = [];
  const mark = (name: string, kind: DayKind) =>
    marks.push({
      date: day,
      name,
      kind,
      leavesOut: kind === 'shabbat' || kind === 'yom_tov',
    });
  if (date.dayOfWeek === SATURDAY) mark('Shabbat', 'shabbat');
  for (const row of HOLIDAYS) {
    const kind = kindBy(hebrew, row, israel);
    if (kind) mark(row.name, kind);
  }
  for (const fast of FASTS) if (isFast(date.dayOfWeek, hebrew, fast)) mark(fast.name, 'fast');
  for (const [name, isOn] of FEDERAL) if (isOn(date)) mark(name, 'federal');
  return marks;
}

/** The marks of all days from one to another, both included. */
export function marksBetween(from: string, to: string, options?: { israel?: boolean }): DayMark[] {
  const days = Temporal.PlainDate.from(from).until(to).days;
  return Array.from({ length: days + 1 }, (_, after) =>
    marksOfDay(Temporal.PlainDate.from(from).add({ days: after }).toString(), options),
  ).flat();
}
