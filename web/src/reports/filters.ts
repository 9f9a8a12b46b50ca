import { reportDaysRefusal } from '@portal/contract/sessions/report';
import type { ReportQuestion } from './api.ts';

/** The filters of a report in the address; an empty text does not filter. */
export interface ReportFilters {
  from: string;
  to: string;
  /** '1' exam dates, '2' batch dates */
  dates: string;
  type: string;
  place: string;
  school: string;
  vendor: string;
  exam: string;
  package: string;
  cohort: string;
}

export const noFilters: ReportFilters = {
  from: '',
  to: '',
  dates: '1',
  type: '',
  place: '',
  school: '',
  vendor: '',
  exam: '',
  package: '',
  cohort: '',
};

/** The filters that stand in an address. */
export const filtersIn = (search: URLSearchParams): ReportFilters =>
  Object.fromEntries(
    Object.entries(noFilters).map(([name, none]) => [name, search.get(name) ?? none]),
  ) as unknown as ReportFilters;

/** The address of filters: only those that are set. */
export const addressOf = (filters: ReportFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

/** The first and the last day of the month before the one of this day. */
export function lastMonth(today: string): Pick<ReportFilters, 'from' | 'to'> {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * Returns why a report cannot be made for these days, or null; also null while one is missing.
 *
 */
export const daysRefusal = ({ from, to }: ReportFilters): string | null =>
  isDay(from) && isDay(to) ? reportDaysRefusal(from, to) : null;

const numberIn = (text: string): number | undefined =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** Returns the input of the filters, or null while the days are invalid. */
export function questionOf(filters: ReportFilters): ReportQuestion | null {
  const { from, to, dates, cohort } = filters;
  if (!isDay(from) || !isDay(to) || daysRefusal(filters) !== null) return null;
  return {
    dateType: dates === '2' ? 2 : 1,
    startDate: from,
    endDate: to,
    sessionTypeId: numberIn(filters.type),
    sessionTypeValueId: numberIn(filters.place),
    vendorId: numberIn(filters.vendor),
    examId: numberIn(filters.exam),
    packageTypesId: numberIn(filters.package),
    schoolId: numberIn(filters.school),
    schoolCohort: cohort || undefined,
  };
}
