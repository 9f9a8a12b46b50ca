import type { Day } from '../days.ts';
import { monthsBefore } from '../days.ts';
import type { Exam } from './exam.ts';

/** What a graded exam can come to. */
export const finalResults = ['Pass', 'Fail', 'Disqualified'] as const;
export type FinalResult = (typeof finalResults)[number];

export interface GradeStatus {
  status: 'Disqualified' | 'Fail' | 'Pass' | 'Unavailable' | 'Pending';
  /** Shown in the style of an error. */
  isError: boolean;
}

/**
 * What the grade column of an exam that was taken says. `today` is the day in New York. R-114 to
 *
 */
export function gradeStatus(
  { gradeComment, examTakenDate }: Pick<Exam, 'gradeComment' | 'examTakenDate'>,
  today: Day,
): GradeStatus {
  const comment = gradeComment?.trim() ?? '';
  if (/disqualified/i.test(comment)) return { status: 'Disqualified', isError: true };
  if (/fail/i.test(comment)) return { status: 'Fail', isError: true };
  if (comment !== '') return { status: 'Pass', isError: false };
  const long = examTakenDate === null || examTakenDate < monthsBefore(today, 1);
  return { status: long ? 'Unavailable' : 'Pending', isError: false };
}
