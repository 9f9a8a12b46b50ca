import type { Exam } from '@portal/contract/exam';

/** What a row asks for; the page opens the dialog of it. */
export interface Wish {
  exam: Exam;
  what: 'register' | 'book' | 'leaveSession' | 'cancel' | 'office' | 'startExam' | 'startCourse' | 'assignments' | 'upload';
}
