import type { CallAnswer } from '@portal/contract/call';
import type { getOfficeRun } from '@portal/contract/sessions/session-runs';
import { useEffect } from 'react';
import { useAnswer } from '../shared/api/calls.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { RunProgress } from '../shared/ui/run-progress.tsx';
import { runCall } from './api.ts';

/** What a run came to at its end. */
export type RunResult = Extract<CallAnswer<typeof getOfficeRun>, { state: 'finished' }>;

interface RunViewProps {
  runId: string;
  /** What runs: 'Telling the students'. */
  label: string;
  /** Students, as far as it is known before the first look. */
  total: number;
  onDone: (result: RunResult) => void;
}

const LOOK_MS = 2_000;

/** How far a run is, asked for every two seconds until it is at its end. */
export function RunView({ runId, label, total, onDone }: RunViewProps) {
  const run = useAnswer(runCall, { runId }, { every: LOOK_MS });
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
