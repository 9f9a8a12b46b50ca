import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CallFailure, KeyPerTry, send, sendWithKey, type Wire } from './api.ts';

/** Names a call whose answers stand in the cache. */
export interface Named {
  path: string;
}

/** Where the answer of a call stands in the cache; without input: every answer of this call. */
export const answerKey = ({ path }: Named, input?: object): readonly unknown[] => (input === undefined ? [path] : [path, input]);

interface AnswerOptions {
  enabled?: boolean;
  /** Milliseconds during which the answer is taken as it is. */
  fresh?: number;
  /** Milliseconds between two looks, or false. */
  every?: number | false;
  /** Keeps the last answer in view while another one comes, e.g. of another branch. */
  keepOld?: boolean;
}

/** The answer of a call that only reads. */
export function useAnswer<Spec extends CallSpec>(
  call: Wire<Spec>,
  input: CallInput<Spec>,
  { enabled = true, fresh, every = false, keepOld = false }: AnswerOptions = {},
): UseQueryResult<CallAnswer<Spec>, CallFailure> {
  return useQuery<CallAnswer<Spec>, CallFailure>({
    queryKey: answerKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    enabled,
    refetchInterval: every,
    ...(fresh === undefined ? {} : { staleTime: fresh }),
    ...(keepOld ? { placeholderData: (last: unknown) => last as never } : {}),
  });
}

interface Awaited {
  isPending: boolean;
  failureCount: number;
  /** Failures of earlier tries too: an answer that is asked for again is pending again. */
  errorUpdateCount: number;
}
/** Still on its way, and nothing has gone wrong so far: worth waiting for, so that what comes later moves nothing. */
export const isAwaited = ({ isPending, failureCount, errorUpdateCount }: Awaited): boolean =>
  isPending && failureCount === 0 && errorUpdateCount === 0;

interface CommandOptions<Spec extends CallSpec> {
  /** Calls whose answers are no longer right once this one succeeded. */
  refreshes?: readonly Named[];
  onDone?: (answer: CallAnswer<Spec>, input: CallInput<Spec>) => void;
}

/** A call that changes something. Keyed calls carry one Idempotency-Key a try. */
export function useCommand<Spec extends CallSpec>(
  call: Wire<Spec>,
  { refreshes = [], onDone }: CommandOptions<Spec> = {},
): UseMutationResult<CallAnswer<Spec>, CallFailure, CallInput<Spec>> {
  const client = useQueryClient();
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;
  return useMutation<CallAnswer<Spec>, CallFailure, CallInput<Spec>>({
    mutationFn: (input) => (call.keyed ? sendWithKey(call, input, tries) : send(call, input)),
    onSuccess: (answer, input) => {
      for (const other of refreshes) void client.invalidateQueries({ queryKey: answerKey(other) });
      onDone?.(answer, input);
    },
  });
}
