import type { SeminaryCourse } from '../../students/records/seminary-student.ts';

/** An exam of the student that is on record, with the fingerprint of its scan. */
export type PaperOnRecord = SeminaryCourse & { sha256: string | null };

/** A paper as it came, before anything is kept. */
export interface NewPaper {
  seminaryStudentId: number;
  examId: number;
  /** YYYY-MM-DD */
  takenOn: string;
  sha256: string;
}
export interface PaperPreviewRow {
  course: SeminaryCourse;
  isNew: boolean;
  /** A warning that staff should read. */
  note: string | null;
}

/** Whether the same exam of the same day is on record: then there is no second one. */
export const isOnRecord = (papers: readonly PaperOnRecord[], { examId, takenOn }: NewPaper) =>
  papers.some((one) => one.examId === examId && one.actualTakenDate === takenOn);

function noteOf(one: PaperOnRecord, { examId, sha256 }: NewPaper): string | null {
  if (one.sha256 === sha256) return 'The same file was uploaded as this exam.';
  return one.examId === examId ? 'The same exam, with another date.' : null;
}

/**
 * Returns all exams that the student would have, the new one first, with the exams it may
 * duplicate.
 */
export function previewRows(papers: readonly PaperOnRecord[], paper: NewPaper): PaperPreviewRow[] {
  const { seminaryStudentId, examId, takenOn } = paper;
  const course: SeminaryCourse = {
    seminaryStudentId,
    examId,
    actualTakenDate: takenOn,
    takenDate: null,
    grade: null,
    gradeComment: null,
  };
  const known = papers.map(({ sha256, ...one }) => ({
    course: one,
    isNew: false,
    note: noteOf({ ...one, sha256 }, paper),
  }));
  return [{ course, isNew: true, note: null }, ...known];
}
