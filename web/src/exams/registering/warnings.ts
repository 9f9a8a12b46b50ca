import { t } from '@lingui/core/macro';
import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exams/exam';
import { gradeStatus } from '@portal/contract/exams/grade-status';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import { useCredits, useStudent } from '../../shared/api/student.ts';
import { useStudentInView } from '../../shared/api/student-in-view.tsx';
import { useExams } from '../../shared/exams/exam-rows.ts';

const MAN = '1';

/** A warning before an exam is registered. M-06. */
export interface Warning {
  title: string;
  text: string;
}

export interface Warnings {
  /** Undefined until the warnings are known. */
  warnings: Warning[] | undefined;
  credits: CreditsInfo | undefined;
  /** Men are booked by the office. R-153. */
  isMan: boolean;
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  isRetrying: boolean;
}

/** Returns the warnings before this exam is registered, with the student's credits. */
export function useWarnings(exam: Exam): Warnings {
  const credits = useCredits();
  const student = useStudent();
  const exams = useExams();
  const isForStaff = useStudentInView() !== null;
  const missing = [credits, student].filter(({ data }) => data === undefined);
  return {
    warnings:
      credits.data && student.data
        ? warningsFor(exam, {
            collegeId: student.data.student.collegeId,
            withoutExam2Years: exams.data?.memberHasntRegistered2years ?? false,
            outside: isForStaff ? packageWithout(exam, credits.data) : null,
          })
        : undefined,
    credits: credits.data,
    isMan: student.data?.student.gender === MAN,
    isPending: missing.some(({ isPending }) => isPending),
    error: missing.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const query of missing) void query.refetch();
    },
    isRetrying: missing.some(({ isFetching }) => isFetching),
  };
}

/** The student's package whose credits do not pay for this exam; null: there is none. R-109. */
const packageWithout = (exam: Exam, { examAllowedPackages }: CreditsInfo): string | null =>
  examAllowedPackages.some(({ exams_allowed }) => exams_allowed.includes(exam.id))
    ? null
    : (examAllowedPackages.find(({ balance }) => balance > 0)?.display_name ?? null);

interface Facts {
  collegeId: number | null;
  withoutExam2Years: boolean;
  /** Of staff alone: the package that does not allow this exam. */
  outside: string | null;
}

function warningsFor(exam: Exam, { collegeId, withoutExam2Years, outside }: Facts): Warning[] {
  const today = newYorkDay(new Date());
  return [
    ...(outside === null
      ? []
      : [
          {
            title: t`Not in the package`,
            text: t`This exam is not one of those that the student's package ${outside} is for.`,
          },
        ]),
    ...(withoutExam2Years
      ? [
          {
            title: t`Speak to an advisor`,
            text: t`You have not taken an exam for 2 years. Please speak to an advisor before you register.`,
          },
        ]
      : []),
    ...(exam.examTaken
      ? [
          {
            title: t`Register a retake`,
            text: t`You have already taken this exam (${gradeStatus(exam, today).status}). A retake is a new registration and costs the credits of the exam again.`,
          },
        ]
      : []),
    ...(exam.hasAlternateCourseVersion && [collegeId, null].includes(exam.courseCollegeId)
      ? [
          {
            title: t`Course version`,
            text: t`There is a course version of this exam for students of Woodmont College. Please make sure which of the two you need.`,
          },
        ]
      : []),
  ];
}
