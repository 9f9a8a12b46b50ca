const OCTOBER = 10;

/**
 * First calendar year of the academic year of seminaries on this day, YYYY-MM-DD: it begins in
 * October.
 */
export function academicYear(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month >= OCTOBER ? year : year - 1;
}
