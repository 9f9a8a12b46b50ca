import { createHash, randomUUID } from 'node:crypto';
import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { isAsShown } from '@portal/kit/files/upload-preview';
import { isDay } from '@portal/kit/person-fields';
import { exams } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { studentNotFound } from '../../students/find-students.ts';
import type { SeminaryCourse } from '../../students/records/seminary-student.ts';
import { lockDeciding } from '../store.ts';
import { requireUndecided } from '../undecided.ts';
import { previewRows } from './paper-preview.ts';
import { isScan } from './scan-kind.ts';
import { countExams, insertPaper, listPapers, readDeciding } from './store.ts';

export interface UploadPaper {
  seminaryStudentId: number;
  examId: number;
  /** YYYY-MM-DD: the day on the paper. */
  takenOn: string;
  fileName: string;
  contentType: string;
  content: Uint8Array;
  /** The fingerprint of the preview that was shown before. */
  previewed?: string | undefined;
}
export interface Uploaded {
  course: SeminaryCourse;
  examsCount: number;
  /** The exams on record are others than the preview showed. */
  isChanged: boolean;
}
/** The file's fingerprint identifies a repeat of the same upload. */
type Try = Omit<UploadPaper, 'content'> & { sha256: string };

async function upload(tx: Tx, paper: Try, content: Buffer): Promise<Uploaded> {
  const { seminaryStudentId, examId, takenOn, fileName, contentType, sha256, previewed } = paper;
  const student = requireUndecided(await lockDeciding(tx, seminaryStudentId));
  const isChanged =
    previewed !== undefined &&
    !isAsShown(previewed, previewRows(await listPapers(tx, seminaryStudentId), paper));
  const file = {
    id: randomUUID(),
    name: fileName,
    type: contentType,
    sha256,
    content,
    uploadedBy: tx.actor.id,
  };
  if (!(await insertPaper(tx, { seminaryStudentId, examId, takenOn, file }, tx.now)))
    throw domainError('exam_exists');
  tx.audit({
    op: 'action',
    table: 'seminary_student',
    id: seminaryStudentId,
    ...(student.studentId === null ? {} : { studentId: student.studentId }),
    change: { exam: examId, takenOn, file: fileName, sha256 },
  });
  const course = { seminaryStudentId, examId, actualTakenDate: takenOn };
  return {
    course: { ...course, takenDate: null, grade: null, gradeComment: null },
    examsCount: await countExams(tx, seminaryStudentId),
    isChanged,
  };
}

/**
 * Checks a paper before any decision about its student; returns its content and fingerprint.
 * Refuses with invalid (a future day, an unknown exam), wrong_type or seminary_student_not_found.
 */
export async function checkPaper(
  call: Call,
  { seminaryStudentId, takenOn, examId, contentType, content: sent }: UploadPaper,
): Promise<{ content: Buffer; sha256: string }> {
  if (!isDay(takenOn) || takenOn > dayInNewYork(call.now))
    throw invalid({ path: 'examDate', message: 'Exam date should be in the past' });
  const content = Buffer.from(sent);
  if (!isScan(contentType, content)) throw domainError('wrong_type');
  // the student's decision is checked later, where a retry gets its first answer
  if (!(await readDeciding(call.db, seminaryStudentId))) throw studentNotFound();
  const by = { actor: serviceActor('seminary'), requestId: call.requestId, origin: call.origin };
  const found = await exams.getExams({ ids: [examId] }, by);
  if (!found.exams.some(({ active, seminaryTesting }) => active && seminaryTesting))
    throw invalid({ path: 'examId', message: 'Exam invalid' });
  return { content, sha256: createHash('sha256').update(content).digest('base64url') };
}

/**
 * Keeps the scan of a paper as an exam whose grade is pending (C-A63, R-305); a job passes it on to
 * TAL. Refuses with invalid, wrong_type, seminary_student_not_found, already_redeemed or
 * exam_exists (the same exam and day).
 */
export async function uploadPaper(call: Call, paper: UploadPaper): Promise<Uploaded> {
  const { content, sha256 } = await checkPaper(call, paper);
  const { seminaryStudentId, examId, takenOn, fileName, contentType, previewed } = paper;
  return command('uploadPaper', (tx, one: Try) => upload(tx, one, content))(call, {
    seminaryStudentId,
    examId,
    takenOn,
    fileName,
    contentType,
    previewed,
    sha256,
  });
}
