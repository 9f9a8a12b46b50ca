import { newYorkDay } from '@portal/contract/days';
import { useSearchParams } from 'react-router-dom';
import type { CalendarInput } from './api.ts';
import { withoutUndefined } from './sessions/without-undefined.ts';
import { MAX_IN_CELL, rangeOf, type View, views } from './views/calendar-days.ts';

export const filterNames = [
  'branch',
  'school',
  'kind',
  'vendor',
  'proctor',
  'gender',
  'state',
  // where a figure of the overview leads: the last day of the list, and only what is counted
  'until',
  'counted',
] as const;
export type FilterName = (typeof filterNames)[number];
export type CalendarFilters = Readonly<Partial<Record<FilterName, string>>>;

export interface CalendarPlace {
  view: View;
  /** YYYY-MM-DD */
  day: string;
  filters: CalendarFilters;
  go: (to: { view?: View; day?: string }) => void;
  filter: (change: CalendarFilters) => void;
}

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

type Shown = Pick<CalendarPlace, 'view' | 'day' | 'filters'>;

/** Returns the calendar's view for an address: this month by default. */
export function shownBy(address: URLSearchParams): Shown {
  const sent = address.get('day');
  return {
    day: isDay(sent) ? sent : newYorkDay(new Date()),
    view: views.find((one) => one === address.get('view')) ?? 'month',
    filters: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = address.get(name);
        return value ? [[name, value]] : [];
      }),
    ) as CalendarFilters,
  };
}

/**
 * The view of the calendar, read from its address, so that a link shows the same to other staff.
 */
export function useCalendarPlace(): CalendarPlace {
  const [address, setAddress] = useSearchParams();
  const write = (change: Record<string, string | undefined>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value) next.set(name, value);
          else next.delete(name);
        if (!('page' in change)) next.delete('page');
        return next;
      },
      { replace: true },
    );
  const go: CalendarPlace['go'] = (to) => write({ ...to, until: undefined });
  return { ...shownBy(address), go, filter: write };
}

const numberOf = (text: string | undefined): number | undefined =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** Returns the input of the call for the address. */
export function calendarInput(
  { view, day, filters }: Shown,
  page: number,
  pageSize: number,
): CalendarInput {
  return withoutUndefined({
    ...rangeOf(view, day),
    ...(view === 'list' ? { view, page, pageSize } : {}),
    ...(view === 'month' ? { perDay: MAX_IN_CELL } : {}),
    ...(view === 'list' && isDay(filters.until ?? null) ? { to: filters.until } : {}),
    counted: filters.counted,
    locationId: numberOf(filters.branch),
    schoolId: numberOf(filters.school),
    vendorId: numberOf(filters.vendor),
    sessionType: filters.kind,
    gender: filters.gender,
    state: filters.state,
    proctor: filters.proctor,
  }) as CalendarInput;
}
