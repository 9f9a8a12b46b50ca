import type { Day } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import { gradeStatus } from '@portal/contract/exams/grade-status';
import type { CreditsInfo } from '@portal/contract/payments/credits';

const isTaken = ({ status }: Exam): boolean => status === 'taken' || status === 'graded';
const isPassed = (exam: Exam, today: Day): boolean =>
  exam.status === 'graded' && gradeStatus(exam, today).status === 'Pass';

export interface ResultCounts {
  passed: number;
  /** Failed and disqualified. */
  failed: number;
  /** Taken, and not graded. */
  waiting: number;
}

/** How the exams that were taken went. `today`: the day in New York. */
export function countResults(exams: readonly Exam[], today: Day): ResultCounts {
  const taken = exams.filter(isTaken);
  const passed = taken.filter((exam) => isPassed(exam, today)).length;
  const failed = taken.filter((exam) => gradeStatus(exam, today).isError).length;
  return { passed, failed, waiting: taken.length - passed - failed };
}

export interface Score {
  day: Day;
  /** Out of 100. */
  score: number;
  subject: string;
}

/** The scores that are numbers, the oldest first; letters and missing ones are left out. */
export function scoresOf(exams: readonly Exam[]): Score[] {
  return exams
    .flatMap(({ status, examTakenDate, grade, subject }) => {
      const [score] = /^\d{1,3}(?:\.\d{1,2})?(?=%?$)/.exec(grade?.trim() ?? '') ?? [];
      return status === 'graded' && examTakenDate !== null && score !== undefined
        ? [{ day: examTakenDate, score: Number(score), subject }]
        : [];
    })
    .sort((a, b) => a.day.localeCompare(b.day));
}

export interface Programme {
  id: number;
  name: string;
  passed: number;
  exams: number;
}

/** Returns the student's progress in each programme of exams that one of their packages covers. */
export function programmesOf(
  exams: readonly Exam[],
  { examAllowedPackages }: Pick<CreditsInfo, 'examAllowedPackages'>,
  today: Day,
): Programme[] {
  const passed = new Set(exams.filter((exam) => isPassed(exam, today)).map(({ id }) => id));
  return examAllowedPackages
    .filter(({ exams_allowed }) => exams_allowed.length > 1)
    .map(({ id, display_name, exams_allowed }) => ({
      id,
      name: display_name,
      passed: exams_allowed.filter((examId) => passed.has(examId)).length,
      exams: exams_allowed.length,
    }));
}
