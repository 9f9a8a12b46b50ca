import { newYorkDay } from '@portal/contract/days';
import { useSearchParams } from 'react-router-dom';

const DAY_MS = 86_400_000;
export const spans = ['7', '30', '90'] as const;
export type Span = (typeof spans)[number] | 'own';
export type Step = 'day' | 'week' | 'month';

/** Which days charts show; YYYY-MM-DD, both included. */
export interface ChartDays {
  span: Span;
  from: string;
  to: string;
}

/** Whether it is a day that there is: JavaScript takes February 31 for March 3. */
const isDay = (text: string | null): text is string =>
  text !== null &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  before(text, 0) === text;
const before = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Days of an address: the last 30 unless it says otherwise. */
export function daysOf(address: URLSearchParams, today: string): ChartDays {
  const [from, to] = [address.get('from'), address.get('to')];
  if (isDay(from) && isDay(to)) return { span: 'own', from, to };
  const span = spans.find((one) => one === address.get('days')) ?? '30';
  return { span, from: before(today, Number(span) - 1), to: today };
}

type Range = Pick<ChartDays, 'from' | 'to'>;
const daysIn = ({ from, to }: Range): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Most days that a chart is made of: C-O45 refuses more. */
const MAX_DAYS_OF_A_CHART = 366;
/** Returns the error of a typed range as a sentence; null when it is valid for charts. */
export function wrongDays(range: Range): string | null {
  if (range.to < range.from) return 'The end date is before the start date.';
  return daysIn(range) > MAX_DAYS_OF_A_CHART ? 'Please choose a shorter time.' : null;
}

const MAX_DAYS = 31;
const MAX_WEEKS_DAYS = 190;
/** How the days are put together, so that there are some thirty points at most. */
export function stepOf(range: Range): Step {
  const days = daysIn(range);
  if (days <= MAX_DAYS) return 'day';
  return days <= MAX_WEEKS_DAYS ? 'week' : 'month';
}

/**
 * Returns the first day of each point of a chart, including empty points; weeks begin on Sunday.
 */
export function firstDays({ from, to }: Range, step: Step): string[] {
  const days = [from];
  for (let day = plus(from, 1); day <= to; day = plus(day, 1))
    if (begins(day, step)) days.push(day);
  return days;
}
const plus = (day: string, days: number): string => before(day, -days);
function begins(day: string, step: Step): boolean {
  if (step === 'month') return day.endsWith('-01');
  return step === 'day' || new Date(day).getUTCDay() === 0;
}

/** The days that charts show, kept in the address. */
export function useChartDays(): [ChartDays, (change: Partial<ChartDays>) => void] {
  const [address, setAddress] = useSearchParams();
  const days = daysOf(address, newYorkDay(new Date()));
  const change = (to: Partial<ChartDays>) => {
    const next = { ...days, ...to };
    setAddress(next.span === 'own' ? { from: next.from, to: next.to } : { days: next.span }, {
      replace: true,
    });
  };
  return [days, change];
}
