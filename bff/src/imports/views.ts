import type { RunProgress } from '@portal/contract/run-progress';
import type {
  ImportMapping,
  ImportResult,
  ImportState,
  StudentImportRow,
  UndoResult,
} from '@portal/contract/students/student-imports';
import type {
  FieldColumn,
  ImportRun,
  StudentImportRow as WireRow,
} from '@portal/proto/identity/v1/student_imports';
import { briefView } from '../enrol/views.ts';
import { Accepted } from '../http/route.ts';

/** A row, with the names of the schools of those who match it. */
export const rowView = (
  { what, matches, choice, choices, cohort, ...row }: WireRow,
  schoolName: (schoolId: number | undefined) => string | null,
): StudentImportRow => ({
  ...row,
  what: what as ImportState,
  cohort: cohort ?? null,
  choice: choice as StudentImportRow['choice'],
  choices: choices as StudentImportRow['choices'],
  matches: matches.map((match) => briefView(match, schoolName(match.schoolId))),
});

export const mappingView = (columns: readonly FieldColumn[]): ImportMapping | null =>
  columns.length === 0
    ? null
    : (Object.fromEntries(columns.map(({ field, column }) => [field, column])) as ImportMapping);

/** Whether a run is one of identity, as its id says. */
export const isImportRun = (runId: string): boolean => runId.startsWith('students-');

/** How far a run is, or what came of it. */
export function importRunView(
  run: ImportRun | undefined,
): ImportResult | UndoResult | Accepted<RunProgress> {
  if (run === undefined) throw new Error('a run without its state');
  if (!run.finished) return importProgress(run);
  const { runId, importId, kept, removed, restored } = run;
  if (run.kind === 'undo')
    return { state: 'finished', kind: 'undoImport', runId, importId, removed, restored, kept };
  const { added, changed, skipped, failed, rows, undoUntil } = run;
  return {
    state: 'finished',
    kind: 'importStudents',
    runId,
    importId,
    added,
    changed,
    skipped,
    failed,
    rows: rows.map(({ row, studentId, text }) => ({ row, studentId: studentId ?? null, text })),
    undoUntil: (undoUntil as Date).toISOString(),
  };
}

/** How far a run is, also at its end. */
export function importProgress(run: ImportRun | undefined): Accepted<RunProgress> {
  if (run === undefined) throw new Error('a run without its state');
  const { runId, done, total } = run;
  return new Accepted({ state: 'processing', runId, done, total });
}
