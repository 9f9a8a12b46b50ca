import type { CallAnswer } from '@portal/contract/call';
import type { getOwnPayments } from '@portal/contract/payments/own-payments';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { answerKey } from '../../shared/api/calls.ts';
import { type CallFailure, send } from '../../shared/api/client.ts';
import { ownPaymentsCall } from '../../shared/api/student.ts';

type Page = CallAnswer<typeof getOwnPayments>;

/** The number of newest payments shown first, and the page size of the older ones. */
const [FEW, MANY] = [5, 50];

/** The own payments and refunds, page by page. */
export const useOwnPayments = (): UseInfiniteQueryResult<InfiniteData<Page>, CallFailure> =>
  useInfiniteQuery<Page, CallFailure, InfiniteData<Page>, readonly unknown[], string | undefined>({
    queryKey: answerKey(ownPaymentsCall, {}),
    queryFn: ({ pageParam: before, signal }) =>
      send(ownPaymentsCall, before === undefined ? { limit: FEW } : { limit: MANY, before }, {
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
