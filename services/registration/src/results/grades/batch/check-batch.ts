import type { FieldError } from '@portal/kit/errors';
import type { SessionType } from '../../../records/fees/proctor-fee.ts';
import {
  isOpen,
  type RegistrationStatus,
} from '../../../records/registrations/state/registration-state.ts';
import type { BatchRow } from '../batch-file/batch-rows.ts';
import { type Grade, isSameGrade } from '../result/grade.ts';
import { resultRefusals } from '../result/result-machine.ts';

/** A registration that a row may mean. Days are YYYY-MM-DD. */
export interface KnownPaper {
  id: number;
  studentId: number;
  examId: number;
  examCode: string;
  status: RegistrationStatus;
  sessionType: SessionType | null;
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
/** The changes of a registration; null: unchanged. */
export interface PaperUpdate {
  id: number;
  /** Taken with this row; null: it was before, only the grade or the paper is new. */
  takenOn: string | null;
  arrivedBack: string;
  batchId: number | null;
  batchDate: string | 'N/A' | null;
  grade: Grade | null;
}
/** The outcome of a row; `paper`: its registration, if it has one. */
export type RowOutcome = { row: BatchRow } & (
  | { kind: 'wrong'; paper: KnownPaper | null; error: FieldError }
  | { kind: 'updated'; paper: KnownPaper; update: PaperUpdate }
  /** The registration is as the row says. */
  | { kind: 'unchanged'; paper: KnownPaper }
);
export interface CheckedBatch {
  /** Row by row; none for a scan beside the row that names its student. */
  outcomes: RowOutcome[];
  errors: FieldError[];
  updates: PaperUpdate[];
  /** Registrations that are as their rows say. */
  unchanged: KnownPaper[];
}

const isOver = ({ status }: KnownPaper) => status === 'taken' || status === 'graded';

/** The registration that a row names, or why it names none. */
function meant(
  row: BatchRow,
  papers: readonly KnownPaper[],
  studentOf: ReadonlyMap<string, number>,
): KnownPaper | string {
  if (row.registrationId !== null)
    return papers.find(({ id }) => id === row.registrationId) ?? 'Registration not found.';
  const studentId = studentOf.get(row.jseId ?? '');
  const code = row.examCode?.toLowerCase();
  const found = papers.filter(
    (one) =>
      one.studentId === studentId &&
      one.examCode.toLowerCase() === code &&
      one.status !== 'cancelled',
  );
  const live = found.filter(({ status }) => isOpen(status) || status === 'taken');
  if (live.length > 1) return 'There are several registrations of this exam.';
  // the same file again: the newest registration is the one that it graded before
  return live[0] ?? found.toSorted((a, b) => b.id - a.id)[0] ?? 'Registration not found.';
}

const givenGrade = ({ grade, gradeComment }: BatchRow): Grade | null =>
  gradeComment === null ? null : { grade, comment: gradeComment };

/** The grade that a registration has, or that waits for its assignments. */
function knownGrade({
  grade,
  gradeComment,
  heldGrade,
  heldGradeComment,
}: KnownPaper): Grade | null {
  if (gradeComment !== null) return { grade, comment: gradeComment };
  return heldGradeComment === null ? null : { grade: heldGrade, comment: heldGradeComment };
}

/** The office's error for a row whose paper cannot have arrived. */
const SENTENCES: Readonly<Record<string, string>> = {
  already_cancelled: 'The registration is cancelled.',
  exam_started: 'The exam was started online.',
  no_session: 'The registration has no session.',
};

/** Why a paper of this registration cannot be in, or null. */
function stateError(paper: KnownPaper): string | null {
  const refusal = resultRefusals.papers_back(paper);
  return refusal && (SENTENCES[refusal.code] ?? refusal.message);
}

/** The place of a row's error; the sentence also names a scan without a table. */
const rowError = ({ place, isScan }: BatchRow, message: string, column?: string): FieldError => ({
  path: column ? `${place}, ${column}` : place,
  message: isScan && message === 'Registration not found.' ? `${place}: ${message}` : message,
});

/** Returns the outcome of a row on its registration, which the file names for the first time. */
function decide(row: BatchRow, paper: KnownPaper, today: string): RowOutcome {
  const wrong = (message: string, column?: string): RowOutcome => ({
    kind: 'wrong',
    row,
    paper,
    error: rowError(row, message, column),
  });
  const refused = stateError(paper);
  if (refused !== null) return wrong(refused);
  const given = givenGrade(row);
  const known = knownGrade(paper);
  if (given !== null && known !== null && !isSameGrade(given, known))
    return wrong(`The exam already has the grade ${known.grade ?? known.comment}.`, 'grade');
  const grade = known === null ? given : null;
  if (isOver(paper) && (paper.paperExamUploaded || paper.status === 'graded') && grade === null)
    return { kind: 'unchanged', row, paper };
  const takenOn = isOver(paper) ? null : (row.takenOn ?? paper.sessionDay ?? today);
  if (takenOn !== null && takenOn > today)
    return wrong('Exam date should be in the past', 'exam_taken_date');
  const { batchId, batchDate } = row;
  const isBatched = paper.batchId !== null;
  const update: PaperUpdate = {
    id: paper.id,
    takenOn,
    arrivedBack: row.arrivedBack ?? today,
    batchId: isBatched ? paper.batchId : batchId,
    batchDate: isBatched ? null : batchDate,
    grade,
  };
  return { kind: 'updated', row, paper, update };
}

/**
 * Checks every row of a batch: returns its errors, its changes (T-45, T-50), and the rows that
 * change nothing. `studentOf` returns the student of a JSE id; `today`: the day in New York.
 */
export function checkBatch(
  rows: readonly BatchRow[],
  papers: readonly KnownPaper[],
  studentOf: ReadonlyMap<string, number>,
  today: string,
): CheckedBatch {
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  const byStudent = Map.groupBy(papers, ({ studentId }) => studentId);
  const seen = new Set<number>();
  const outcomeOf = (row: BatchRow): RowOutcome | null => {
    const candidates =
      row.registrationId === null
        ? (byStudent.get(studentOf.get(row.jseId ?? '') ?? 0) ?? [])
        : [byId.get(row.registrationId)].flatMap((one) => one ?? []);
    const paper = meant(row, candidates, studentOf);
    if (typeof paper === 'string')
      return { kind: 'wrong', row, paper: null, error: rowError(row, paper) };
    if (!seen.has(paper.id)) {
      seen.add(paper.id);
      return decide(row, paper, today);
    }
    // a scan beside the row that names its student is no second row
    if (row.isScan) return null;
    return { kind: 'wrong', row, paper, error: rowError(row, 'This row stands twice.') };
  };
  const outcomes = rows.flatMap((row) => outcomeOf(row) ?? []);
  return {
    outcomes,
    errors: outcomes.flatMap((one) => (one.kind === 'wrong' ? one.error : [])),
    updates: outcomes.flatMap((one) => (one.kind === 'updated' ? one.update : [])),
    unchanged: outcomes.flatMap((one) => (one.kind === 'unchanged' ? one.paper : [])),
  };
}
