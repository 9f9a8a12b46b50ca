import { lazy } from 'react';
import { ExamsPage as Exams } from '../exams/exams-page.tsx';

// fetched when first asked for: the list comes without the weight of what its buttons open
const Book = lazy(async () => ({ default: (await import('../sessions/book-session-modal.tsx')).BookSessionModal }));
const Leave = lazy(async () => ({ default: (await import('../sessions/leave-session-modal.tsx')).LeaveSessionModal }));
const dialogs = { Book, Leave };

/** The exam list with the dialogs of sessions put in. */
export function ExamsPage() {
  return <Exams dialogs={dialogs} />;
}
