import type { CallInput, CallSpec } from '@portal/contract/call';
import type { QueryClient } from '@tanstack/react-query';
import { answerKey } from './calls.ts';
import { send, type Wire } from './client.ts';

/**
 * Asks for what a page of staff is about to ask for with `useAnswer`, which finds the answer, or that
 * it is on its way. A failure is kept to itself: the page asks again, and tells of its own.
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
