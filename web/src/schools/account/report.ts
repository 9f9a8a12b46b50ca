import type { AccountReportRow } from '@portal/contract/schools';
import { NO_COHORT } from '../api.ts';

/**
 * Returns a cohort's usage in dollars: minus the sum of the whole dollars of its rows, over the
 * whole report whichever days are shown. R-287.
 */
export function usageOf(report: readonly AccountReportRow[], cohort: string): number {
  const sum = report
    .filter(({ Cohort }) => (Cohort === null ? NO_COHORT : Cohort.trim()) === cohort)
    .reduce((total, { Amount }) => total + Math.trunc(Amount), 0);
  return sum === 0 ? 0 : -sum;
}

/** Rows of a range of days, both included; empty: without a bound. */
export const rowsBetween = (
  report: readonly AccountReportRow[],
  { from, to }: { from: string; to: string },
): AccountReportRow[] =>
  report.filter(({ Date: day }) => (from === '' || from <= day) && (to === '' || day <= to));
