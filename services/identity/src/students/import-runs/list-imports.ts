import { scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import { type ListedImport, listRun } from './run-store.ts';
import { undoRefusal, undoUntil } from './undo-rule.ts';

/** An import that was run, as a list shows it. */
export interface ImportInList extends ListedImport {
  undoUntil: Date;
  mayUndo: boolean;
}

/** The 200 newest imports that were run; a school admin's own (C-O36). */
export async function listImports({ db, actor, now }: Call): Promise<ImportInList[]> {
  const isOfSchool = scopeOf(actor, 'student_import.run') === 'own_school';
  const imports = await listRun(db, isOfSchool ? (actor.schoolId ?? 0) : null);
  return imports.map((one) => ({
    ...one,
    undoUntil: undoUntil(one),
    mayUndo: undoRefusal(one, actor, now) === null,
  }));
}
