import type { FieldError } from '@portal/kit/errors';
import { isOpen, type RegistrationStatus } from '../registrations/registration-state.ts';
import type { BatchRow } from './batch-rows.ts';
import { type Grade, isSameGrade } from './grade.ts';

/** A registration that a row may mean. Days are YYYY-MM-DD. */
export interface KnownPaper {
  id: number;
  studentId: number;
  examId: number;
  examCode: string;
  status: RegistrationStatus;
  sessionType: string | null;
  /** New York's day of the session. */
  sessionDay: string | null;
  onlineExamStarted: Date | null;
  paperExamUploaded: boolean;
  batchId: number | null;
  grade: string | null;
  gradeComment: string | null;
  heldGrade: string | null;
  heldGradeComment: string | null;
}
/** What becomes of a registration; null where it stays as it is. */
export interface PaperUpdate {
  id: number;
  /** Taken with this row; null: it was before, only the grade or the paper is new. */
  takenOn: string | null;
  arrivedBack: string;
  batchId: number | null;
  batchDate: string | 'N/A' | null;
  grade: Grade | null;
}
export interface CheckedBatch {
  errors: FieldError[];
  updates: PaperUpdate[];
  /** Registrations that are as their rows say. */
  unchanged: KnownPaper[];
}

const isPaperPlace = ({ sessionType }: KnownPaper) => sessionType !== null && ['21', '22', '23'].includes(sessionType);
const isOver = ({ status }: KnownPaper) => status === 'taken' || status === 'graded';

/** The registration that a row names, or why it names none. */
function meant(row: BatchRow, papers: readonly KnownPaper[], studentOf: ReadonlyMap<string, number>): KnownPaper | string {
  if (row.registrationId !== null) return papers.find(({ id }) => id === row.registrationId) ?? 'Registration not found.';
  const studentId = studentOf.get(row.jseId ?? '');
  const code = row.examCode?.toLowerCase();
  const found = papers.filter((one) => one.studentId === studentId && one.examCode.toLowerCase() === code && one.status !== 'cancelled');
  const live = found.filter(({ status }) => isOpen(status) || status === 'taken');
  if (live.length > 1) return 'There are several registrations of this exam.';
  // the same file once more: what it graded before is the newest
  return live[0] ?? found.toSorted((a, b) => b.id - a.id)[0] ?? 'Registration not found.';
}

const givenGrade = ({ grade, gradeComment }: BatchRow): Grade | null => (gradeComment === null ? null : { grade, comment: gradeComment });

/** The grade that a registration has, or that waits for its assignments. */
function knownGrade({ grade, gradeComment, heldGrade, heldGradeComment }: KnownPaper): Grade | null {
  if (gradeComment !== null) return { grade, comment: gradeComment };
  return heldGradeComment === null ? null : { grade: heldGrade, comment: heldGradeComment };
}

/** Why a paper of this registration cannot be in, or null. */
function stateError(paper: KnownPaper): string | null {
  if (paper.status === 'cancelled') return 'The registration is cancelled.';
  if (paper.onlineExamStarted !== null) return 'The exam was started online.';
  if (isOver(paper)) return null;
  return ['scheduled', 'online_access'].includes(paper.status) && isPaperPlace(paper) ? null : 'The registration has no session.';
}

/**
 * Looks every row of a batch up: what is wrong, what it changes (T-45, T-50), and what is so already. `studentOf` gives the student of a JSE id; `today` is New
 * York's day.
 */
export function checkBatch(
  rows: readonly BatchRow[],
  papers: readonly KnownPaper[],
  studentOf: ReadonlyMap<string, number>,
  today: string,
): CheckedBatch {
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  const byStudent = Map.groupBy(papers, ({ studentId }) => studentId);
  const checked: CheckedBatch = { errors: [], updates: [], unchanged: [] };
  const seen = new Set<number>();
  for (const row of rows) {
    const wrong = (message: string, column?: string) =>
      checked.errors.push({
        path: column ? `${row.place}, ${column}` : row.place,
        message: row.isScan && message === 'Registration not found.' ? `${row.place}: ${message}` : message,
      });
    const candidates =
      row.registrationId === null
        ? (byStudent.get(studentOf.get(row.jseId ?? '') ?? 0) ?? [])
        : [byId.get(row.registrationId)].flatMap((one) => one ?? []);
    const paper = meant(row, candidates, studentOf);
    if (typeof paper === 'string') {
      wrong(paper);
      continue;
    }
    if (seen.has(paper.id)) {
      // a scan beside the row that names its student is no second row
      if (!row.isScan) wrong('This row stands twice.');
      continue;
    }
    seen.add(paper.id);
    const refused = stateError(paper);
    if (refused !== null) {
      wrong(refused);
      continue;
    }
    const given = givenGrade(row);
    const known = knownGrade(paper);
    if (given !== null && known !== null && !isSameGrade(given, known)) {
      wrong(`The exam already has the grade ${known.grade ?? known.comment}.`, 'grade');
      continue;
    }
    const grade = known === null ? given : null;
    if (isOver(paper) && (paper.paperExamUploaded || paper.status === 'graded') && grade === null) {
      checked.unchanged.push(paper);
      continue;
    }
    const takenOn = isOver(paper) ? null : (row.takenOn ?? paper.sessionDay ?? today);
    if (takenOn !== null && takenOn > today) {
      wrong('Exam date should be in the past', 'exam_taken_date');
      continue;
    }
    const { batchId, batchDate } = row;
    const isBatched = paper.batchId !== null;
    checked.updates.push({
      id: paper.id,
      takenOn,
      arrivedBack: row.arrivedBack ?? today,
      batchId: isBatched ? paper.batchId : batchId,
      batchDate: isBatched ? null : batchDate,
      grade,
    });
  }
  return checked;
}
