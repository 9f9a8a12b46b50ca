import type { CallAnswer, CallInput } from '@portal/contract/call';
import type { officeHistory, studentHistory } from '@portal/contract/students/history';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { answerKey } from '../shared/api/calls.ts';
import { api, type CallFailure, send } from '../shared/api/client.ts';
import { historyCall } from '../shared/api/student.ts';
import { useAbout } from '../shared/api/student-in-view.tsx';

type OfStudent = CallAnswer<typeof studentHistory>;
type OfOffice = CallAnswer<typeof officeHistory>;
/** The office's rows say of which student they tell. */
export type Entry = OfStudent['entries'][number] & { studentId?: number | null };
interface Page extends Omit<OfOffice, 'entries'> {
  entries: Entry[];
}
export type Service = Page['missing'][number];
export type Filters = Pick<CallInput<typeof studentHistory>, 'kind' | 'who' | 'from' | 'to'>;
export type OfficeFilters = Omit<CallInput<typeof officeHistory>, 'before'>;
export type History = UseInfiniteQueryResult<InfiniteData<Page>, CallFailure>;

/** Rows page by page; the old ones stay while others come. */
function usePages(
  key: readonly unknown[],
  ask: (before: { before?: string }, signal: AbortSignal) => Promise<Page>,
): History {
  return useInfiniteQuery<
    Page,
    CallFailure,
    InfiniteData<Page>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      ask(pageParam === undefined ? {} : { before: pageParam }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (last) => last,
  });
}

/** The history of the student in view. */
export function useHistory(filters: Filters): History {
  const request = { ...useAbout(), ...filters };
  return usePages(answerKey(historyCall, request), (before, signal) =>
    send(historyCall, { ...request, ...before }, { signal }),
  );
}

/** The history of all accounts. */
export const useOfficeHistory = (filters: OfficeFilters): History =>
  usePages(answerKey(api.officeHistory, filters), (before, signal) =>
    send(api.officeHistory, { ...filters, ...before }, { signal }),
  );
