import * as grades from '@portal/contract/exams/grades';
import type { BatchPreview } from '@portal/proto/registration/v1/grades';
import { route } from '../http/route.ts';
import { tableReportOf } from '../http/table-report.ts';

/** Reading and writing twenty thousand rows takes its time. */
const TIMEOUT_MS = 60_000;

const previewOf = ({ rows, wrong, fingerprint, report }: BatchPreview): grades.BatchPreview => ({
  wrong,
  fingerprint,
  report: tableReportOf(report),
  rows: rows.map(({ registrationId, student, exam, problem, outcome, ...row }) => ({
    ...row,
    outcome: outcome as grades.BatchPreview['rows'][number]['outcome'],
    registrationId: registrationId ?? null,
    student: student ?? null,
    exam: exam ?? null,
    problem: problem ?? null,
  })),
});

export const gradeRoutes = [
  route(grades.uploadPaperExams, async ({ input, file, by }, { registration }) => {
    const { preview, ...answer } = await registration.grades.uploadBatch(
      {
        fileName: file.name,
        content: file.content,
        preview: input.preview ?? false,
        previewed: input.previewed,
      },
      { ...by, deadlineMs: TIMEOUT_MS },
    );
    return preview ? { ...answer, preview: previewOf(preview) } : answer;
  }),
];
