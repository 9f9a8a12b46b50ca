import type { FinalResult } from '@portal/contract/exams/grade-status';

/** Reads the result that a service sends; null: not graded. */
export const finalResultOf = (result: string | undefined): FinalResult | null =>
  (result ?? null) as FinalResult | null;
