import type { Exam } from '@portal/contract/exams/exam';

/** A row's request to the page to open a dialog. */
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
