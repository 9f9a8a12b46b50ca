import { on } from '@portal/kit/events/inbox';
import { ExamChanged } from '@portal/proto/catalog/v1/events';
import { keepChanged } from '../keep-changed.ts';
import { fetchExams } from '../read-projections.ts';

export const onExamChanged = on(ExamChanged, {
  prepare: ({ data }) => fetchExams([data.examId]),
  apply: (tx, _event, exams) => keepChanged(tx, { exams }),
});
