import { setTimeout as pause } from 'node:timers/promises';
import { scopeOf as reachOf } from '@portal/access/can';
import { type Call, scopeOf } from '@portal/kit/commands/command';
import type { Process } from '@portal/kit/commands/process-definition';
import { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import { importInView } from '../imports/records/import-in-view.ts';
import type { StudentImport } from '../imports/records/import-store.ts';
import { type ImportInput, importProcess } from './run-import.ts';
import { countRun, findProcess, findRun, listResults } from './run-store.ts';
import { undoProcess } from './undo-import.ts';
import { undoUntil } from './undo-rule.ts';
import { countUndo, type Kept, listKept } from './undo-store.ts';

/** The progress or the outcome of a run. */
export interface ImportRun {
  runId: string;
  importId: string;
  kind: 'import' | 'undo';
  finished: boolean;
  done: number;
  total: number;
  added: number;
  changed: number;
  skipped: number;
  failed: number;
  rows: { row: number; studentId: number | null; text: string }[];
  undoUntil: Date | undefined;
  removed: number;
  restored: number;
  kept: Kept[];
}

/** The prefix of ids of import runs, which shows the service of a run. */
const PREFIX = 'students-';
const UUID = /^students-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const nothing = {
  added: 0,
  changed: 0,
  skipped: 0,
  failed: 0,
  rows: [],
  undoUntil: undefined,
  removed: 0,
  restored: 0,
  kept: [],
};

async function stateOf({ db }: Call, found: StudentImport, id: string): Promise<ImportRun> {
  const runId = PREFIX + id;
  if (found.undoId === id) {
    const { open, total, removed, restored } = await countUndo(db, found.id);
    const finished = found.undoneAt !== null;
    const kept = finished ? await listKept(db, found.id) : [];
    return {
      ...nothing,
      runId,
      importId: found.id,
      kind: 'undo',
      finished,
      done: total - open,
      total,
      removed,
      restored,
      kept,
    };
  }
  const counts = await countRun(db, found.id);
  const { added, changed, skipped, failed, total } = counts;
  const finished = found.finishedAt !== null;
  return {
    ...nothing,
    ...counts,
    runId,
    importId: found.id,
    kind: 'import',
    finished,
    done: added + changed + skipped + failed,
    total,
    rows: finished ? await listResults(db, found.id) : [],
    undoUntil: found.startedAt === null ? undefined : undoUntil({ startedAt: found.startedAt }),
  };
}

/**
 * Returns the progress or the outcome of a run of the last 30 days (C-O10). Refuses with
 * run_not_found, also a school admin who did not start it.
 */
export async function getImportRun(call: Call, runId: string): Promise<ImportRun> {
  const id = UUID.exec(runId)?.[1];
  const found = id === undefined ? undefined : await findRun(call.db, id, call.now);
  const isSeen =
    found !== undefined &&
    (found.uploadedById === call.actor.id || reachOf(call.actor, 'student_import.run') === 'any');
  if (id === undefined || !isSeen) throw domainError('run_not_found');
  return stateOf(call, found, id);
}

const BEGUN_MS = 50;
const BEGIN_MS = 25_000;

/**
 * Starts a run and returns as soon as its row exists; the same key again returns its present state.
 * An interrupted run resumes. Refuses as the beginning of the process does.
 */
async function start<I>(call: Call, process: Process<I, unknown>, input: I): Promise<ImportRun> {
  const until = performance.now() + BEGIN_MS;
  const working = process.start(call, input).then(
    () => 'done' as const,
    (error: unknown) => ({ error }),
  );
  for (;;) {
    const outcome = await Promise.race([working, pause(BEGUN_MS, null)]);
    const failure = outcome !== null && outcome !== 'done' ? outcome.error : undefined;
    if (failure instanceof DomainError && !failure.isTransient) throw failure;
    const begun = await findProcess(call.db, process.name, scopeOf(call.actor), call.key ?? '');
    if (begun !== undefined) {
      const found = await findRun(call.db, begun.id, call.now);
      if (found !== undefined) return stateOf(call, found, begun.id);
    }
    if (outcome !== null || performance.now() > until)
      throw failure ?? new Error('a run was started and is not there');
  }
}

/**
 * Puts the rows of an import on record as they were previewed (C-O34). Refuses with
 * import_not_found, import_done, preview_outdated or invalid.
 */
export async function importStudents(call: Call, wish: ImportInput): Promise<ImportRun> {
  await importInView(call, wish.importId);
  return start(call, importProcess, wish);
}

/** Takes an import back (C-O35). Refuses with import_not_found, already_undone, undo_over ... */
export async function undoImport(call: Call, importId: string): Promise<ImportRun> {
  await importInView(call, importId);
  return start(call, undoProcess, { importId });
}
