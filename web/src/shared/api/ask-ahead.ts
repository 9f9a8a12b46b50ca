import type { CallInput, CallSpec } from '@portal/contract/call';
import type { QueryClient } from '@tanstack/react-query';
import { answerKey } from './calls.ts';
import { send, type Wire } from './client.ts';

/**
 * Prefetches an answer that a staff page is about to read with `useAnswer`, which then finds the
 * answer or the pending request. Ignores failures: the page requests it again, and reports its own
 * failure.
 */
export const askAhead = <Spec extends CallSpec>(
  client: QueryClient,
  call: Wire<Spec>,
  input: CallInput<Spec>,
): void =>
  void client.prefetchQuery({
    queryKey: answerKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
  });
