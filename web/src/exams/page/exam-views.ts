import { t } from '@lingui/core/macro';
import type { Exam } from '@portal/contract/exams/exam';
import type { ExamView } from '@portal/contract/exams/exam-view';

/** The address parameters of each view. */
export const paramsOf: Readonly<Record<ExamView, Record<string, string>>> = {
  all: {},
  my_exams: { myexams: '' },
  catalog: { catalog: '' },
};

/** The view that the address asks for; the catalogue is for staff. R-104. */
export function viewOf(params: URLSearchParams, isForStaff: boolean): ExamView {
  if (params.has('myexams')) return 'my_exams';
  return isForStaff && params.has('catalog') ? 'catalog' : 'all';
}

/** The rows of the catalogue, each as the student's own list has it now. */
export function catalogRows(
  catalog: readonly Exam[] | undefined,
  exams: readonly Exam[] | undefined,
): Exam[] | undefined {
  if (!catalog || !exams) return undefined;
  const own = new Map(exams.map((exam) => [exam.id, exam]));
  return catalog.map((exam) => own.get(exam.id) ?? exam);
}

/** The title over the exam list. R-104. */
export function titleOf(view: ExamView, term: string): string {
  const searched = term.trim();
  if (searched !== '') return t`Showing "${searched}"`;
  return view === 'my_exams' ? t`My Exams` : t`All Exams`;
}
