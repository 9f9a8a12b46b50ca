import type { Exam } from '@portal/contract/exams/exam';

/** What a row asks for; the page opens the dialog of it. */
export interface DialogRequest {
  exam: Exam;
  what:
    | 'register'
    | 'book'
    | 'leaveSession'
    | 'cancel'
    | 'toOnline'
    | 'office'
    | 'startExam'
    | 'startCourse'
    | 'assignments'
    | 'upload';
}
