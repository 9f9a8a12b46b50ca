import type { CallAnswer } from '@portal/contract/call';
import type { getOfficeRun } from '@portal/contract/runs/session-runs';
import { useEffect } from 'react';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { CallError } from '../ui/feedback.tsx';
import { RunProgress } from '../ui/run-progress.tsx';

/** The final result of a run. */
export type RunResult = Extract<CallAnswer<typeof getOfficeRun>, { state: 'finished' }>;

interface RunViewProps {
  runId: string;
  /** The work of the run: 'Telling the students'. */
  label: string;
  /** The total number of items, if known before the first poll. */
  total: number;
  onDone: (result: RunResult) => void;
}

const LOOK_MS = 2_000;

/** The progress of a run, polled every two seconds until it ends. */
export function RunView({ runId, label, total, onDone }: RunViewProps) {
  const run = useAnswer(api.getOfficeRun, { runId }, { every: LOOK_MS });
  const state = run.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the run is at its end
  useEffect(() => {
    if (state?.state === 'finished') onDone(state);
  }, [state?.state]);
  const isOver = state?.state === 'finished';
  return (
    <>
      <RunProgress
        label={label}
        done={isOver ? total : (state?.done ?? 0)}
        total={isOver ? total : (state?.total ?? total)}
      />
      <CallError error={run.error} onRetry={() => void run.refetch()} busy={run.isFetching} />
    </>
  );
}
