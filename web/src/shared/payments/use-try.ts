import { t } from '@lingui/core/macro';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answerKey, type Named } from '../api/calls.ts';
import { CallFailure, KeyPerTry, sendWithKey, type Wire } from '../api/client.ts';
import { useOneAtATime } from '../api/one-at-a-time.ts';

/** Said beside 'Check again'. */
export const nothingTwice = t`'Check again' asks about this try. Nothing is done twice.`;

export interface Try {
  busy: boolean;
  error: Error | null;
  /**
   * The outcome of the last try is unknown: nothing may be changed, and the same try is sent again.
   */
  unresolved: boolean;
  go: () => void;
}

/**
 * Makes one change once: `input` returns the request, after the processor's library has run; while
 * the outcome is unknown, sends exactly the same request again under the same key. Calls
 * `onRefused` with a decision against it; `refreshes` are the calls whose answers it changes.
 */
export function useTry<Spec extends CallSpec>(
  call: Wire<Spec>,
  input: () => Promise<CallInput<Spec>>,
  onRefused: (failure: CallFailure) => void,
  onDone: (answer: CallAnswer<Spec>) => void,
  refreshes: readonly Named[],
): Try {
  const client = useQueryClient();
  const keys = useRef<KeyPerTry>(null);
  keys.current ??= new KeyPerTry();
  const tries = keys.current;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [open, setOpen] = useState<CallInput<Spec> | null>(null);

  const go = useOneAtATime(async () => {
    setBusy(true);
    setError(null);
    try {
      const sent = open ?? (await input());
      setOpen(sent);
      const answer = await sendWithKey(call, sent, tries);
      setOpen(null);
      onDone(answer);
      for (const other of refreshes) void client.invalidateQueries({ queryKey: answerKey(other) });
    } catch (failure) {
      setError(failure as Error);
      if (!(failure instanceof CallFailure)) return;
      if (failure.isFinal || (failure.status === 401 && !tries.isDoubtful)) setOpen(null);
      if (failure.isFinal) onRefused(failure);
    } finally {
      setBusy(false);
    }
  });
  return { busy, error, unresolved: open !== null && !busy, go };
}
