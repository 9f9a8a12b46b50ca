import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { failpoint } from '@portal/kit/jobs/failpoints';
import { StudentChanged, StudentRemoved } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { lockImport } from '../imports/records/import-store.ts';
import { closeUnused, reopen } from './ask-use.ts';
import { readCohort, writeCohort } from './cohort-store.ts';
import { eachRow } from './each-row.ts';
import { keptTexts, undoRefusal } from './undo-rule.ts';
import {
  beginUndo,
  countUndo,
  deleteStudent,
  endUndo,
  holdStudent,
  keptStudents,
  listOwnUse,
  lockUndoRow,
  noteUndo,
  openUndoRows,
  type UndoRow,
} from './undo-store.ts';

interface UndoInput {
  importId: string;
}

const textOf = (why: string): string => keptTexts[why] ?? why;
const inOwnName = ({ requestId }: Call) => ({ actor: serviceActor('identity'), requestId });

/** Removes a student who is not in use, or returns the reason not to. */
export async function removeStudent(tx: Tx, studentId: number): Promise<string | null> {
  if (!(await holdStudent(tx, studentId))) return 'gone';
  // a concurrent sign-up or write waits for this row, or has already committed
  const [use] = await listOwnUse(tx, [studentId]);
  if (use) return use.why;
  await deleteStudent(tx, studentId);
  tx.emit(StudentRemoved, { studentId });
  tx.audit({ op: 'delete', table: 'student', id: studentId, studentId, change: {} });
  return null;
}

/** Restores a student's former cohort, unless it has changed since. */
async function restoreCohort(
  tx: Tx,
  { studentId, cohortBefore, cohortSet }: UndoRow,
): Promise<string | null> {
  const now = await readCohort(tx, studentId);
  if (now === undefined || now.cohort !== cohortSet) return 'cohort';
  const version = await writeCohort(tx, studentId, cohortBefore, tx.actor.name, tx.now);
  tx.emit(StudentChanged, { studentId, version });
  tx.audit({
    op: 'update',
    table: 'student',
    id: studentId,
    studentId,
    change: { cohort: [cohortSet, cohortBefore] },
  });
  return null;
}

async function undoRow(tx: Tx, importId: string, row: number): Promise<void> {
  const open = await lockUndoRow(tx, importId, row);
  if (open === undefined) return;
  const why =
    open.outcome === 'added'
      ? await removeStudent(tx, open.studentId)
      : await restoreCohort(tx, open);
  await noteUndo(tx, importId, [{ row, text: why === null ? null : textOf(why) }]);
}

/**
 * Undoes an import (C-O35): first closes unused students in the other services, so that a
 * concurrent purchase or registration is either seen or refused, then removes them, each in
 * isolation; opens the others again and keeps them. R-568.
 */
export const undoProcess = durable<UndoInput, object, object>({
  name: 'undoImport',
  begin: async (tx, { importId }, _call, id) => {
    const found = await lockImport(tx, importId);
    const refusal = found ? undoRefusal(found, tx.actor, tx.now) : domainError('import_not_found');
    if (refusal) throw refusal;
    await beginUndo(tx, importId, id);
    tx.audit({ op: 'action', table: 'student_import', id: importId, change: { undone: true } });
    return {};
  },
  steps: [
    {
      name: 'close',
      async run({ call, input: { importId }, keyFor }) {
        const added = (await openUndoRows(call.db, importId)).filter(
          ({ outcome }) => outcome === 'added',
        );
        const ids = added.map(({ studentId }) => studentId);
        const uses = await closeUnused(ids, inOwnName(call), keyFor);
        await inTransaction(call, 'undoImport.keep', (tx) =>
          noteUndo(
            tx,
            importId,
            added.flatMap(({ row, studentId }) => {
              const why = uses.get(studentId);
              return why === undefined ? [] : [{ row, text: textOf(why) }];
            }),
          ),
        );
        return undefined;
      },
    },
    {
      name: 'remove',
      async run({ call, input: { importId } }) {
        const open = await openUndoRows(call.db, importId);
        await eachRow(
          open.map(({ row }) => row),
          async (row) => {
            await inTransaction(call, 'undoImport.row', (tx) => undoRow(tx, importId, row));
            await failpoint('undoImport.row.after');
          },
        );
        return undefined;
      },
    },
    {
      name: 'reopen',
      async run({ call, input: { importId }, keyFor }) {
        await reopen(await keptStudents(call.db, importId), inOwnName(call), keyFor);
        return undefined;
      },
      async commit(tx, { input: { importId } }) {
        const { removed, restored } = await countUndo(tx, importId);
        await endUndo(tx, importId, tx.now);
        tx.audit({
          op: 'action',
          table: 'student_import',
          id: importId,
          change: { removed, restored },
        });
        return undefined;
      },
    },
  ],
  answer: () => ({}),
  mustFinish: 'some of its students are closed in the other services, or gone',
});
