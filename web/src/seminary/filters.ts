import { readDay } from '@portal/contract/days';
import type { SeminaryStudent } from './api.ts';

/** The filters as they are typed; empty: all students. */
export const noFilters = { ssn: '', dob: '', email: '', lastName: '', seminaryId: '', year: '' };
export type Filters = typeof noFilters;

const begins = (text: string, typed: string): boolean =>
  text.toLowerCase().startsWith(typed.trim().toLowerCase());
const inLetters = new Intl.Collator('en', { sensitivity: 'base' });

const SORTED: Readonly<Record<string, (a: SeminaryStudent, b: SeminaryStudent) => number>> = {
  name: (a, b) =>
    inLetters.compare(a.lastName, b.lastName) || inLetters.compare(a.firstName, b.firstName),
  seminary: (a, b) => inLetters.compare(a.seminaryName, b.seminaryName),
  year: (a, b) => a.seminaryYear - b.seminaryYear,
  exams: (a, b) => a.examsCount - b.examsCount,
};

/** Returns the students that match all filled filters, in order; an incomplete date is ignored. */
export function studentsShown(
  students: readonly SeminaryStudent[],
  filters: Filters,
  { sort, descending }: { sort: string | null; descending: boolean },
): readonly SeminaryStudent[] {
  const { ssn, email, lastName, seminaryId, year } = filters;
  const dob = filters.dob.length === 10 ? readDay(filters.dob) : null;
  const found = students.filter(
    (one) =>
      begins(one.ssn, ssn) &&
      (dob === null || one.dob === dob) &&
      begins(one.email, email) &&
      begins(one.lastName, lastName) &&
      (seminaryId === '' || String(one.seminaryId) === seminaryId) &&
      (year === '' || String(one.seminaryYear) === year),
  );
  const order = sort === null ? undefined : SORTED[sort];
  if (!order) return found;
  const sorted = found.toSorted(order);
  return descending ? sorted.reverse() : sorted;
}
