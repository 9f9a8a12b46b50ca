import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { importInView } from '../imports/records/import-in-view.ts';
import { askUse } from './ask-use.ts';
import { keptTexts, undoRefusal } from './undo-rule.ts';
import { cohortsOf, type Kept, listOwnUse, namesOf, openUndoRows } from './undo-store.ts';

export interface UndoPreview {
  removed: number;
  restored: number;
  kept: Kept[];
}

/**
 * Returns the students that an undo would remove, those whose cohort it would restore, and those it
 * would keep, with reasons (C-O35 with dryRun). Refuses as the undo does.
 */
export async function previewUndo(call: Call, importId: string): Promise<UndoPreview> {
  const { db, actor, now, requestId } = call;
  const refusal = undoRefusal(await importInView(call, importId), actor, now);
  if (refusal) throw refusal;
  const rows = await openUndoRows(db, importId);
  const idsOf = (outcome: string) =>
    rows.filter((row) => row.outcome === outcome).map(({ studentId }) => studentId);
  const [added, changed] = [idsOf('added'), idsOf('changed')];
  const [names, own, others, cohorts] = await Promise.all([
    namesOf(db, [...added, ...changed]),
    listOwnUse(db, added),
    askUse(added, { actor: serviceActor('identity'), requestId }),
    cohortsOf(db, changed),
  ]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const ownWhy = new Map(own.map(({ studentId, why }) => [studentId, why]));
  const cohortOf = new Map(cohorts.map(({ id, cohort }) => [id, cohort]));
  const why = ({ outcome, studentId, cohortSet }: (typeof rows)[number]): string | undefined => {
    if (outcome === 'changed') return cohortOf.get(studentId) === cohortSet ? undefined : 'cohort';
    if (!nameOf.has(studentId)) return 'gone';
    return ownWhy.get(studentId) ?? others.get(studentId);
  };
  const kept = rows.flatMap((row) => {
    const reason = why(row);
    const { studentId } = row;
    return reason === undefined
      ? []
      : [{ studentId, name: nameOf.get(studentId) ?? '', why: keptTexts[reason] ?? reason }];
  });
  const stays = new Set(kept.map(({ studentId }) => studentId));
  const leaving = (ids: number[]) => ids.filter((id) => !stays.has(id)).length;
  return { removed: leaving(added), restored: leaving(changed), kept };
}
