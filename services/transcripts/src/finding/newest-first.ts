import type { ExamResult } from '../results/ask-results.ts';

/** Results by the day of the exam, the newest first and those without one last; then by subject. */
export const newestFirst = (results: readonly ExamResult[]): ExamResult[] =>
  results.toSorted(
    (a, b) =>
      (b.takenDate ?? '').localeCompare(a.takenDate ?? '') ||
      a.subject.localeCompare(b.subject) ||
      a.courseNumber.localeCompare(b.courseNumber),
  );
