import { on } from '@portal/kit/events/inbox';
import { ExamGraded } from '@portal/proto/registration/v1/events';
import { addressee } from '../mailed-to.ts';
import { resultEmail } from '../registration-emails.ts';

/** Mails that a result has arrived. */
export const onExamGraded = on(ExamGraded, {
  prepare: ({ data }) => addressee(data.studentId, data.examId),
  apply: async (tx, { id }, to) => {
    if (to) tx.mail({ key: `exam_graded:${id}`, to: to.email, ...resultEmail(to, to.exam) });
  },
});
