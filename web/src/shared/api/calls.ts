import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import {
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { whileRenewing } from '../session/renewal.ts';
import { type CallFailure, KeyPerTry, send, sendWithKey, type Wire } from './client.ts';
import { type About, useAbout } from './student-in-view.tsx';

/** A call with cached answers. */
export interface Named {
  path: string;
}

/** Returns the cache key of a call's answer; without input: of every answer of this call. */
export const answerKey = ({ path }: Named, input?: object): readonly unknown[] =>
  input === undefined ? [path] : [path, input];

/**
 * Edits a cached answer, when there is one. Restarts a request that began before the change, since
 * its answer would arrive later and revert the edit.
 */
export function editAnswer<Answer>(
  client: QueryClient,
  queryKey: QueryKey,
  edit: (known: Answer) => Answer,
): void {
  const isOnItsWay = client.isFetching({ queryKey, exact: true }) > 0;
  client.setQueryData<Answer>(queryKey, (known) => known && edit(known));
  if (isOnItsWay) void client.invalidateQueries({ queryKey, exact: true });
}

interface AnswerOptions<Answer> {
  enabled?: boolean;
  /** Milliseconds during which a cached answer is fresh. */
  fresh?: number;
  /** The polling interval in milliseconds, or false; may depend on the cached answer. */
  every?: number | false | ((known: Answer | undefined) => number | false);
  /** Keeps the last answer in view while another one comes, e.g. of another branch. */
  keepOld?: boolean;
}

/** The answer of a call that only reads; on staff pages, about the student in view. */
export function useAnswer<Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  { enabled = true, fresh, every = false, keepOld = false }: AnswerOptions<CallAnswer<Spec>> = {},
): UseQueryResult<CallAnswer<Spec>, CallFailure> {
  const about = useAbout();
  const request = { ...about, ...input };
  return useQuery<CallAnswer<Spec>, CallFailure>({
    queryKey: answerKey(call, request),
    queryFn: ({ signal }) => send(call, request, { signal }),
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
    ...(fresh === undefined ? {} : { staleTime: fresh }),
    ...(keepOld ? { placeholderData: keptOf(about) } : {}),
  });
}

/** The previous answer, if it was about the same student. */
const keptOf =
  ({ student_id }: About) =>
  (last: unknown, query: { queryKey: readonly unknown[] } | undefined) =>
    (query?.queryKey[1] as About | undefined)?.student_id === student_id
      ? (last as never)
      : undefined;

interface Awaited {
  isPending: boolean;
  failureCount: number;
  /** Includes failures of earlier tries: an answer is pending again while it is reloaded. */
  errorUpdateCount: number;
}
/**
 * Returns whether an answer is pending without a failure so far: the caller waits for it, so that
 * later content moves nothing.
 */
export const isAwaited = ({ isPending, failureCount, errorUpdateCount }: Awaited): boolean =>
  isPending && failureCount === 0 && errorUpdateCount === 0;

interface CommandOptions<Spec extends CallSpec> {
  /** Calls whose answers are outdated once this one succeeded. */
  refreshes?: readonly Named[];
  onDone?: (answer: CallAnswer<Spec>, input: CallInput<Spec>) => void;
  /** It ends this session and answers with another. */
  renewsSession?: boolean;
}

/**
 * A call that changes something; on staff pages, of the student in view. Keyed calls carry one
 * Idempotency-Key a try. The same again while it is under way, a double click, is not sent: a
 * button is disabled by the next render only, which is too late for that.
 */
export function useCommand<Spec extends CallSpec>(
  call: Wire<Spec>,
  { refreshes = [], onDone, renewsSession = false }: CommandOptions<Spec> = {},
): UseMutationResult<CallAnswer<Spec>, CallFailure, CallInput<Spec>> {
  const client = useQueryClient();
  const about = useAbout();
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;
  const lastSent = useRef<string>(null);
  const forget = (input: CallInput<Spec>) => {
    if (lastSent.current === JSON.stringify(input)) lastSent.current = null;
  };
  const mutation = useMutation<CallAnswer<Spec>, CallFailure, CallInput<Spec>>({
    mutationFn: (input) => {
      const request = { ...about, ...input };
      const sent = call.keyed ? sendWithKey(call, request, tries) : send(call, request);
      return renewsSession ? whileRenewing(sent, () => void client.invalidateQueries()) : sent;
    },
    onError: (_failure, input) => forget(input),
    onSuccess: (answer, input) => {
      forget(input);
      for (const other of refreshes) void client.invalidateQueries({ queryKey: answerKey(other) });
      onDone?.(answer, input);
    },
  });
  const { mutate } = mutation;
  const mutateOnce = useCallback<typeof mutate>(
    (...request) => {
      const sent = JSON.stringify(request[0]);
      if (lastSent.current === sent) return;
      lastSent.current = sent;
      mutate(...request);
    },
    [mutate],
  );
  return { ...mutation, mutate: mutateOnce };
}
