import type { Exam, ExamFields } from '../exams/exam.ts';

/** An exam as the office sees it. */
export interface OfficeExam {
  exam: Exam;
  /** Registrations that are neither over nor given up. */
  inUse: number;
  lastChange: Date | null;
  lastChangeBy: string | null;
}

/** The fields of an exam in the office's form; other calls set the rest. */
export type OfficeExamFields = Omit<
  ExamFields,
  'active' | 'additionalChargeCents' | 'courseChangeReserved' | 'courseCollegeId' | 'studyMaterials'
>;

/** Tells whether an exam matches a search by subject, code or alternative name. */
export function isSearched(
  { subject, secularNumber, alt1, alt2, alt3 }: Exam,
  search: string | null,
): boolean {
  if (search === null) return true;
  const wanted = search.toLowerCase();
  return [subject, secularNumber, alt1, alt2, alt3].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}

/** Whether a change touches what open registrations were made by. R-560. */
export const changesWhatWasBought = (before: Exam, after: OfficeExamFields): boolean =>
  before.credits !== after.credits ||
  before.durationMinutes !== after.durationMinutes ||
  before.vendorId !== after.vendorId;
