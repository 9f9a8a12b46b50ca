import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import type { SeminaryCourse } from '../students/records/seminary-student.ts';

/** The first day on which a student of this seminary year may redeem, in New York (R-299). */
export const redeemFrom = (seminaryYear: number): string => `${seminaryYear + 1}-06-01`;

export type ExamOutcome = 'Pass' | 'Fail' | 'Disqualified' | 'Pending';

/** Returns the outcome of an exam; pending until it has its final grade. */
export function outcomeOf({ gradeComment }: Pick<SeminaryCourse, 'gradeComment'>): ExamOutcome {
  if (gradeComment === null) return 'Pending';
  if (/disqualified/i.test(gradeComment)) return 'Disqualified';
  return /fail/i.test(gradeComment) ? 'Fail' : 'Pass';
}

const isFailed = (course: Pick<SeminaryCourse, 'gradeComment'>): boolean =>
  ['Fail', 'Disqualified'].includes(outcomeOf(course));

/** Whether some exam has no final grade (R-297). */
export const hasPendingGrade = (
  courses: readonly Pick<SeminaryCourse, 'gradeComment'>[],
): boolean => courses.some(({ gradeComment }) => gradeComment === null);

/**
 * The exams that would be redeemed: neither failed nor disqualified, nor passed on the student's
 * own record; of one that was sat twice the later try.
 */
export function redeemable<Course extends SeminaryCourse>(
  courses: readonly Course[],
  passedExamIds: readonly number[],
): Course[] {
  const open = courses
    .filter((course) => !isFailed(course) && !passedExamIds.includes(course.examId))
    .toSorted((a, b) => (a.actualTakenDate ?? '').localeCompare(b.actualTakenDate ?? ''));
  return [...new Map(open.map((course) => [course.examId, course])).values()].sort(
    (a, b) => a.examId - b.examId,
  );
}

/** The facts that redeeming depends on. */
export interface RedeemFacts {
  redeemedExams: number | null;
  /** Nothing new is registered for the student now. */
  isBarred: boolean;
  /** How many exams would be redeemed. */
  redeemable: number;
  hasPendingGrade: boolean;
  hasUntakenRegistration: boolean;
  seminaryYear: number;
  /** Today in New York, YYYY-MM-DD. */
  today: string;
  /** Credits still to buy. */
  missingCredits: number;
}

/**
 * Returns why the exams cannot be redeemed now, or null; the first that applies (R-296 to R-300).
 * Redeeming registers exams, which a bar always prevents (R-551, R-555).
 */
export function redeemBlock(facts: RedeemFacts): DomainError | null {
  const from = redeemFrom(facts.seminaryYear);
  if (facts.redeemedExams !== null) return domainError('already_redeemed');
  if (facts.isBarred) return domainError('registration_denied');
  if (facts.redeemable === 0) return domainError('no_redeemable_exams');
  if (facts.hasPendingGrade) return domainError('pending_grade');
  if (facts.hasUntakenRegistration) return domainError('untaken_registrations');
  if (facts.today < from)
    return domainError('too_early', `The exams can be redeemed from ${shown(from)}.`);
  return facts.missingCredits > 0 ? notEnoughCredits(facts.missingCredits) : null;
}

export const notEnoughCredits = (missing: number): DomainError =>
  domainError(
    'not_enough_credits',
    `${missing === 1 ? '1 credit is' : `${missing} credits are`} missing.`,
    { missing },
  );

/** Why the exams cannot be discarded, or null: neither dates nor grades nor credits stop that. */
export function discardBlock(facts: {
  redeemedExams: number | null;
  exams: number;
}): DomainError | null {
  if (facts.redeemedExams !== null) return domainError('already_redeemed');
  return facts.exams === 0 ? domainError('no_redeemable_exams') : null;
}

/** MM/DD/YYYY */
const shown = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
};
