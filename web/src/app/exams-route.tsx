import { ExamsPage as Exams } from '../exams/exams-page.tsx';
import { BookSessionModal } from '../sessions/book-session-modal.tsx';
import { LeaveSessionModal } from '../sessions/leave-session-modal.tsx';

const dialogs = { Book: BookSessionModal, Leave: LeaveSessionModal };

/** The exam list with the dialogs of sessions put in. */
export function ExamsPage() {
  return <Exams dialogs={dialogs} />;
}
