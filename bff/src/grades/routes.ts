import * as grades from '@portal/contract/grades';
import { route } from '../door/route.ts';

/** Reading and writing twenty thousand rows takes its time. */
const PATIENCE_MS = 60_000;

export const gradeRoutes = [
  route(grades.uploadPaperExams, ({ file, by }, { registration }) =>
    registration.grades.uploadBatch({ fileName: file.name, content: file.content }, { ...by, deadlineMs: PATIENCE_MS }),
  ),
];
