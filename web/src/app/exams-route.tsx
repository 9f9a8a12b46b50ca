import { lazy } from 'react';
import { ExamsPage as Exams } from '../exams/exams-page.tsx';
import { OnlineWatch } from '../online/online-watch.tsx';

// fetched when first asked for: the list comes without the weight of what its buttons open
const Book = lazy(async () => ({ default: (await import('../sessions/book-session-modal.tsx')).BookSessionModal }));
const Leave = lazy(async () => ({ default: (await import('../sessions/leave-session-modal.tsx')).LeaveSessionModal }));
const StartExam = lazy(async () => ({ default: (await import('../online/start-exam-modal.tsx')).StartExamModal }));
const StartCourse = lazy(async () => ({ default: (await import('../online/start-course-modal.tsx')).StartCourseModal }));
const Assignments = lazy(async () => ({ default: (await import('../assignments/assignments-modal.tsx')).AssignmentsModal }));
const dialogs = { Book, Leave, StartExam, StartCourse, Assignments, OnlineWatch };

/** The exam list with the dialogs of sessions, online exams and assignments put in. */
export function ExamsPage() {
  return <Exams dialogs={dialogs} />;
}
