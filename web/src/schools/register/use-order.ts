import type { CallInput } from '@portal/contract/call';
import type { payRegisterAndSchedule } from '@portal/contract/schools';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerKey, useAnswer, useCommand } from '../../shared/api/calls.ts';
import {
  type BulkResult,
  detailsCall,
  infoCall,
  payCall,
  quoteCall,
  runCall,
  schoolsCall,
} from '../api.ts';
import { failedOf, type Pending } from './order.ts';

interface OrderOptions {
  schoolId: number;
  sessionId: number;
  sendMaterials: boolean;
  pending: Pending;
  /** Of a run that was ordered before the page was loaded, or that takes its time. */
  runId: number | null;
  onRun: (runId: number) => void;
  onPending: (pending: Pending) => void;
  onResult: (result: BulkResult) => void;
}

type Order = CallInput<typeof payRegisterAndSchedule>;
const HALF_MINUTE = 30_000;

/** The quote of an order, its run, and what came of it.. */
export function useOrder(options: OrderOptions) {
  const { schoolId, sessionId, sendMaterials, pending, runId, onRun, onPending, onResult } =
    options;
  const client = useQueryClient();
  const [cards, setCards] = useState<ReadonlyMap<number, string>>(new Map());
  const [settled, setSettled] = useState<number | null>(null);
  const order: Order = {
    session: { testSessionId: sessionId },
    schoolId,
    sendStudyMaterials: sendMaterials,
    studentInfos: [...pending].map(([studentId, exams]) => ({
      studentId,
      exams: [...exams],
      ccId: cards.get(studentId) ?? null,
    })),
  };
  const isWatching = runId !== null && settled !== runId;
  const quote = useAnswer(quoteCall, order, {
    enabled: pending.size > 0 && !isWatching,
    fresh: HALF_MINUTE,
    keepOld: true,
  });
  const settle = (result: BulkResult) => {
    for (const call of [detailsCall, infoCall, schoolsCall, quoteCall])
      void client.invalidateQueries({ queryKey: answerKey(call) });
    onResult(result);
    onPending(failedOf(result));
  };
  const pay = useCommand(payCall, {
    onDone: (state) => (state.state === 'finished' ? settle(state) : onRun(state.runId)),
  });
  const run = useAnswer(
    runCall,
    { runId: runId ?? 0 },
    { enabled: isWatching, every: isWatching ? 2000 : false },
  );
  const state = run.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run that has ended
  useEffect(() => {
    if (!isWatching || state?.state !== 'finished') return;
    setSettled(runId);
    settle(state);
  }, [state, runId, isWatching]);

  const quoted = new Map(quote.data?.students.map((one) => [one.studentId, one]));
  return {
    quote,
    cards,
    chooseCard: (studentId: number, ccId: string) => setCards(new Map(cards).set(studentId, ccId)),
    pay: () =>
      pay.mutate({
        ...order,
        studentInfos: order.studentInfos.map((info) => ({
          ...info,
          ccId: quoted.get(info.studentId)?.ccId ?? null,
          amount: quoted.get(info.studentId)?.amount,
        })),
      } as Order),
    payError: pay.error,
    runError: run.error,
    isPaying: pay.isPending || isWatching,
    progress: isWatching && state?.state === 'processing' ? state : null,
  };
}
