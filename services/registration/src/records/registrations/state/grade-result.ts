/**
 * Returns the result of a grade comment: its word tells Disqualified and Fail, any other comment is
 * a pass..
 */
export function resultOf(comment: string): 'Pass' | 'Fail' | 'Disqualified' {
  if (/disqualified/i.test(comment)) return 'Disqualified';
  return /fail/i.test(comment) ? 'Fail' : 'Pass';
}

/** Returns the result of a graded registration; undefined while it has none. */
export const finalResult = ({
  gradeComment,
}: {
  gradeComment: string | null;
}): ReturnType<typeof resultOf> | undefined =>
  gradeComment === null ? undefined : resultOf(gradeComment);

/** Whether a try was graded as failed or disqualified. R-069. */
export const isFailed = ({
  status,
  gradeComment,
}: {
  status: string;
  gradeComment: string | null;
}): boolean => status === 'graded' && gradeComment !== null && resultOf(gradeComment) !== 'Pass';

/** The score to show: none for a failed or disqualified exam. R-119. */
export function shownGrade({
  grade,
  gradeComment,
}: {
  grade: string | null;
  gradeComment: string | null;
}): string | null {
  return gradeComment !== null && resultOf(gradeComment) !== 'Pass' ? null : grade;
}
