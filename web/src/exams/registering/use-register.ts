import type { Exam } from '@portal/contract/exams/exam';
import { useEffect, useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { isRefusal } from '../../shared/api/client.ts';
import { markAnnounced } from '../../shared/exams/announced-changes.ts';
import { useExamRows } from '../../shared/exams/exam-rows.ts';
import { registerCall } from '../api.ts';
import type { Registered } from './spent-text.ts';

export interface Registering {
  go: () => void;
  isRunning: boolean;
  error: Error | null;
  /** The same request may be sent again. */
  canRetry: boolean;
}

interface RegisterOptions {
  /** The result is announced beside the button that was pressed. */
  announced: boolean;
  /** Null: it was registered, and its row is not on any list. */
  onRegistered: (done: Registered | null) => void;
}

/** GET: registers an exam with credits. */
export function useRegister(exam: Exam, { announced, onRegistered }: RegisterOptions): Registering {
  const rows = useExamRows();
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useCommand(registerCall, {
    onDone: (answer) => {
      if (answer.exam) {
        if (announced) markAnnounced(answer.exam.id);
        rows.put(answer.exam, answer);
      }
      if (answer.allExams) rows.reload();
      onRegistered(
        answer.exam && {
          exam: answer.exam,
          isFree: answer.registrationMadeWithFreeSeminaryStudyCredits,
          spent: exam.credits,
          left: answer.totCreditsAvailable,
        },
      );
    },
  });
  useEffect(() => {
    if (!isRefusal(error, 'not_enough_credits')) return;
    rows.reload(); // the credits were spent elsewhere: the new totals turn GET into BUY
    setMissing(true);
  }, [error, rows]);
  return {
    go: () => mutate({ examId: exam.id }),
    isRunning: isPending,
    error,
    canRetry: error !== null && !isMissing && !error.isFinal,
  };
}
