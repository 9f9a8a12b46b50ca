export type ExamView = 'all' | 'my_exams' | 'catalog';

/** The exams of a view; My exams are those with a registration. */
export const examsOfView = <Row extends { registration_id: number | null }>(
  view: ExamView,
  exams: readonly Row[],
): readonly Row[] =>
  view === 'my_exams' ? exams.filter(({ registration_id }) => registration_id !== null) : exams;
