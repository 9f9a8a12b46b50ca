import { isAllowed } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { getOrBuy } from '@portal/contract/exams/get-or-buy';
import type { CreditsInfo } from '@portal/contract/payments/credits';

/** The cost of an exam: a range of credits, or at most the student's credits for it. */
export const costs = { held: null, '1-3': [1, 3], '4-5': [4, 5], '6-': [6, Infinity] } as const;
export type Cost = keyof typeof costs;

export const sortings = ['name', 'credits', 'duration', 'vendor'] as const;
export type Sorting = (typeof sortings)[number];

/** How the list of exams is narrowed down and ordered, as the address has it. */
export interface ExamFilters {
  vendor: number | null;
  cost: Cost | null;
  /** Only exams that the student can register now. */
  isOpen: boolean;
  /** Only exams that can be taken online. */
  isOnline: boolean;
  sorting: Sorting;
}

const isOneOf = <Name extends string>(names: readonly Name[], text: string | null): text is Name =>
  names.includes(text as Name);

/** Returns the filters of the address; unknown values are ignored. */
export function filtersOf(params: URLSearchParams): ExamFilters {
  const [vendor, cost, sorting] = ['vendor', 'credits', 'sort'].map((name) => params.get(name));
  return {
    vendor: /^\d{1,9}$/.test(vendor ?? '') ? Number(vendor) : null,
    cost: isOneOf(Object.keys(costs) as Cost[], cost ?? null) ? (cost as Cost) : null,
    isOpen: params.has('open'),
    isOnline: params.has('online'),
    sorting: isOneOf(sortings, sorting ?? null) ? (sorting as Sorting) : 'name',
  };
}

/** Returns the filters as address parameters; default values are left out. */
export function filterParams(filters: ExamFilters): Record<string, string> {
  return {
    ...(filters.vendor === null ? {} : { vendor: String(filters.vendor) }),
    ...(filters.cost === null ? {} : { credits: filters.cost }),
    ...(filters.isOpen ? { open: '' } : {}),
    ...(filters.isOnline ? { online: '' } : {}),
    ...(filters.sorting === 'name' ? {} : { sort: filters.sorting }),
  };
}

/** How many filters leave something out. */
export const filterCount = ({ vendor, cost, isOpen, isOnline }: ExamFilters): number =>
  [vendor !== null, cost !== null, isOpen, isOnline].filter(Boolean).length;

/** Whether an exam can be taken at home, with a proctor. R-107. */
const canBeOnline = ({ content_code, paper_only }: Exam): boolean =>
  content_code !== null && !paper_only;

/** Returns whether an exam passes the filters. `credits` is undefined until it is loaded. */
export function passesFilters(
  { vendor, cost, isOpen, isOnline }: ExamFilters,
  credits: CreditsInfo | undefined,
): (exam: Exam) => boolean {
  const span = cost === null ? null : costs[cost];
  const isAffordable = (exam: Exam): boolean => {
    if (cost === null) return true;
    if (span) return exam.credits >= span[0] && exam.credits <= span[1];
    return credits === undefined || getOrBuy(exam, credits).button === 'GET';
  };
  return (exam) =>
    (vendor === null || exam.vendor_id === vendor) &&
    (!isOpen || isAllowed(exam, 'register')) &&
    (!isOnline || canBeOnline(exam)) &&
    isAffordable(exam);
}

/** Returns the exams in the selected order; ties keep the server's order, which is by name. */
export function sorted(exams: readonly Exam[], sorting: Sorting): readonly Exam[] {
  if (sorting === 'name') return exams;
  const keyOf: Record<Exclude<Sorting, 'name'>, (exam: Exam) => number> = {
    credits: ({ credits }) => credits,
    duration: ({ examDuration }) => examDuration,
    vendor: ({ vendor_id }) => vendor_id,
  };
  const key = keyOf[sorting];
  return exams.toSorted((a, b) => key(a) - key(b));
}
