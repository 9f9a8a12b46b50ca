import { newYorkDay } from '@portal/contract/days';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type FilterQuery, textsIn } from '../shared/filters/filter-query.ts';
import { type ReportQuestion, useExport, useReport } from './api.ts';
import {
  addressOf,
  daysRefusal,
  filtersIn,
  lastMonth,
  noFilters,
  questionOf,
  type ReportFilters,
} from './filters.ts';

const fieldNames = Object.keys(noFilters) as (keyof ReportFilters)[];

/**
 * The draft filters of a report, and the filters of the address since the button was pressed.
 * `refine` adds the page's own facts; null: the report cannot be requested yet.
 */
export function useFilters(
  refine: (request: ReportQuestion, filters: ReportFilters) => ReportQuestion | null,
) {
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState(() => filtersIn(search));
  const refined = (chosen: ReportFilters) => {
    const question = questionOf(chosen);
    return question && refine(question, chosen);
  };
  const hasDays = search.has('from') && search.has('to');
  const question = hasDays ? refined(filtersIn(search)) : null;
  const report = useReport(question);
  const file = useExport();
  const mayAsk = refined(filters) !== null;
  const requestReport = (chosen: ReportFilters) => {
    const address = addressOf(chosen);
    const isSame = new URLSearchParams(address).toString() === search.toString();
    if (isSame) void report.refetch();
    else setSearch(address, { replace: true });
  };
  return {
    filters,
    set: (change: Partial<ReportFilters>) => setFilters((before) => ({ ...before, ...change })),
    /** Fills in a saved filter, and asks where nothing else is missing. */
    apply: (saved: FilterQuery) => {
      const next = { ...noFilters, ...textsIn(saved, fieldNames) };
      setFilters(next);
      if (refined(next) !== null) requestReport(next);
    },
    daysError: daysRefusal(filters),
    report,
    file,
    mayAsk,
    mayExport: question !== null && (report.data?.length ?? 0) > 0 && file.bytes === null,
    ask: (event: FormEvent) => {
      event.preventDefault();
      if (mayAsk) requestReport(filters);
    },
    /** Fills in the days of the last month, and asks where nothing else is missing. */
    askLastMonth: () => {
      const next = { ...filters, ...lastMonth(newYorkDay(new Date())) };
      setFilters(next);
      if (refined(next) !== null) requestReport(next);
    },
    save: () => question && void file.save(question),
  };
}
