import type { Exam } from '@portal/contract/exams/exam';
import { useEffect } from 'react';
import { useExamRows } from '../../shared/exams/exam-rows.ts';
import { nextChange } from './exam-actions.ts';

const SECOND = 1000;
/** Longest timer; a longer wait is split into several timers. */
const LONGEST = 3_600 * SECOND;
/** Delay before checking again after a moment that has not brought its change yet. */
const AGAIN = 30 * SECOND;

/**
 * Reloads the list when a session begins, a window opens or closes, or a deadline passes: no event
 * announces these.
 */
export function ChangingActions({ exams }: { exams: readonly Exam[] }) {
  const { reload } = useExamRows();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const now = Date.now();
      const next = nextChange(exams, now);
      if (next === null) return;
      const delay = next > now ? next - now + SECOND : AGAIN;
      timer = setTimeout(
        () => {
          if (delay <= LONGEST) reload();
          wait();
        },
        Math.min(delay, LONGEST),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [exams, reload]);
  return null;
}
