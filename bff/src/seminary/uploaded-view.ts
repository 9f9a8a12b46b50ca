import type * as contract from '@portal/contract/seminary/students';
import { CHANGED_SINCE } from '@portal/kit/files/upload-preview';
import type { UploadPaperResponse } from '@portal/proto/seminary/v1/papers';
import type * as z from 'zod';
import type { ExamCatalogue } from '../catalogue/exam-catalogue.ts';
import { courseView } from './views.ts';

type Uploaded = z.output<typeof contract.uploadSeminaryStudentTest.answer>;

/** Returns the result of a paper, previewed or done. */
export function uploadedView(
  exams: ExamCatalogue,
  { course, examsCount, preview, isChanged }: UploadPaperResponse,
): Uploaded {
  if (!course) throw new Error('a paper was uploaded and not told');
  const exam = courseView(exams, course);
  if (!preview) {
    const msg = `${exam.subject} was uploaded.`;
    return { msg: isChanged ? `${msg} ${CHANGED_SINCE}` : msg, exam, examsCount };
  }
  const rows = preview.rows.flatMap(({ course: one, isNew, note }) =>
    one ? [{ exam: courseView(exams, one), isNew, note: note ?? null }] : [],
  );
  return {
    msg: `${exam.subject} would be a new exam with a pending grade. Nothing is saved yet.`,
    exam,
    examsCount,
    preview: { rows, fingerprint: preview.fingerprint },
  };
}
