import { useDebouncedValue } from '@mantine/hooks';
import type { CallInput } from '@portal/contract/call';
import type { payRegisterAndSchedule } from '@portal/contract/schools';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { answerKey, useAnswer, useCommand } from '../../shared/api/calls.ts';
import { BALANCE_CALLS } from '../account/school-payment.ts';
import { type BulkResult, payCall, quoteCall, runCall } from '../api.ts';
import { type Choice, chosenExams, failedOf, type Pending, pendingOf } from './order.ts';

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

/** The order of these exams, as the quote takes it: the answer about materials has no price. */
const quotedOrder = (
  { schoolId, sessionId }: Pick<OrderOptions, 'schoolId' | 'sessionId'>,
  pending: Pending,
  cards: ReadonlyMap<number, string> = new Map(),
): Order => ({
  session: { testSessionId: sessionId },
  schoolId,
  sendStudyMaterials: false,
  studentInfos: [...pending].map(([studentId, exams]) => ({
    studentId,
    exams: [...exams],
    ccId: cards.get(studentId) ?? null,
  })),
});

/** The cost of a changing choice; quoted once it has been unchanged for 300 ms. R-270. */
export function useChoiceQuote(of: { schoolId: number; sessionId: number }, choice: Choice) {
  const pending = useMemo(() => pendingOf(choice), [choice]);
  const [settled] = useDebouncedValue(pending, 300);
  const isEmpty = pending.size === 0 || chosenExams(choice).length === 0;
  const quote = useAnswer(quoteCall, quotedOrder(of, settled), {
    enabled: !isEmpty && settled === pending,
    fresh: HALF_MINUTE,
    keepOld: true,
  });
  const isCurrent = settled === pending && !quote.isPlaceholderData;
  return { data: isEmpty ? undefined : quote.data, error: isEmpty ? null : quote.error, isCurrent };
}

/** The quote of an order, its run, and the outcome.. */
export function useOrder(options: OrderOptions) {
  const { schoolId, sessionId, sendMaterials, pending, runId, onRun, onPending, onResult } =
    options;
  const client = useQueryClient();
  const [cards, setCards] = useState<ReadonlyMap<number, string>>(new Map());
  const [settled, setSettled] = useState<number | null>(null);
  const order = quotedOrder({ schoolId, sessionId }, pending, cards);
  const isWatching = runId !== null && settled !== runId;
  const quote = useAnswer(quoteCall, order, {
    enabled: pending.size > 0 && !isWatching,
    fresh: HALF_MINUTE,
    keepOld: true,
  });
  const settle = (result: BulkResult) => {
    for (const call of BALANCE_CALLS) void client.invalidateQueries({ queryKey: answerKey(call) });
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
      pay.mutate(
        {
          ...order,
          sendStudyMaterials: sendMaterials,
          studentInfos: order.studentInfos.map((info) => ({
            ...info,
            ccId: quoted.get(info.studentId)?.ccId ?? null,
            amount: quoted.get(info.studentId)?.amount,
          })),
        } as Order,
        // amounts or the balance may have changed since the quote
        { onError: () => void client.invalidateQueries({ queryKey: answerKey(quoteCall) }) },
      ),
    payError: pay.error,
    /** Drops the error of the last try, e.g. once its cause has been removed. */
    forgetPayError: pay.reset,
    runError: run.error,
    isPaying: pay.isPending || isWatching,
    progress: isWatching && state?.state === 'processing' ? state : null,
  };
}
