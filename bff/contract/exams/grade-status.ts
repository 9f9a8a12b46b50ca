import type { Day } from '../days.ts';
import { monthsBefore } from '../days.ts';
import type { Exam } from './exam.ts';

/** The final results of a graded exam. */
export const finalResults = ['Pass', 'Fail', 'Disqualified'] as const;
export type FinalResult = (typeof finalResults)[number];

/** Returns the result of a grade comment: a pass unless it says otherwise.. */
export function resultOfComment(comment: string): FinalResult {
  if (/disqualified/i.test(comment)) return 'Disqualified';
  return /fail/i.test(comment) ? 'Fail' : 'Pass';
}

export interface GradeStatus {
  status: 'Disqualified' | 'Fail' | 'Pass' | 'Unavailable' | 'Pending';
  /** Shown in the style of an error. */
  isError: boolean;
}

/**
 * Returns the text of the grade column of a taken exam. `today` is the day in New York. R-114 to
 *
 */
export function gradeStatus(
  { gradeComment, examTakenDate }: Pick<Exam, 'gradeComment' | 'examTakenDate'>,
  today: Day,
): GradeStatus {
  const comment = gradeComment?.trim() ?? '';
  if (comment !== '') {
    const status = resultOfComment(comment);
    return { status, isError: status !== 'Pass' };
  }
  const long = examTakenDate === null || examTakenDate < monthsBefore(today, 1);
  return { status: long ? 'Unavailable' : 'Pending', isError: false };
}
