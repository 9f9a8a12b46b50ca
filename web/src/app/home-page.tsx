import { ExamsPage } from '../exams/exams-page.tsx';

const Nothing = () => null;

/** Joins the exam list with the dialogs of sessions, since areas do not know each other. */
export function HomePage() {
  return <ExamsPage dialogs={{ Book: Nothing, Leave: Nothing }} />;
}
