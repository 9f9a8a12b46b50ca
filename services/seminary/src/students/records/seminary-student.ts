import type * as tables from '../../../prisma/tables.ts';

/** A seminary student on the list. */
export interface SeminaryStudent
  extends Omit<
    tables.SeminaryStudent,
    | 'redeemedAt'
    | 'createdAt'
    | 'createdBy'
    | 'redeeming'
    | 'talStudentId'
    | 'releaseToldAt'
    | 'talIdSentAt'
    | 'tellAt'
    | 'tellTries'
  > {
  seminaryName: string;
  /** All uploaded exams, in any state. */
  examsCount: number;
}

/** An exam sat at a seminary. */
export type SeminaryCourse = Pick<
  tables.SeminaryExam,
  'seminaryStudentId' | 'examId' | 'actualTakenDate' | 'takenDate' | 'grade' | 'gradeComment'
>;

/** A seminary student as staff see one. */
export interface SeminaryStudentView extends SeminaryStudent {
  /** The redeemed courses; empty before. */
  redeemedCourses: SeminaryCourse[];
  /** An unlinked student on record has the same SSN digits and birth date. */
  hasStudentWithSameSsnDob: boolean;
}

export const REDEEMED = 1;
export const DISCARDED = 2;
