import { ExamsPage as Exams } from '../../exams/page/exams-page.tsx';
import { OnlineWatch } from '../../online/online-watch.tsx';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';

// fetched on first use, so that the list loads without the code of its dialogs
const Book = lazyDialog(
  async () => (await import('../../sessions/book-session-modal.tsx')).BookSessionModal,
);
const Leave = lazyDialog(
  async () => (await import('../../shared/exams/cancel/leave-session-modal.tsx')).LeaveSessionModal,
);
const StartExam = lazyDialog(
  async () => (await import('../../online/start-exam-modal.tsx')).StartExamModal,
);
const StartCourse = lazyDialog(
  async () => (await import('../../online/start-course-modal.tsx')).StartCourseModal,
);
const Assignments = lazyDialog(
  async () => (await import('../../assignments/assignments-modal.tsx')).AssignmentsModal,
);
const dialogs = { Book, Leave, StartExam, StartCourse, Assignments, OnlineWatch };

/** The exam list with the dialogs of sessions, online exams and assignments put in. */
export function ExamsPage() {
  return <Exams dialogs={dialogs} />;
}
