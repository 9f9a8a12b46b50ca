import type { KnownPaper } from '../results/grades/batch/check-batch.ts';

/** A registration whose paper may arrive: registration 12, in a session of 10 November 2026. */
export const paper = (more: Partial<KnownPaper> = {}): KnownPaper => ({
  id: 12,
  studentId: 5,
  examId: 101,
  examCode: 'TAL-101',
  status: 'scheduled',
  sessionType: '21',
  sessionDay: '2026-11-10',
  onlineExamStarted: null,
  paperExamUploaded: false,
  batchId: null,
  grade: null,
  gradeComment: null,
  heldGrade: null,
  heldGradeComment: null,
  ...more,
});
